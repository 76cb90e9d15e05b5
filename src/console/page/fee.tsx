/** A fee as a waterfall: each line on top of those before it, then the cap, the rounding and the fee. */
import type { Explanation } from '../../engine/quoted.ts';
import { dollars } from '../../exchange/journal/story.ts';
import type { Api } from './api.ts';
import { useLoaded } from './data.ts';
import { Facts, Line, Text } from './elements.tsx';
import { useStore } from './store.ts';

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
  const isKnown = useStore().server.value?.has('/journal/:requestId/fee') === true;
  const { value, error } = useLoaded<FeeReply>(isKnown ? path : undefined, api);
  if (!isKnown)
    return (
      <p class="muted">
        A proxy does not know the prices of the merchants. With <code>tollgate proxy --pricing FILE</code> the
        verdict compares each fee with them.
      </p>
    );
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
  const decimals = Math.max(...steps.map(({ amount }) => decimalsOf(amount)));
  const known = Object.values(card).filter((part) => part !== 'unknown');
  const notes = [
    ...limits
      .filter(({ applied }) => !applied)
      .map(({ label, limit, note }) => `${label}: ${note}, here ${dollars(Number(limit))}: not reached`),
    ...rules.map(({ name, effect, source }) => `${name}: ${effect} (${source})`),
  ];

  return (
    <div class="waterfall card stack">
      <ul>
        {steps.map(({ kind, label, note, amount, from, to }) => (
          <li class={`step ${kind}`} key={`${kind} ${label}`}>
            <span>
              <Text text={label} />{' '}
              <small>
                <Text text={note} />
              </small>
            </span>
            <span class="track" aria-hidden="true">
              <i style={{ marginLeft: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
            </span>
            {/* Amounts stand below each other at their point: a figure space is as wide as a digit. */}
            <span class="number">{amount + '\u2007'.repeat(decimals - decimalsOf(amount))}</span>
          </li>
        ))}
      </ul>
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

function decimalsOf(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}

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
