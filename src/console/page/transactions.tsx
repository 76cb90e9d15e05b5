/** The tab of transactions: the list with its search, and the selected one with its timeline and its last fee. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { dollars, type Story, violationText } from '../../exchange/journal/story.ts';
import { Badge, Button, bound, Code, Facts, Line, Money, Table, Text, toneOf } from './elements.tsx';
import { FirstCall } from './exchanges.tsx';
import { ExplainedFee } from './fee.tsx';
import {
  isPrice,
  MOST_LISTED,
  type ShownTransaction,
  type TransactionStep,
  transactionsOf,
  useLedger,
} from './ledger.ts';
import { wordsOf } from './rows.ts';
import { hrefOf, useStore } from './store.ts';

/** Rows that are drawn before the reader asks for more. */
const ROWS = 200;

export function Transactions({ item }: { readonly item: string | undefined }) {
  const { feed } = useStore();
  const typed = useSignal('');
  const rows = useSignal(ROWS);
  const entries = feed.exchanges.value;
  const own = useMemo(() => transactionsOf(entries, feed.storyOf), [entries]);
  const { all, isFull, isAsking } = useLedger(own, typed.value.trim(), item);
  const words = wordsOf(typed.value);
  const found = all.filter((one) => words.every((word) => textOf(one).includes(word)));
  const selected = item === undefined ? undefined : all.find(({ sTxId }) => sTxId === item);
  const at = selected === undefined ? -1 : found.indexOf(selected);
  const drawn = Math.max(rows.value, at + 1);
  // The selected one is in view, in the list and beside it; on a phone it takes the place of the list.
  useEffect(() => {
    for (const part of document.querySelectorAll('.transactions .selected, .split-item'))
      part.scrollIntoView({ block: 'nearest' });
  }, [item, at >= 0]);

  if (all.length === 0 && item === undefined) return <FirstCall title="No transaction yet" />;

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
            {...bound(typed)}
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
        <TransactionTable transactions={found.slice(0, drawn)} item={item} />
        {found.length > drawn && <Button label="Show more" action={() => (rows.value = drawn + 5 * ROWS)} />}
        {found.length === 0 && (
          <p class="muted">
            {isAsking
              ? 'Asking the ledger…'
              : `No transaction${isFull ? ' of these' : ''} has all of these words.`}
          </p>
        )}
      </section>
      <section class="split-item" aria-label="The selected transaction">
        {selected !== undefined ? (
          <Detail key={selected.sTxId} transaction={selected} />
        ) : item === undefined || isAsking ? (
          <p class="muted hint">
            {isAsking ? 'Asking the ledger…' : 'Select a transaction to see its timeline and its fee.'}
          </p>
        ) : (
          <div class="card stack">
            <p>
              There is no transaction <Code text={item} /> any more.
            </p>
            <a href={hrefOf('transactions')}>All transactions</a>
          </div>
        )}
      </section>
    </div>
  );
}

/** What a search looks in: all that a row shows. */
function textOf({ sTxId, mTxId, merchant, amount, fee, state }: ShownTransaction): string {
  return [sTxId, mTxId, merchant, amount, fee, state].join(' ').toLowerCase();
}

interface TransactionTableProps {
  readonly transactions: readonly ShownTransaction[];
  readonly item: string | undefined;
}

const COLUMNS = [
  'Transaction',
  ['Merchant', 'wide-only'],
  ['Amount', 'number'],
  ['Fee', 'number'],
  'State',
] as const;

