/** What a deep run, which opens more transactions, makes of a store of fixed size. */
import { expect, test } from 'vitest';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { boundedStore, judgeStore } from './bounded-store.ts';

/** The rules that look a transaction up; those on a single call cannot lose one. */
const selects = (id: RuleId) => /^(identity|sale)\//.test(id);

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
