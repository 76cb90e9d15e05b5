/** A store of fixed size loses transactions: where a run sees one lost, the rule never passes. */
import { expect, test } from 'vitest';
import { sampled } from '../support/sampled.ts';
import { boundedStore, judgeStore } from './bounded-store.ts';

test.each(
  sampled(
    [
      [30, 'used last', true],
      [30, 'opened last', false],
      [100, 'used last', true],
      [250, 'used last', true],
      [250, 'opened last', false],
      [500, 'used last', true],
    ],
    2,
  ),
)('a store of the %i transactions %s fails, and nothing else does', async (size, _, keepsUsed) => {
  const { accused, rule } = await judgeStore(boundedStore({ size, keepsUsed }));

  expect(accused).toEqual(['identity/outlives-other-traffic']);
  expect(rule?.reason).toMatch(/^expected an accepted update after \d+ other first calls/);
});

test('where the cap leaves too few requests to lose another transaction, the verdict stays open', async () => {
  const { verdict, accused, rule } = await judgeStore(boundedStore({ size: 500, keepsUsed: true }), {
    maxRequests: 1500,
  });

  expect({ verdict, accused }).toEqual({ verdict: 'inconclusive', accused: [] });
  expect(rule).toMatchObject({ outcome: 'unstable' });
  expect(rule?.reason).toMatch(/expected an accepted update, by sTxId, after \d{3} other first calls, got/);
});
