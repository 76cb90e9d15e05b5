/** A fee as a waterfall: each line on top of those before it, then the cap, the rounding and the fee. */
import type { Explanation } from '../../engine/explanation.ts';
import { dollars } from '../../exchange/journal/story.ts';
import type { Api } from './api.ts';
import { useLoaded } from './data.ts';
import { Facts, Line, Text } from './elements.tsx';
import { type Step, stepsOf } from './fee-steps.ts';

interface Explained {
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
  const { value, error } = useLoaded(() => api.get<Explained>(path), [path]);
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

function StepLine({ step: { kind, label, amount, note, from, to } }: { readonly step: Step }) {
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
        <rect x={from * WIDTH} width={width} y="0" height={HEIGHT} rx="1.5" />
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
