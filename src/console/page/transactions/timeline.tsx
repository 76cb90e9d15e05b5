/** The exchanges of a transaction from top to bottom, each linked to the exchange itself. */
import { dollars } from '../../../exchange/journal/story.ts';
import { hrefOf } from '../route.ts';
import { Code, Text } from '../ui/text.tsx';
import type { StepKind, TransactionStep } from './transactions-of.ts';

const TONES: { readonly [K in StepKind]: string } = {
  priced: 'note',
  updated: 'note',
  sold: 'good',
  refused: 'bad',
  unclear: 'warn',
};

/** Of one exchange. */
const MOST_SHOWN = 5;

export function Timeline({ steps }: { readonly steps: readonly TransactionStep[] }) {
  return (
    <ol class="timeline">
      {steps.map((step) => (
        <Step key={step.entry.requestId} {...step} />
      ))}
    </ol>
  );
}

function Step({ kind, operation, entry, amount, fee }: TransactionStep) {
  const { requestId, time, status, reason, violations, fault, hints } = entry;

  return (
    <li class={TONES[kind]}>
      <p class="bar">
        <a href={hrefOf('exchanges', requestId)}>{titleOf(kind, operation)}</a>
        {fee !== undefined && <strong>{dollars(fee)}</strong>}
        {amount !== undefined && <span class="muted">for {dollars(amount)}</span>}
        <span class="muted">{status}</span>
      </p>
      {reason !== undefined && (
        <p>
          <Text text={reason} />
        </p>
      )}
      {violations.slice(0, MOST_SHOWN).map(({ pointer, expected, got }) => (
        <p key={`${pointer} ${expected}`}>
          <Code text={pointer} /> <Text text={`expected ${expected}, got ${got}`} />
        </p>
      ))}
      {violations.length > MOST_SHOWN && <p class="muted">and {violations.length - MOST_SHOWN} more</p>}
      {fault !== undefined && (
        <p class="warn tone">
          Fault <Code text={fault} />: the client may have received less.
        </p>
      )}
      {/* The violations explain a refusal. */}
      {(violations.length > 0 ? [] : hints).map(({ rule, message }) => (
        <p key={rule} class="warn tone">
          <code>{rule}</code> <Text text={message} />
        </p>
      ))}
      <small>
        <time dateTime={time}>{timeOf(time)}</time> · <Code text={requestId} />
      </small>
    </li>
  );
}

function titleOf(kind: StepKind, operation: TransactionStep['operation']): string {
  switch (kind) {
    case 'priced':
      return 'Priced';
    case 'updated':
      return 'Updated';
    case 'sold':
      return 'Sold';
    case 'refused':
      return operation === 'sale' ? 'Sale refused' : 'Fee call refused';
    case 'unclear':
      return operation === 'sale' ? 'Sale, unclear response' : 'Fee call, unclear response';
  }
}

/** With the day: the clock of a mock may be anywhere. */
function timeOf(time: string): string {
  return time.replace('T', ' ').replace(/Z$/, ' UTC');
}
