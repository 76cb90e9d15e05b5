/** The steps of a fee for its waterfall: each line on top of those before it, the cap, the rounding, the fee. */
import type { Explanation } from '../../../engine/explanation.ts';

export type Explained = Pick<
  Explanation,
  'transactionFee' | 'lines' | 'sum' | 'limits' | 'rounding' | 'obstacles'
>;

export interface Step {
  readonly kind: 'line' | 'limit' | 'rounding' | 'fee';
  readonly label: string;
  /** In US dollars; with its sign for a change. */
  readonly amount: string;
  readonly note: string;
  /** Where its bar begins and ends, as shares of the widest one: 0 to 1. */
  readonly from: number;
  readonly to: number;
}

export function stepsOf({
  transactionFee,
  lines,
  sum,
  limits,
  rounding,
  obstacles,
}: Explained): readonly Step[] {
  const decimals = Math.min(DECIMALS, Math.max(2, ...lines.map(({ amount }) => decimalsOf(amount))));
  const running = runningSums(lines.map(({ amount }) => Number(amount)));
  const applied = limits.find((limit) => limit.applied);
  const limited = applied === undefined ? Number(sum) : Number(applied.limit);
  // A fee of 0 by rule is not a result of rounding.
  const beforeRounding = obstacles.length > 0 ? transactionFee : limited;
  const widest = Math.max(...running, Number(sum), transactionFee, Number.MIN_VALUE);
  const share = (value: number) => Math.max(0, Math.min(1, value / widest));
  const bar = (from: number, to: number) => ({
    from: share(Math.min(from, to)),
    to: share(Math.max(from, to)),
  });
  const change = (kind: Step['kind'], label: string, note: string, from: number, to: number): Step => ({
    ...{ kind, label, note, amount: signed(to - from) },
    ...bar(from, to),
  });

  return [
    ...lines.map(({ label, amount, note }, at): Step => {
      const [from = 0, to = 0] = running.slice(at, at + 2);

      return { kind: 'line', label, amount: padded(amount, decimals), note, ...bar(from, to) };
    }),
    ...(applied === undefined
      ? []
      : [change('limit', applied.label, applied.note, Number(sum), Number(applied.limit))]),
    ...(obstacles.length === 0
      ? []
      : [change('limit', 'not chargeable', obstacles.join('; '), limited, transactionFee)]),
    ...(isSame(beforeRounding, transactionFee)
      ? []
      : [
          change(
            'rounding',
            'rounding',
            `${rounding.mode}, to ${rounding.decimals} decimals`,
            beforeRounding,
            transactionFee,
          ),
        ]),
    { kind: 'fee', label: 'fee', amount: String(transactionFee), note: '', ...bar(0, transactionFee) },
  ];
}

/** Begins with 0. */
function runningSums(values: readonly number[]): readonly number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);

  return sums;
}

function decimalsOf(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}

/** With zeros at its end, so that the amounts stand below each other. */
function padded(amount: string, decimals: number): string {
  const missing = decimals - decimalsOf(amount);

  return missing <= 0 ? amount : `${amount}${amount.includes('.') ? '' : '.'}${'0'.repeat(missing)}`;
}

/** Shown amounts have at most six decimals; a difference of binary fractions is not a step. */
const DECIMALS = 6;

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < 10 ** -(DECIMALS + 3);
}

function signed(change: number): string {
  const text = Math.abs(change)
    .toFixed(DECIMALS)
    .replace(/0{1,4}$/, '');

  return `${change < 0 ? '−' : '+'}${text}`;
}
