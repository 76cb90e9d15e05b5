/** Covering arrays: few rows with every combination of the levels of any two, or more, factors. */

/** A factor's levels, by its name. */
export type Factors = Readonly<Record<string, readonly unknown[]>>;

/** One level of each factor as an index; OPEN where none is chosen yet. */
type Row = readonly number[];

/** Pairs of factor and level, such as `0:2`. */
type Combination = readonly string[];

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
  const missing = new Map(combine(levels, width).map((combination) => [toKey(combination), combination]));
  const rows: Row[] = [];
  for (const combination of missing.values()) {
    const row = complete(toRow(combination, names.length), levels, width, missing);
    for (const covered of combinationsIn(row, width)) missing.delete(toKey(covered));
    rows.push(row);
  }

  return rows.map((row) =>
    Object.fromEntries(names.map((name, factor) => [name, factors[name]?.[row[factor] ?? 0]])),
  );
}

/** Chooses for each open factor the level that covers most missing combinations with the levels chosen so far. */
function complete(
  start: Row,
  levels: readonly (readonly number[])[],
  width: number,
  missing: ReadonlyMap<string, Combination>,
): Row {
  return levels.reduce((row, choices, factor) => {
    if (row[factor] !== OPEN) return row;
    const candidates = choices.map((level) => {
      const candidate = row.with(factor, level);
      const all = combinationsIn(candidate, width, factor);

      return { row: candidate, covers: all.filter((one) => missing.has(toKey(one))).length };
    });

    return candidates.reduce((best, next) => (next.covers > best.covers ? next : best)).row;
  }, start);
}

function combinationsIn(row: Row, width: number, required?: number): readonly Combination[] {
  const levels = row.map((level) => (level === OPEN ? [] : [level]));

  return combine(levels, width, { required });
}

/** Every combination of `width` factors' levels: factors from `from` on, with `required` where it is given. */
function combine(
  levels: readonly (readonly number[])[],
  width: number,
  { from = 0, required }: { readonly from?: number; readonly required?: number | undefined } = {},
): readonly Combination[] {
  if (width === 0) return required === undefined ? [[]] : [];

  return levels.flatMap((choices, factor) => {
    if (factor < from || choices.length === 0 || (required !== undefined && factor > required)) return [];
    const stillRequired = factor === required ? undefined : required;
    const rest = combine(levels, width - 1, { from: factor + 1, required: stillRequired });

    return choices.flatMap((level) => rest.map((others) => [`${factor}:${level}`, ...others]));
  });
}

function toKey(combination: Combination): string {
  return combination.join(' ');
}

function toRow(combination: Combination, length: number): Row {
  const chosen = new Map(combination.map((pair) => pair.split(':').map(Number) as [number, number]));

  return Array.from({ length }, (_, factor) => chosen.get(factor) ?? OPEN);
}
