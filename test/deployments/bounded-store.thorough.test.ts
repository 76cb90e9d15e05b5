/** A store of fixed size loses transactions: where a run sees one lost, the rule never passes. */
import { expect, test } from 'vitest';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { boundedStore, judgeStore } from './bounded-store.ts';

/** The rules that look a transaction up; those on a single call cannot lose one. */
const selects = (id: RuleId) => /^(identity|sale)\//.test(id);

test.each([
  [30, 'used last', true],
  [250, 'opened last', false],
  [500, 'used last', true],
])('a store of the %i transactions %s fails, and nothing else does', async (size, _, keepsUsed) => {
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

test('a deep run fails a store of 800 transactions', async () => {
  const { accused } = await judgeStore(boundedStore({ size: 800, keepsUsed: true }), {
    effort: 'deep',
    selects,
  });

  expect(accused).toEqual(['identity/outlives-other-traffic']);
});

test('a deep run passes a store of 1,000 transactions, and reports what it lost', async () => {
  const { verdict, rule } = await judgeStore(boundedStore({ size: 1000, keepsUsed: true }), {
    effort: 'deep',
    selects,
  });

  expect(verdict).toBe('conformant');
  expect(rule).toMatchObject({ outcome: 'pass' });
  expect(rule?.reason).toMatch(/^a transaction is lost after \d+ other first calls, but not after 900/);
});
