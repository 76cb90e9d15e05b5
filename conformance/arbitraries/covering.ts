/** Covering arrays: few rows in which every combination of any so many factors' levels comes up at least once. */

/** A factor's levels, by its name. */
export type Factors = Readonly<Record<string, readonly unknown[]>>;

/** One level of each factor, as an index. */
type Row = readonly number[];

/**
 * Rows that cover every combination of the levels of any `strength` factors; of fewer factors, all combinations.
 * Greedy: each row takes one combination that is still missing and fills up with what covers most. The same factors
 * always give the same rows.
 */
export function coveringRows(
  factors: Factors,
  strength: number,
): readonly Readonly<Record<string, unknown>>[] {
  const names = Object.keys(factors);
  const sizes = names.map((name) => factors[name]?.length ?? 0);
  if (names.length === 0 || sizes.includes(0)) return [];
  const width = Math.min(strength, names.length);
  const missing = combinations(sizes, width);
  const rows: Row[] = [];
  for (const key of missing) {
    const row = fill(parse(key, sizes.length), sizes, width, missing);
    for (const covered of keysIn(row, width)) missing.delete(covered);
    rows.push(row);
  }

  return rows.map((row) =>
    Object.fromEntries(names.map((name, factor) => [name, factors[name]?.[row[factor] ?? 0]])),
  );
}

const OPEN = -1;

/** Fills each open place with the level that covers most of what is missing, together with what stands already. */
function fill(start: Row, sizes: readonly number[], width: number, missing: ReadonlySet<string>): Row {
  const row = [...start];
  for (const [factor, size] of sizes.entries()) {
    if (row[factor] !== OPEN) continue;
    let best = { level: 0, covers: -1 };
    for (let level = 0; level < size; level++) {
      row[factor] = level;
      const covers = keysIn(row, width, factor).filter((key) => missing.has(key)).length;
      if (covers > best.covers) best = { level, covers };
    }
    row[factor] = best.level;
  }

  return row;
}

/** Every combination of so many factors' levels, written as its key. */
function combinations(sizes: readonly number[], width: number): Set<string> {
  const keys = new Set<string>();
  const extend = (from: number, parts: readonly string[]) => {
    if (parts.length === width) {
      keys.add(parts.join(' '));
      return;
    }
    for (let factor = from; factor < sizes.length; factor++)
      for (let level = 0; level < (sizes[factor] ?? 0); level++)
        extend(factor + 1, [...parts, `${factor}:${level}`]);
  };
  extend(0, []);

  return keys;
}

/** The combinations that a row holds, of the places that are filled; only those with this factor, where one is given. */
function keysIn(row: Row, width: number, factor?: number): readonly string[] {
  const filled = [...row.keys()].filter((place) => row[place] !== OPEN);
  const keys: string[] = [];
  const extend = (from: number, chosen: readonly number[]) => {
    if (chosen.length === width) {
      if (factor === undefined || chosen.includes(factor))
        keys.push(chosen.map((place) => `${place}:${row[place]}`).join(' '));
      return;
    }
    for (let next = from; next < filled.length; next++) extend(next + 1, [...chosen, filled[next] ?? 0]);
  };
  extend(0, []);

  return keys;
}

function parse(key: string, length: number): Row {
  const row: number[] = Array.from({ length }, () => OPEN);
  for (const part of key.split(' ')) {
    const [factor = 0, level = 0] = part.split(':').map(Number);
    row[factor] = level;
  }

  return row;
}
