/** The order of the fields of an accepted fee call. */
import { observes } from '../observation.ts';
import { successOf } from '../sight.ts';

const DOCUMENTED = ['transactionFee', 'sTxId', 'message'];

export const fieldOrder = observes('field-order', {
  reads(sight) {
    const body = successOf(sight, 'calculateFee');
    const names = Object.keys(body ?? {});
    const known = names.filter((name) => DOCUMENTED.includes(name));
    if (known.length < DOCUMENTED.length) return undefined;
    if (isSame(known, DOCUMENTED)) return ['documented'];
    if (!isSame(known, DOCUMENTED.toReversed())) return [known.join(' ')];
    if (!isSame(names, names.toSorted())) return ['reversed'];

    // The three of the document come alphabetically when they come the other way round.
    return names.length === DOCUMENTED.length ? ['reversed', 'alphabetical'] : ['alphabetical'];
  },
});

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.join() === others.join();
}
