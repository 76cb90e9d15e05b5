/** What the engine objects to in a request that is refused already, so that nothing is learnt only at the next try. */
import type { FeeRequest, OperationId, Violation } from '../contract/types.ts';
import type { Foresee } from './check.ts';
import { feeReasons } from './reasons.ts';

/** Stands in for what is broken; nothing is said of a field that it stands in for. */
const SOUND: FeeRequest = { amount: 0, nicn: '424242', region: 'AZ' };

export const FORESEE: { readonly [O in OperationId]: Foresee } = {
  calculateFee(body, found, { engine, today }) {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
    const broken = brokenFields(found);
    const sound = Object.entries(body).filter(([field]) => !broken.has(field));
    const mended: FeeRequest = { ...SOUND, ...Object.fromEntries(sound) };
    const quote = engine.quote(mended, today());
    if (quote.kind === 'quoted') return [];

    return feeReasons(quote, mended).filter(({ pointer }) => !broken.has(pointer.slice(1)));
  },

  attachSale: () => [],
};

/** A region cannot be judged without its country. */
function brokenFields(found: readonly Violation[]): ReadonlySet<string> {
  const broken = new Set(found.map(({ pointer }) => pointer.split('/')[1] ?? ''));

  return broken.has('country') ? broken.add('region') : broken;
}
