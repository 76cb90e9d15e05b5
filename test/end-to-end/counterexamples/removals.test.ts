/** What an audit leaves out of a counterexample, one thing at a time. */
import { expect, test } from 'vitest';
import { removals } from './smaller.ts';

test('every single thing is left out of a case: fields, steps, characters, one of a number', () => {
  const left = [...removals([{ edit: 'with x', base: { a: 1 }, body: { mTxId: '{m1}ab' } }, { others: 2 }])];

  expect(left).toContainEqual([{ others: 2 }]);
  expect(left).toContainEqual([{ edit: 'with x', base: { a: 1 }, body: {} }, { others: 2 }]);
  expect(left).toContainEqual([{ edit: 'with x', base: { a: 1 }, body: { mTxId: '{m1}b' } }, { others: 2 }]);
  expect(left).toContainEqual([{ edit: 'with x', base: { a: 1 }, body: { mTxId: '{m1}ab' } }, { others: 1 }]);
  expect(left).toHaveLength(6);
});
