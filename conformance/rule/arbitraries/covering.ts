/** Covering arrays: few rows with every combination of the levels of any two, or more, factors. */

/** A factor's levels, by its name. */
export type Factors = Readonly<Record<string, readonly unknown[]>>;

/** One level of each factor as an index; OPEN where none is chosen yet. */
type LevelRow = readonly number[];

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
  const width = Math.min(strength, names.length);
  const open = names.map(() => OPEN);
  const missing = new Map(combinations(open, levels, width).map((row) => [keysIn(row, width)[0], row]));
  const rows: LevelRow[] = [];
  for (const combination of missing.values()) {
    const row = levels.reduce<LevelRow>((chosen, choices, factor) => {
      if (chosen[factor] !== OPEN) return chosen;
      const candidates = choices.map((level) => {
        const candidate = chosen.with(factor, level);

        return { candidate, covers: keysIn(candidate, width).filter((key) => missing.has(key)).length };
      });

      return candidates.reduce((best, next) => (next.covers > best.covers ? next : best)).candidate;
    }, combination);
    for (const key of keysIn(row, width)) missing.delete(key);
    rows.push(row);
  }

  return rows.map((row) =>
    Object.fromEntries(names.map((name, factor) => [name, factors[name]?.[row[factor] ?? 0]])),
  );
}

/** All rows in which this many factors, from one on, have a level. */
function combinations(
  row: LevelRow,
  levels: readonly (readonly number[])[],
  width: number,
  from = 0,
): readonly LevelRow[] {
  if (width === 0) return [row];

  return levels
    .slice(from)
    .flatMap((choices, after) =>
      choices.flatMap((level) =>
        combinations(row.with(from + after, level), levels, width - 1, from + after + 1),
      ),
    );
}

/** The combinations of this many levels in a row, each as a text. */
function keysIn(row: LevelRow, width: number, from = 0): readonly string[] {
  if (width === 0) return [''];

  return row.flatMap((level, factor) =>
    factor < from || level === OPEN
      ? []
      : keysIn(row, width - 1, factor + 1).map((rest) => `${factor}:${level} ${rest}`),
  );
}
