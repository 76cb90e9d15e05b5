/** Lists of edge cases in other orders and parts. */

/** Parts of one size; the last one may be smaller. */
export function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}

/** The first of each list, then the second of each, and so on, so that the first few reach every list. */
export function interleave<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));

  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** The same list from another place on, and then its beginning. */
export function rotate<T>(values: readonly T[], by: number): readonly T[] {
  const start = by % Math.max(values.length, 1);

  return [...values.slice(start), ...values.slice(0, start)];
}
