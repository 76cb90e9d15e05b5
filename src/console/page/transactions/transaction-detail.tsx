/** One transaction: what is known of it, its timeline, and its fee line by line. */
import { dollars } from '../../../exchange/journal/story.ts';
import { hrefOf } from '../route.ts';
import { Facts } from '../ui/facts.tsx';
import { Text } from '../ui/text.tsx';
import { FeeLines } from './fee-lines.tsx';
import { Timeline } from './timeline.tsx';
import type { Transaction } from './transactions-of.ts';

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
