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
    1,
  ),
)('a store of the %i transactions %s fails, and nothing else does', async (size, _, keepsUsed) => {
  const { accused, rule } = await judgeStore(boundedStore({ size, keepsUsed }));

  expect(accused).toEqual(['identity/outlives-other-traffic']);
  expect(rule?.reason).toMatch(/^expected an accepted update after \d+ other first calls/);
});
