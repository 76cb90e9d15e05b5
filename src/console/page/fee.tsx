/** A fee as a waterfall: each line on top of those before it, then the cap, the rounding and the fee. */
import type { Explanation } from '../../engine/quoted.ts';
import { dollars } from '../../exchange/journal/story.ts';
import type { Api } from './api.ts';
import { useLoaded } from './data.ts';
import { Facts, Line, Text } from './elements.tsx';
import { stepsOf } from './fee-steps.ts';
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
