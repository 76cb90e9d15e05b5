import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coveringRows } from './covering.ts';

test('two factors have all combinations', () => {
  expect(coveringRows({ coin: ['heads', 'tails'], die: [1, 2, 3] }, 2)).toHaveLength(6);
});

test('pairs of many factors need far fewer rows than all combinations', () => {
  const factors = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`f${n}`, [0, 1, 2]]));

  expect(coveringRows(factors, 2).length).toBeLessThan(25);
  expect(coveringRows(factors, 3).length).toBeLessThan(90);
});

test('a factor without levels gives no rows', () => {
  expect(coveringRows({ coin: ['heads'], none: [] }, 2)).toEqual([]);
  expect(coveringRows({}, 2)).toEqual([]);
});

test('every combination of the given number of factors occurs', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 3 }), (sizes, strength) => {
      const names = sizes.map((_, n) => `f${n}`);
      const levels = sizes.map((size) => Array.from({ length: size }, (_, level) => level));
      const rows = coveringRows(
        Object.fromEntries(names.map((name, n) => [name, levels[n] ?? []])),
        strength,
      );
      for (const chosen of subsets(names.length, Math.min(strength, names.length))) {
        const seen = new Set(rows.map((row) => chosen.map((n) => row[names[n] ?? '']).join()));
        expect(seen.size).toBe(chosen.reduce((product, n) => product * (sizes[n] ?? 0), 1));
      }
    }),
    { numRuns: 60 },
  );
});

function subsets(length: number, size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]];

  return Array.from({ length }, (_, last) => last).flatMap((last) =>
    subsets(last, size - 1).map((rest) => [...rest, last]),
  );
}
