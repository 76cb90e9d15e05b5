import { expect, test } from 'vitest';
import { fee, pickCalls, sale } from './script.ts';

const OPENED = ['{m1}', '{m2}'].map((mTxId) => fee({ mTxId }));
const REFUSED = { expects: { refused: 'a refusal', edited: ['sTxId', 'mTxId'] } };

test('a smaller script numbers the calls that it refers to anew', () => {
  const calls = [fee({}), fee({}), sale({ sTxId: '{u2}' }), sale({ sTxId: '{s2}' })];

  expect(pickCalls(calls, new Set([1, 2, 3]))?.map(({ body }) => body)).toEqual([
    {},
    { sTxId: '{u1}' },
    { sTxId: '{s1}' },
  ]);
});

test.each([
  [
    'the sTxId of one and the mTxId of another',
    sale({ sTxId: '{s1}', mTxId: '{m2}' }, REFUSED),
    [false, false],
  ],
  ['an sTxId like that of one', sale({ sTxId: '{u1}' }, REFUSED), [false, true]],
  ['an mTxId', sale({ mTxId: '{m2}' }, REFUSED), [true, false]],
])('a call with an expectation keeps the transactions that it names: %s', (_, last, withoutFirstOrSecond) => {
  const picked = [0, 1].map((left) => pickCalls([...OPENED, last], new Set([1 - left, 2])));

  expect(picked.map((calls) => calls !== undefined)).toEqual(withoutFirstOrSecond);
});

test('a field that is undefined is left out, so that a call names no field that it does not send', () => {
  expect(Object.keys(fee({ amount: 1, processor: undefined }).body)).toEqual(['amount']);
});
