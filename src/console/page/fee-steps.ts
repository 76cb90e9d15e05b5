/** The steps of a fee for its waterfall: each line on top of those before it, the cap, the rounding, the fee. */
import type { Explanation } from '../../engine/explanation.ts';
import { dollars } from '../../exchange/journal/story.ts';

export type Explained = Pick<
  Explanation,
  'transactionFee' | 'lines' | 'sum' | 'limits' | 'rounding' | 'obstacles'
>;

export interface Step {
  readonly kind: 'line' | 'change' | 'fee';
  readonly label: string;
  /** In US dollars, with cents at least; with a minus where it is taken off, and never with a plus. */
  readonly amount: string;
  readonly note: string;
  /** Where its bar begins and ends, as shares of the widest one: 0 to 1. */
  readonly from: number;
  readonly to: number;
}

export function stepsOf(explained: Explained): readonly Step[] {
  const { transactionFee, lines, sum, limits, rounding, obstacles } = explained;
  const steps: Omit<Step, 'from' | 'to'>[] = [];
  const ends: (readonly [from: number, to: number])[] = [];
  let running = 0;
  const add = (kind: Step['kind'], label: string, note: string, to: number, amount = shown(to - running)) => {
    steps.push({ kind, label, note, amount });
    ends.push([running, to]);
    running = to;
  };
  for (const { label, note, amount } of lines)
    add('line', label, note, running + Number(amount), shown(Number(amount)));
  running = Number(sum);
  const applied = limits.find((limit) => limit.applied);
  if (applied !== undefined) add('change', applied.label, applied.note, Number(applied.limit));
  // A fee of 0 by rule is not a result of rounding.
  if (obstacles.length > 0) add('change', 'not chargeable', obstacles.join('; '), transactionFee);
  else if (Math.abs(running - transactionFee) > SMALLEST)
    add('change', 'rounding', `${rounding.mode}, to ${rounding.decimals} decimals`, transactionFee);
  running = 0;
  add('fee', 'fee', '', transactionFee, dollars(transactionFee));
  const widest = Math.max(...ends.flat(), Number.MIN_VALUE);
  const share = (value: number) => Math.max(0, Math.min(1, value / widest));

  return steps.map((step, at) => {
    const [one = 0, other = 0] = ends[at] ?? [];

    return { ...step, from: share(Math.min(one, other)), to: share(Math.max(one, other)) };
  });
}

const DECIMALS = 6;
/** A smaller difference is one of binary fractions. */
const SMALLEST = 10 ** -(DECIMALS + 3);

/** With as many decimals as it needs. */
function shown(amount: number): string {
  return dollars(Number(amount.toFixed(DECIMALS))).replace('-', '−');
}
