/** A value of another JSON type than the field's own is no value of it. What null means in an optional field is a choice. */
import { describeValue } from '../../../src/text/describe.ts';
import { refuses } from '../../patterns/refuses.ts';
import type { Vocabulary } from '../../vocabulary.ts';

/** For each field values of other types, those first that are most likely taken. */
const WRONG: (words: Vocabulary) => readonly (readonly [field: string, values: readonly unknown[]])[] = ({
  baseline: { amount, nicn, region },
}) => [
  ['amount', [String(amount), null, true, [amount], { value: amount }]],
  ['nicn', [Number(nicn), null, true, [nicn], { value: nicn }]],
  ['region', [85004, null, true, [region], { value: region }]],
  ['country', [840, true, ['840'], {}]],
  ['totalAmount', [String(amount), true, [amount], {}]],
  ['campaign', ['spring', [1], 1, true, {}]],
  ['data', ['COUPON10', [1], 1, true, {}]],
  ['processor', [1, true, [], {}]],
  ['cardToken', [1, true, [], {}]],
  ['mTxId', [1, true, [], {}]],
  ['sTxId', [1, true, [], {}]],
];

export const refusesWrongTypes = refuses({
  id: 'fee-request/refuses-wrong-types',
  section: '2.1',
  level: 'should',
  title: 'a field with a value of another JSON type is refused, null in a required one too',
  tries:
    'Each field with values of the other JSON types, and null in the required ones. What null means in ' +
    'an optional field is a choice.',
  fix:
    'Check the JSON type of each field and convert none: amount and totalAmount are numbers, campaign ' +
    'and data arrays of strings, all others strings. Switch off what your validator or deserialiser ' +
    'converts by itself.',
  edits: (words) =>
    byTurns(
      WRONG(words).map(([field, values]) =>
        values.map((value) => ({
          edit: `with ${describeValue(value)} for ${field}`,
          base: { ...words.baseline },
          body: { ...words.baseline, [field]: value },
        })),
      ),
    ),
});

/** The first of each list, then the second of each: few tries reach every field. */
function byTurns<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const rounds = Math.max(...lists.map(({ length }) => length));

  return Array.from({ length: rounds }, (_, n) => lists.flatMap((list) => list.slice(n, n + 1))).flat();
}
