/** One transaction: what is known of it, its timeline, and its fee line by line. */
import { dollars } from '../../../exchange/journal/story.ts';
import { Code, Facts, Text } from '../elements.tsx';
import { ExplainedFee } from '../exchanges/waterfall.tsx';
import { hrefOf, useStore } from '../store.ts';
import type { StepKind, Transaction, TransactionStep } from './transactions-of.ts';

export function TransactionDetail({ transaction }: { readonly transaction: Transaction }) {
  const { sTxId, mTxId, merchant, amount, fee, state, steps } = transaction;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['sTxId', sTxId],
    ['mTxId', mTxId],
    ['Merchant', merchant],
    ['Amount', amount === undefined ? undefined : dollars(amount)],
    ['Fee', fee === undefined ? undefined : dollars(fee)],
  ];
  const lastPrice = steps.findLast(({ kind }) => kind === 'priced' || kind === 'updated');

  return (
    <article class="card stack">
      <a class="back" href={hrefOf('transactions')}>
        ‹ All transactions
      </a>
      <header class="bar">
        <h2 class="clip">
          <Text text={mTxId ?? sTxId} />
        </h2>
        <span class={`badge ${state === 'sold' ? 'good' : 'note'}`}>{state}</span>
      </header>
      <Facts pairs={facts} />
      <section class="stack" aria-labelledby="timeline-title">
        <h3 id="timeline-title">Timeline</h3>
        {steps.length === 0 ? (
          <p class="muted">The journal no longer has its requests, only the ledger has the transaction.</p>
        ) : (
          <Timeline steps={steps} />
        )}
      </section>
      <FeeLines sTxId={sTxId} requestId={lastPrice?.entry.requestId} />
    </article>
  );
}

const TONES: { readonly [K in StepKind]: string } = {
  priced: 'note',
  updated: 'note',
  sold: 'good',
  refused: 'bad',
  unclear: 'warn',
};

/** Of one exchange. */
const MOST_SHOWN = 5;

function Timeline({ steps }: { readonly steps: readonly TransactionStep[] }) {
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

interface FeeLinesProps {
  readonly sTxId: string;
  /** Of the last price; undefined where only the ledger has the transaction. */
  readonly requestId: string | undefined;
}

function FeeLines({ sTxId, requestId }: FeeLinesProps) {
  const { api, server } = useStore();
  const path =
    requestId === undefined
      ? `/transactions/${encodeURIComponent(sTxId)}`
      : `/journal/${encodeURIComponent(requestId)}/fee`;

  return (
    <section class="stack" aria-labelledby="fee-title">
      <h3 id="fee-title">The last fee, line by line</h3>
      {server.value?.has('/journal/:requestId/fee') === true ? (
        <ExplainedFee api={api} path={path} />
      ) : (
        <p class="muted">
          A proxy does not know the prices of the merchants. With <code>tollgate proxy --pricing FILE</code>{' '}
          the verdict compares each fee with them.
        </p>
      )}
    </section>
  );
}
