/** Covering arrays: few rows with every combination of the levels of any two, or more, factors. */

/** A factor's levels, by its name. */
export type Factors = Readonly<Record<string, readonly unknown[]>>;

/** One level of each factor as an index; OPEN where none is chosen yet. */
type LevelRow = readonly number[];

/** Pairs of factor and level as one number each, by `pairOf`, the factors in ascending order. */
type Combination = readonly number[];

const OPEN = -1;

/**
 * Rows that cover every combination of the levels of any `strength` factors, or of all factors where there are fewer.
 * Greedy and deterministic: each row starts with a missing combination and adds the levels that cover most others.
 */
export function coveringRows(
  factors: Factors,
  strength: number,
): readonly Readonly<Record<string, unknown>>[] {
  const names = Object.keys(factors);
  const levels = names.map((name) => [...(factors[name] ?? []).keys()]);
  if (names.length === 0 || levels.some(({ length }) => length === 0)) return [];
  const space = createSpace(levels, Math.min(strength, names.length));
  const rows: LevelRow[] = [];
  for (const combination of space.missing.values()) {
    const row = complete(space.rowOf(combination), levels, space);
    space.cover(row);
    rows.push(row);
  }

  return rows.map((row) =>
    Object.fromEntries(names.map((name, factor) => [name, factors[name]?.[row[factor] ?? 0]])),
  );
}

/** Chooses for each open factor the level that covers most missing combinations with the levels chosen so far. */
function complete(start: LevelRow, levels: readonly (readonly number[])[], { missingIn }: Space): LevelRow {
  return levels.reduce((row, choices, factor) => {
    if (row[factor] !== OPEN) return row;
    const candidates = choices.map((level) => {
      const candidate = row.with(factor, level);

      return { row: candidate, covers: missingIn(candidate, factor) };
    });

    return candidates.reduce((best, next) => (next.covers > best.covers ? next : best)).row;
  }, start);
}

/** The combinations of `width` factors' levels, each with a number as its key: texts took three times as long. */
interface Space {
  /** Those that no row has covered yet. */
  readonly missing: ReadonlyMap<number, Combination>;
  /** How many missing combinations the row covers that have a level of this factor. */
  readonly missingIn: (row: LevelRow, factor: number) => number;
  readonly cover: (row: LevelRow) => void;
  readonly rowOf: (combination: Combination) => LevelRow;
}

function createSpace(levels: readonly (readonly number[])[], width: number): Space {
  const most = Math.max(...levels.map(({ length }) => length));
  const pairs = levels.length * most;
  const pairOf = (factor: number, level: number) => factor * most + level;
  const keyOf = (combination: Combination) => combination.reduce((key, pair) => key * pairs + pair, 0);
  const combine = (from: number, count: number): readonly Combination[] =>
    count === 0
      ? [[]]
      : levels.slice(from).flatMap((choices, after) => {
          const rest = combine(from + after + 1, count - 1);

          return choices.flatMap((level) => rest.map((others) => [pairOf(from + after, level), ...others]));
        });
  const missing = new Map(combine(0, width).map((combination) => [keyOf(combination), combination]));
  const pairsOf = (row: LevelRow) =>
    row.flatMap((level, factor) => (level === OPEN ? [] : [pairOf(factor, level)]));

  return {
    missing,
    missingIn(row, factor) {
      let count = 0;
      const required = pairOf(factor, row[factor] ?? OPEN);
      eachKey(pairsOf(row), { width, pairs, required }, (key) => {
        if (missing.has(key)) count++;
      });

      return count;
    },
    cover: (row) => eachKey(pairsOf(row), { width, pairs }, (key) => missing.delete(key)),
    rowOf(combination) {
      const chosen = new Map(combination.map((pair) => [Math.floor(pair / most), pair % most]));

      return levels.map((_, factor) => chosen.get(factor) ?? OPEN);
    },
  };
}

/** Calls `visit` with the key of each combination of these pairs; if a pair is required, only of those that have it. */
function eachKey(
  pairs: readonly number[],
  {
    width,
    pairs: base,
    required,
  }: { readonly width: number; readonly pairs: number; readonly required?: number },
  visit: (key: number) => void,
): void {
  const go = (from: number, left: number, key: number, isFound: boolean): void => {
    if (left === 0) {
      if (isFound) visit(key);
      return;
    }
    for (let at = from; at < pairs.length; at++) {
      const pair = pairs[at] ?? 0;
      if (!isFound && pair > (required ?? pair)) return;
      go(at + 1, left - 1, key * base + pair, isFound || pair === required);
    }
  };
  go(0, width, 0, required === undefined);
}
