/** Which rows of a long list are drawn, and how far it is scrolled. */

/** In pixels. page.css has the same height. */
export const ROW_HEIGHT = 44;

/** Rows drawn above and below the view, for fast scrolling. */
const SPARE = 8;

interface RowRange {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

/**
 * @param top how far the list is scrolled, in pixels
 * @param height of the view, in pixels
 */
export function visibleRows(top: number, height: number, count: number): RowRange {
  const within = (row: number) => Math.max(0, Math.min(row, count));

  return {
    from: within(Math.floor(top / ROW_HEIGHT) - SPARE),
    to: within(Math.ceil((top + height) / ROW_HEIGHT) + SPARE),
  };
}

/** Where the list has to be scrolled to, so that a row is in view. */
export function scrollTo(row: number, top: number, height: number): number {
  const start = row * ROW_HEIGHT;

  return Math.min(start, Math.max(start + ROW_HEIGHT - height, top));
}
