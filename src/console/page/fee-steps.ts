/** The steps of a fee, from its first line to the fee. */
import type { Explanation } from '../../engine/quoted.ts';
import { dollars } from '../../exchange/journal/story.ts';

export type Explained = Pick<
  Explanation,
  'transactionFee' | 'lines' | 'sum' | 'limits' | 'rounding' | 'obstacles'
>;

interface FeeStep {
  readonly kind: 'line' | 'change' | 'fee';
  readonly label: string;
  readonly note: string;
  /** In US dollars, with cents at least; with a minus where it is taken off, and never with a plus. */
  readonly amount: string;
  /** Where its bar begins and ends, as shares of the widest one: 0 to 1. */
  readonly from: number;
  readonly to: number;
}

export function stepsOf(explained: Explained): readonly FeeStep[] {
  const { transactionFee, lines, sum, limits, rounding, obstacles } = explained;
  let running = 0;
  const step = (kind: FeeStep['kind'], label: string, note: string, to: number): FeeStep => {
    const from = running;
    running = to;

    return {
      ...{ kind, label, note, amount: shown(to - from) },
      ...{ from: Math.max(0, Math.min(from, to)), to: Math.max(0, from, to) },
    };
  };
  const steps = lines.map(({ label, note, amount }) => step('line', label, note, running + Number(amount)));
  running = Number(sum);
  const applied = limits.find((limit) => limit.applied);
  if (applied !== undefined) steps.push(step('change', applied.label, applied.note, Number(applied.limit)));
  // A fee of 0 by rule is not a result of rounding.
  if (obstacles.length > 0)
    steps.push(step('change', 'not chargeable', obstacles.join('; '), transactionFee));
  else if (Math.abs(running - transactionFee) > SMALLEST)
    steps.push(
      step('change', 'rounding', `${rounding.mode}, to ${rounding.decimals} decimals`, transactionFee),
    );
  running = 0;
  steps.push(step('fee', 'fee', '', transactionFee));
  const widest = Math.max(...steps.map(({ to }) => to), Number.MIN_VALUE);

  return steps.map((one) => ({ ...one, from: one.from / widest, to: one.to / widest }));
}

const DECIMALS = 6;
/** A smaller difference is one of binary fractions. */
const SMALLEST = 10 ** -(DECIMALS + 3);

/** With as many decimals as it needs. */
function shown(amount: number): string {
  return dollars(Number(amount.toFixed(DECIMALS))).replace('-', '−');
}
