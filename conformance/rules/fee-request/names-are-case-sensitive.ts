/** A field whose name differs in case from a documented one is another field, so it does not stand in for a required one. */
import { expectRefusal } from '../../rule/observers.ts';
import { refuses, standInByCase } from '../../rule/patterns/refuses.ts';

export const namesAreCaseSensitive = refuses({
  id: 'fee-request/names-are-case-sensitive',
  section: '2.1',
  level: 'should',
  title: 'a field whose name differs in case is not the documented one',
  tries: 'A first call in which the name of a required field begins with a capital.',
  fix: 'Compare the names of fields exactly, as JSON does: a client that writes both names would get the fee of either.',
  lookAlikes: ['unknown-request-fields=refuse'],
  judge(exchange, history) {
    const other = history.isFirstCall(exchange) ? standInByCase(exchange.fields ?? {}) : undefined;
    if (other === undefined) return undefined;

    return expectRefusal(exchange, `a fee call with ${other} in place of ${other.toLowerCase()}`);
  },
  edits: ({ baseline: { amount } }) => [{ amount: undefined, Amount: amount }],
});
