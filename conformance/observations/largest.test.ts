import { expect, test } from 'vitest';
import { largestTaken } from './largest.ts';

/** What is said of a deployment that takes no more than this, and how often it is asked. */
async function sayOf(most: number) {
  let asked = 0;
  const said = await largestTaken({
    limits: [20, 36, 64, 255],
    beyond: 4000,
    takes: async (value) => {
      asked++;

      return value <= most;
    },
  });

  return { said, asked };
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
])('a deployment that takes up to %d is said to take %s, in few requests', async (most, told) => {
  const { said, asked } = await sayOf(most);

  expect(said).toBe(told);
  expect(asked).toBeLessThanOrEqual(5);
});
