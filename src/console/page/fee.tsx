/** A fee as a waterfall: each line on top of those before it, then the cap, the rounding and the fee. */
import type { Explanation } from '../../engine/quoted.ts';
import { dollars } from '../../exchange/journal/story.ts';
import type { Api } from './api.ts';
import { useLoaded } from './data.ts';
import { Facts, Line, Text } from './elements.tsx';

/** As the control routes explain a fee. */
interface FeeReply {
  readonly explanation?: Explanation;
  /** Why there is no explanation, or why it differs from the fee. */
  readonly unexplained?: string;
}

interface ExplainedFeeProps {
  readonly api: Api;
  /** Below `_tollgate`: the fee of an exchange, or a transaction. */
  readonly path: string;
}

export function ExplainedFee({ api, path }: ExplainedFeeProps) {
  const { value, error } = useLoaded(() => api.get<FeeReply>(path), [path]);
  const problem = value?.unexplained ?? error;

  return (
    <>
      {value?.explanation !== undefined && <Waterfall explanation={value.explanation} />}
      {problem !== undefined && <Line class="muted" text={problem} />}
    </>
  );
}

function Waterfall({ explanation }: { readonly explanation: Explanation }) {
  const { processor, card, region, limits, rules, asOf } = explanation;
  const steps = stepsOf(explanation);
  const decimals = Math.max(...steps.map(({ amount }) => decimalsOf(amount).length));
  const known = Object.values(card).filter((part) => part !== 'unknown');
  const notes = [
    ...limits
      .filter(({ applied }) => !applied)
      .map(({ label, limit, note }) => `${label}: ${note}, here ${dollars(Number(limit))}: not reached`),
    ...rules.map(({ name, effect, source }) => `${name}: ${effect} (${source})`),
  ];

  return (
    <div class="waterfall card stack">
      <ol style={{ '--decimals': decimals }}>
        {steps.map((step) => (
          <StepLine step={step} key={`${step.kind} ${step.label}`} />
        ))}
      </ol>
      {notes.map((note) => (
        <Line class="muted" key={note} text={note} />
      ))}
      <Facts
        pairs={[
          ['Processor', `${processor.name} (${processor.mid}), ${processor.model}`],
          ['Card', known.join(' ')],
          ['Region', [region.value, region.country].join(', country ')],
          ['Day', asOf],
        ]}
      />
    </div>
  );
}

/** Of the drawing, in its own units. */
const WIDTH = 200;
const HEIGHT = 12;
/** A bar of a tenth of a cent is still seen. */
const THINNEST = 1;

function StepLine({ step: { kind, label, amount, note, from, to } }: { readonly step: FeeStep }) {
  const width = Math.max(THINNEST, (to - from) * WIDTH);
  const decimals = decimalsOf(amount);

  return (
    <li class={`step ${kind}`}>
      <span>
        <Text text={label} />{' '}
        <small>
          <Text text={note} />
        </small>
      </span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {to > from && <rect x={from * WIDTH} width={width} y="0" height={HEIGHT} rx="1.5" />}
      </svg>
      <span class="number">
        {amount.slice(0, amount.length - decimals.length)}
        <span class="decimals">{decimals}</span>
      </span>
    </li>
  );
}

/** Amounts stand below each other at their point. */
function decimalsOf(amount: string): string {
  return amount.split('.')[1] ?? '';
}

export type Explained = Pick<
  Explanation,
  'transactionFee' | 'lines' | 'sum' | 'limits' | 'rounding' | 'obstacles'
>;

export interface FeeStep {
  readonly kind: 'line' | 'change' | 'fee';
  readonly label: string;
  /** In US dollars, with cents at least; with a minus where it is taken off, and never with a plus. */
  readonly amount: string;
  readonly note: string;
  /** Where its bar begins and ends, as shares of the widest one: 0 to 1. */
  readonly from: number;
  readonly to: number;
}

export function stepsOf(explained: Explained): readonly FeeStep[] {
  const { transactionFee, lines, sum, limits, rounding, obstacles } = explained;
  const steps: Omit<FeeStep, 'from' | 'to'>[] = [];
  const ends: (readonly [from: number, to: number])[] = [];
  let running = 0;
  const add = (
    kind: FeeStep['kind'],
    label: string,
    note: string,
    to: number,
    amount = shown(to - running),
  ) => {
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
