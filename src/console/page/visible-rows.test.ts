import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROW_HEIGHT, scrollTo, slotsOf, visibleRows } from './visible-rows.ts';

const lists = fc.record({
  top: fc.integer({ min: 0, max: 500_000 }),
  height: fc.integer({ min: 0, max: 3_000 }),
  count: fc.integer({ min: 0, max: 10_000 }),
});

describe('the rows of a long list', () => {
  it('are few, in the list, and all that are in view', () => {
    fc.assert(
      fc.property(lists, ({ top, height, count }) => {
        const { from, to } = visibleRows(top, height, count);
        const inView = Array.from({ length: count }, (_, row) => row).filter(
          (row) => (row + 1) * ROW_HEIGHT > top && row * ROW_HEIGHT < top + height,
        );

        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(count);
        expect(to - from).toBeLessThanOrEqual(height / ROW_HEIGHT + 18);
        expect(inView.every((row) => row >= from && row < to)).toBe(true);
      }),
    );
  });

  it('have a slot each, which they keep while the list is scrolled', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(60), fc.nat(60), (from, count, moved) => {
        const before = slotsOf({ from, to: from + count });
        const after = slotsOf({ from: from + moved, to: from + moved + count });
        const kept = before.filter((row, slot) => row >= from + moved && after[slot] !== row);

        expect(before.toSorted((one, other) => one - other)).toEqual(
          Array.from({ length: count }, (_, at) => from + at),
        );
        expect(kept).toEqual([]);
      }),
    );
  });

  it('a row is in view where the list is scrolled to it, and the list stays where it is already', () => {
    fc.assert(
      fc.property(lists, fc.nat(9_999), ({ top, height: some }, row) => {
        const height = some + ROW_HEIGHT;
        const next = scrollTo(row, top, height);

        expect(row * ROW_HEIGHT).toBeGreaterThanOrEqual(next);
        expect((row + 1) * ROW_HEIGHT).toBeLessThanOrEqual(next + height);
        expect(scrollTo(row, next, height)).toBe(next);
      }),
    );
  });
});
