/** The rows of a long list that are drawn: those in view, and some beside them. */

/** In pixels. page.css has the same height. */
export const ROW_HEIGHT = 44;

/** Rows drawn above and below the view, for fast scrolling. */
const SPARE = 8;

export interface Range {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

/**
 * @param top how far the list is scrolled, in pixels
 * @param height of the view, in pixels
 */
export function visibleRows(top: number, height: number, count: number): Range {
  const from = Math.floor(top / ROW_HEIGHT) - SPARE;
  const to = Math.ceil((top + height) / ROW_HEIGHT) + SPARE;

  return { from: Math.max(0, Math.min(from, count)), to: Math.max(0, Math.min(to, count)) };
}

/** The row of each slot: while the list is scrolled a row keeps its slot, and the next one takes the slot of one that left. */
export function slotsOf({ from, to }: Range): readonly number[] {
  const count = to - from;

  return Array.from({ length: count }, (_, slot) => from + ((((slot - from) % count) + count) % count));
}

/** Where the list has to be scrolled to, so that a row is in view. */
export function scrollTo(row: number, top: number, height: number): number {
  const start = row * ROW_HEIGHT;
  if (start < top) return start;

  return start + ROW_HEIGHT > top + height ? start + ROW_HEIGHT - height : top;
}
