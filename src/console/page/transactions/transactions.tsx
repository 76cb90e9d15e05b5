/** The tab of transactions: the list with its search, and the selected one with its timeline. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { dollars, shortId } from '../../../exchange/journal/story.ts';
import { bound, Code, OtherWorlds, Table, Text } from '../elements.tsx';
import { hrefOf, useStore } from '../store.ts';
import { TransactionDetail } from './transaction-detail.tsx';
import { type Transaction, transactionsOf } from './transactions-of.ts';
import { MOST_LISTED, useLedger } from './use-ledger.ts';

/** Rows that are drawn before the reader asks for more. */
const ROWS = 200;

export function Transactions({ item }: { readonly item: string | undefined }) {
  const { feed } = useStore();
  const words = useSignal('');
  const rows = useSignal(ROWS);
  // On a phone the item takes the place of the list, which may be scrolled far down.
  useEffect(() => {
    if (item !== undefined) document.querySelector('.split-item')?.scrollIntoView({ block: 'nearest' });
  }, [item]);

  const entries = feed.exchanges.value;
  const own = useMemo(() => transactionsOf(entries, feed.storyOf), [entries]);
  const { all, isFull, isAsking } = useLedger(own, words.value.trim(), item);
  const found = all.filter((one) => fits(one, words.value));
  const selected = item === undefined ? undefined : all.find(({ sTxId }) => sTxId === item);

  if (all.length === 0 && item === undefined) return <NoTransactions />;

  return (
    <div class={item === undefined ? 'split' : 'split has-item'}>
      <section class="split-list stack" aria-labelledby="transactions-title">
        <div class="bar">
          <h2 id="transactions-title">Transactions</h2>
          <input
            class="field grow"
            type="search"
            aria-label="Search transactions"
            placeholder="Search by identifier, merchant, amount, state"
            {...bound(words)}
          />
          <p class="muted" role="status">
            {found.length === all.length ? `${all.length}` : `${found.length} of ${all.length}`}
          </p>
        </div>
        {isFull && (
          <p class="muted">
            These are the newest {MOST_LISTED.toLocaleString('en')} of the ledger, for each merchant. A search
            by a whole sTxId or mTxId finds the others.
          </p>
        )}
        <TransactionTable transactions={found.slice(0, rows.value)} item={item} />
        {found.length > rows.value && (
          <button class="button" type="button" onClick={() => (rows.value += 5 * ROWS)}>
            Show more
          </button>
        )}
        {found.length === 0 && (
          <p class="muted">
            {isAsking
              ? 'Asking the ledger…'
              : `No transaction${isFull ? ' of these' : ''} has all of these words.`}
          </p>
        )}
      </section>
      <section class="split-item" aria-label="The selected transaction">
        {item === undefined ? (
          <p class="muted hint">Select a transaction to see its timeline and its fee.</p>
        ) : selected === undefined && isAsking ? (
          <p class="muted hint">Asking the ledger…</p>
        ) : selected === undefined ? (
          <div class="card stack">
            <p>
              There is no transaction <Code text={item} /> any more.
            </p>
            <a href={hrefOf('transactions')}>All transactions</a>
          </div>
        ) : (
          <TransactionDetail key={selected.sTxId} transaction={selected} />
        )}
      </section>
    </div>
  );
}

interface TransactionTableProps {
  readonly transactions: readonly Transaction[];
  readonly item: string | undefined;
}

function TransactionTable({ transactions, item }: TransactionTableProps) {
  return (
    <Table
      caption="Transactions"
      class="transactions"
      columns={[
        'Transaction',
        { label: 'Merchant', class: 'wide-only' },
        { label: 'Amount', class: 'number' },
        { label: 'Fee', class: 'number' },
        'State',
      ]}
    >
      {transactions.map(({ sTxId, mTxId, merchant, amount, fee, state, steps }) => {
        const refused = steps.filter(({ kind }) => kind === 'refused').length;

        return (
          <tr key={sTxId} class={sTxId === item ? 'selected' : undefined}>
            <td>
              <a href={hrefOf('transactions', sTxId)} aria-current={sTxId === item ? 'true' : undefined}>
                <span class="clip">
                  <Text text={mTxId ?? shortId(sTxId)} />
                </span>
              </a>
              {mTxId !== undefined && (
                <small class="mono clip">
                  <Text text={shortId(sTxId)} />
                </small>
              )}
            </td>
            <td class="wide-only">
              <Text text={merchant ?? ''} />
            </td>
            <td class="number">{amount === undefined ? '' : dollars(amount)}</td>
            <td class="number">{fee === undefined ? '' : dollars(fee)}</td>
            <td>
              <span class={`badge ${state === 'sold' ? 'good' : 'note'}`}>{state}</span>
              {refused > 0 && <span class="badge bad">{refused} refused</span>}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function NoTransactions() {
  const { api } = useStore();
  const call = `curl -sS ${api.base.href}v1/ch -H "Authorization: Bearer $TOLLGATE_TOKEN" \\
  -H 'Content-Type: application/json' -H 'X-Requested-With: xhr' \\
  -d '{"amount":100,"nicn":"424242","region":"AZ","mTxId":"order-1"}'`;

  return (
    <section class="empty card stack">
      <h2>No transaction yet</h2>
      <OtherWorlds />
      <p>A transaction appears with the first fee call that is accepted. Point your client here, or paste:</p>
      <pre class="sunken">{call}</pre>
    </section>
  );
}

/** All words have to occur, in any order. */
function fits({ sTxId, mTxId, merchant, amount, fee, state }: Transaction, words: string): boolean {
  const text = [sTxId, mTxId, merchant, amount, fee, state].join(' ').toLowerCase();

  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
