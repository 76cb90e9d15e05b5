import { expect, test } from 'vitest';
import { findLargestAccepted } from './limits.ts';

/** The result for a deployment that accepts values up to `most`, and the number of requests. */
async function search(most: number) {
  let requests = 0;
  const result = await findLargestAccepted({
    limits: [20, 36, 64, 255],
    beyond: 4000,
    accepts: async (value) => {
      requests++;

      return value <= most;
    },
  });

  return { result, requests };
}

test.each([
  [Number.POSITIVE_INFINITY, 'any'],
  [4000, 'any'],
  [255, '255'],
  [64, '64'],
  [36, '36'],
  [20, '20'],
  [19, 'less than 20'],
  [40, 'from 37 to 63'],
  [300, 'from 256 to 3999'],
])('a limit of %d is reported as %s after at most 5 requests', async (most, expected) => {
  const { result, requests } = await search(most);

  expect(result).toEqual([expected]);
  expect(requests).toBeLessThanOrEqual(5);
});