function TransactionTable({ transactions, item }: TransactionTableProps) {
  return (
    <Table caption="Transactions" class="transactions" columns={COLUMNS}>
      {transactions.map(({ sTxId, mTxId, merchant = '', amount, fee, state, steps }) => {
        const refused = steps.filter(({ story }) => story.did === 'refused').length;

        return (
          <tr key={sTxId} class={sTxId === item ? 'selected' : undefined}>
            <td>
              <a href={hrefOf('transactions', sTxId)} aria-current={sTxId === item ? 'true' : undefined}>
                <span class={mTxId === undefined ? 'clip mono' : 'clip'}>
                  <Text text={mTxId ?? sTxId} />
                </span>
              </a>
              {mTxId !== undefined && (
                <small class="mono clip">
                  <Text text={sTxId} />
                </small>
              )}
            </td>
            <td class="wide-only">
              <Text text={merchant} />
            </td>
            <td class="number">
              <Money text={amount} />
            </td>
            <td class="number">
              <Money text={fee} />
            </td>
            <td>
              <Badge word={state} />
              {refused > 0 && <Badge word="refused">{refused} refused</Badge>}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function Detail({ transaction }: { readonly transaction: ShownTransaction }) {
  const { api, server } = useStore();
  const { sTxId, mTxId, merchant, amount, fee, state, steps } = transaction;
  // Where only the ledger has the transaction, its route explains the fee.
  const priced = steps.findLast(isPrice)?.entry.requestId;
  const path =
    priced === undefined
      ? `/transactions/${encodeURIComponent(sTxId)}`
      : `/journal/${encodeURIComponent(priced)}/fee`;

  return (
    <article class="card stack">
      <a class="back" href={hrefOf('transactions')}>
        ‹ All transactions
      </a>
      <header class="bar">
        <h2>
          <Text text={mTxId ?? sTxId} />
        </h2>
        <Badge word={state} />
      </header>
      <Facts
        pairs={[
          ['sTxId', sTxId],
          ['mTxId', mTxId],
          ['Merchant', merchant],
          ['Amount', amount],
          ['Fee', fee],
        ]}
      />
      <h3>Timeline</h3>
      {steps.length === 0 ? (
        <p class="muted">The journal no longer has its requests, only the ledger has the transaction.</p>
      ) : (
        <ol class="timeline">
          {steps.map((step) => (
            <Step key={step.entry.requestId} {...step} />
          ))}
        </ol>
      )}
      <h3>The last fee, line by line</h3>
      {server.value?.has('/journal/:requestId/fee') === true ? (
        <ExplainedFee api={api} path={path} />
      ) : (
        <p class="muted">
          A proxy does not know the prices of the merchants. With <code>tollgate proxy --pricing FILE</code>{' '}
          the verdict compares each fee with them.
        </p>
      )}
    </article>
  );
}

/** Of one exchange. */
const MOST_SHOWN = 5;

function Step({ entry, story }: TransactionStep) {
  const { did, amount, fee } = story;
  const { requestId, time, status, reason, violations, fault, hints } = entry;

  return (
    <li class={toneOf(did === 'other' ? 'unclear' : did)}>
      <p class="bar">
        <a href={hrefOf('exchanges', requestId)}>{titleOf(story)}</a>
        {fee !== undefined && <strong>{dollars(fee)}</strong>}
        {amount !== undefined && (
          <span class="muted">
            for <Text text={amount} />
          </span>
        )}
        <span class="muted">{status}</span>
      </p>
      {reason !== undefined && <Line text={reason} />}
      {violations.slice(0, MOST_SHOWN).map((violation) => (
        <Line key={violationText(violation)} text={violationText(violation)} />
      ))}
      {violations.length > MOST_SHOWN && <p class="muted">and {violations.length - MOST_SHOWN} more</p>}
      {fault !== undefined && (
        <p class={`tone ${toneOf('fault')}`}>
          Fault <Code text={fault} />: the client may have received less.
        </p>
      )}
      {/* The violations explain a refusal. */}
      {(violations.length > 0 ? [] : hints).map(({ rule, message }) => (
        <p key={rule} class={`tone ${toneOf('hint')}`}>
          <code>{rule}</code> <Text text={message} />
        </p>
      ))}
      <small>
        {/* With the day: the clock of a mock may be anywhere. */}
        <time dateTime={time}>{time.replace('T', ' ').replace(/Z$/, ' UTC')}</time> ·{' '}
        <Code text={requestId} />
      </small>
    </li>
  );
}

function titleOf({ did, operation }: Story): string {
  const call = operation === 'attachSale' ? 'Sale' : 'Fee call';
  const titles = {
    ...{ new: 'Priced', updated: 'Updated', sold: 'Sold' },
    ...{
      refused: `${call} refused`,
      fault: `${call} refused by a fault`,
      other: `${call}, unclear response`,
    },
  };

  return titles[did];
}
