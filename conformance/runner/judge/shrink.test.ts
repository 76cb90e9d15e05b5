import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shrinkCandidates } from '../../rule/shrink-candidates.ts';
import { shrink } from './shrink.ts';

/** Values as cases have them: no number beyond what money can be. */
const value = fc.oneof(
  fc.anything({
    maxDepth: 3,
    values: [
      fc.string(),
      fc.integer({ min: -9999, max: 9999 }),
      fc.double({ min: -9999, max: 9999, noNaN: true }),
      fc.constantFrom(true, false, null),
    ],
  }),
  fc.array(fc.record({ act: fc.constantFrom('first', 'sale'), amount: fc.integer({ min: 1, max: 9999 }) })),
);

/** Some ways in which a value can be at fault, each kept by many smaller values and lost by others. */
const fault = fc.constantFrom<(value: unknown) => boolean>(
  (value) => JSON.stringify(value).includes('a'),
  (value) => JSON.stringify(value).length > 12,
  (value) => Array.isArray(value) && value.length > 1,
  (value) => typeof value === 'object' && value !== null && Object.keys(value).length > 0,
  () => true,
);

const size = (value: unknown) => JSON.stringify(value).length;

async function shrinkCounting(
  start: unknown,
  fails: (value: unknown) => boolean,
  cost: number,
  maxRequests: number,
) {
  let requests = 0;
  const { smallest, requests: reported } = await shrink({
    start,
    maxRequests,
    candidates: shrinkCandidates,
    fails: async (candidate) => {
      requests += cost;

      return { failed: fails(candidate), requests: cost };
    },
  });

  expect(reported).toBe(requests);

  return { smallest, requests };
}

describe('the smallest case', () => {
  test('still fails, is never larger, and stays within the budget', async () => {
    await fc.assert(
      fc.asyncProperty(
        value,
        fault,
        fc.integer({ min: 1, max: 7 }),
        fc.nat({ max: 80 }),
        async (start, fails, cost, maxRequests) => {
          fc.pre(fails(start));
          const { smallest, requests } = await shrinkCounting(start, fails, cost, maxRequests);

          expect(fails(smallest)).toBe(true);
          expect(size(smallest)).toBeLessThanOrEqual(size(start));
          // The last attempt may be under way when the budget ends.
          expect(requests).toBeLessThan(maxRequests + cost);
        },
      ),
    );
  });

  test('cannot be made smaller once more', async () => {
    await fc.assert(
      fc.asyncProperty(value, fault, async (start, fails) => {
        fc.pre(fails(start));
        const { smallest } = await shrinkCounting(start, fails, 1, 100_000);

        expect([...shrinkCandidates(smallest)].filter(fails)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test('is the case itself where there is no budget', async () => {
    expect((await shrinkCounting(['a', 'b'], () => true, 1, 0)).smallest).toEqual(['a', 'b']);
  });

  test('has the one step and the one field that matter', async () => {
    const start = [
      { act: 'first', amount: 4321.99 },
      { act: 'update', amount: 77 },
      { act: 'sale', note: 'Größe', amount: 12 },
    ];
    const isAtFault = (value: unknown) => JSON.stringify(value).includes('"act":"sale"');

    expect((await shrinkCounting(start, isAtFault, 1, 60)).smallest).toEqual([{ act: 'sale' }]);
  });
});

test('nothing plainer is larger, and a finite number of steps leads to nothing', () => {
  fc.assert(
    fc.property(value, (start) => {
      let steps = 0;
      for (let now: unknown = start; steps < 10_000; steps++) {
        const next = shrinkCandidates(now).next();
        if (next.done) break;

        expect(size(next.value)).toBeLessThanOrEqual(size(now));
        now = next.value;
      }

      expect(steps).toBeLessThan(10_000);
    }),
  );
});
