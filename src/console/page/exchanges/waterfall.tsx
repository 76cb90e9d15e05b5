/** A fee as a waterfall: each line on top of those before it, then the cap, the rounding and the fee. */
import type { Explanation } from '../../../engine/explanation.ts';
import type { Api } from '../api.ts';
import { useLoaded } from '../data.ts';
import { Facts, Text } from '../elements.tsx';
import { type Step, stepsOf } from './waterfall-steps.ts';

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
      {problem !== undefined && (
        <p class="muted">
          <Text text={problem} />
        </p>
      )}
    </>
  );
}

function Waterfall({ explanation }: { readonly explanation: Explanation }) {
  const { processor, card, region, limits, rules, asOf } = explanation;
  const spare = limits.filter(({ applied }) => !applied);
  const facts = [
    ['Processor', `${processor.name} (${processor.mid}), ${processor.model}`],
    [
      'Card',
      Object.values(card)
        .filter((part) => part !== 'unknown')
        .join(' '),
    ],
    ['Region', [region.value, region.country].join(', country ')],
    ['Day', asOf],
  ] as const;

  return (
    <div class="waterfall card stack">
      <ol>
        {stepsOf(explanation).map((step) => (
          <StepLine step={step} key={`${step.kind} ${step.label}`} />
        ))}
      </ol>
      {spare.map(({ label, limit, note }) => (
        <p class="muted" key={label}>
          <Text text={`${label}: ${note}, here ${limit}: not reached`} />
        </p>
      ))}
      {rules.map(({ name, effect, source }) => (
        <p class="muted" key={name}>
          <Text text={`${name}: ${effect} (${source})`} />
        </p>
      ))}
      <Facts pairs={facts} />
    </div>
  );
}

/** Of the drawing, in its own units. */
const WIDTH = 200;
const HEIGHT = 12;
/** A bar of a tenth of a cent is still seen. */
const THINNEST = 1;

function StepLine({ step: { kind, label, amount, note, from, to } }: { readonly step: Step }) {
  return (
    <li class={`step ${kind}`}>
      <span class="line">
        <Text text={label} />
        {note !== '' && (
          <small>
            {' '}
            <Text text={note} />
          </small>
        )}
      </span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <rect
          x={from * WIDTH}
          width={Math.max(THINNEST, (to - from) * WIDTH)}
          y="0"
          height={HEIGHT}
          rx="1.5"
        />
      </svg>
      <span class="number">{amount}</span>
    </li>
  );
}
