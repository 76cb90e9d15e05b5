/** The amounts at which a price turns: the borders of its ranges, where a limit begins to count, and halves of a cent. */
import type { Quoted } from '../../src/engine/index.ts';
import { beforeRounding } from './figures.ts';

/** Whole cents to a quote; nothing where the prices say nothing. */
export type Priced = (cents: number) => Quoted | undefined;

interface Range {
  /** In cents. */
  readonly min: number;
  readonly max: number;
}

/** Amounts between which a turn is looked for: so many, evenly spread over the orders of magnitude. */
const STEPS = 64;

/** In cents: on each side of every border the last amount and the first, and one further. */
export function borders(priced: Priced, range: Range): readonly number[] {
  const steps = stepsOf(range);
  const found = steps.slice(1).flatMap((above, at) => {
    const below = steps[at] ?? above;
    if (shapeAt(priced, below) === shapeAt(priced, above)) return [];
    const last = lastLike(priced, below, above);

    return [last, last + 1, last - 1];
  });

  return found.filter((cents) => cents >= range.min && cents <= range.max);
}

function stepsOf({ min, max }: Range): readonly number[] {
  const steps = Array.from({ length: STEPS + 1 }, (_, at) => Math.round(min * (max / min) ** (at / STEPS)));

  return [...new Set(steps)];
}

/** The last amount that is priced as the first one is, by halves. */
function lastLike(priced: Priced, first: number, other: number): number {
  const shape = shapeAt(priced, first);
  let below = first;
  for (let above = other; above - below > 1; ) {
    const middle = Math.floor((below + above) / 2);
    if (shapeAt(priced, middle) === shape) below = middle;
    else above = middle;
  }

  return below;
}

/** By which lines and which limit an amount is priced, whatever they come to. */
function shapeAt(priced: Priced, cents: number): string {
  const quoted = priced(cents);
  if (quoted === undefined) return '';
  const lines = quoted.lines.map(({ label, note }) => [
    label,
    /^[\d.]+ %/.exec(note)?.[0],
    note.split(', ')[1],
  ]);

  return JSON.stringify([
    lines,
    quoted.limits.find(({ applied }) => applied)?.label,
    quoted.obstacles.length,
  ]);
}

/** Steps in cents and how far they go: wide ones first, since few prices have halves among the small amounts alone. */
const STRIDES = [
  { step: 5000, upTo: 200_000 },
  { step: 500, upTo: 20_000 },
  { step: 100, upTo: 10_000 },
  { step: 10, upTo: 2000 },
  { step: 1, upTo: 500 },
];

/**
 * In cents: amounts of which the fee is a whole number and a half before it is rounded. One where half-even goes down, one
 * where it goes up, and one that a binary float takes for less than a half.
 */
export function halves(priced: Priced, range: Range): readonly number[] {
  const found = new Map<string, number>();
  for (const cents of candidates(range)) {
    const quoted = priced(cents);
    const kind = quoted && halfOf(quoted);
    if (kind !== undefined && !found.has(kind)) found.set(kind, cents);
    if (found.size === 3) break;
  }

  return [...found.values()];
}

function* candidates({ min, max }: Range): Generator<number> {
  for (const { step, upTo } of STRIDES)
    for (let cents = step; cents <= Math.min(upTo, max); cents += step) if (cents >= min) yield cents;
}

function halfOf(quoted: Quoted): 'even' | 'odd' | 'float' | undefined {
  const { decimals } = quoted.rounding;
  const units = beforeRounding(quoted).times(10 ** decimals);
  if (!units.times(2).isInteger() || units.isInteger()) return undefined;
  const float = beforeRounding(quoted).toNumber();
  if (Number(float.toFixed(decimals)) !== quoted.transactionFee) return 'float';

  return units.floor().modulo(2).isZero() ? 'even' : 'odd';
}
