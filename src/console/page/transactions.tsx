/** The tab of transactions: those of the journal and the ledger, and the selected one with its timeline and its last fee. */
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { dollars, type Story } from '../../exchange/journal/story.ts';
import { Badge, Code, Head, Line, Part, Text, toneOf } from './elements.tsx';
import { FirstCall } from './exchanges.tsx';
import { ExplainedFee } from './fee.tsx';
import type { ShownExchange } from './feed.ts';
import { MOST_LISTED, type ShownTransaction, transactionsOf, useLedger } from './ledger.ts';
import { Split } from './list.tsx';
import { findingWord, firstFinding, isPrice, searchFor } from './rows.ts';
import { hrefOf, useStore } from './store.ts';

const COLUMNS = {
  ...{ transaction: 'mTxId', stxid: 'sTxId', merchant: 'Merchant' },
  ...{ outcome: 'State', amount: 'Amount', fee: 'Fee' },
};

export function Transactions({ item }: { readonly item: string | undefined }) {
  const { feed } = useStore();
  const typed = useSignal('');
  const exchanges = feed.exchanges.value;
  const own = useMemo(() => transactionsOf(exchanges), [exchanges]);
  const { all, isFull, isAsking } = useLedger(own, typed.value.trim(), item);
  const isFound = searchFor(typed.value);
  const selected = all.find(({ sTxId }) => sTxId === item);
  const missing = isAsking ? 'Asking the ledger…' : 'There is no such transaction (any more).';

  return (
    <Split
      tab="transactions"
      placeholder="Search by identifier, amount, state"
      typed={typed}
      all={all.length}
      tools={[
        undefined,
        isFull && (
          <p class="muted">
            These are the newest {MOST_LISTED.toLocaleString('en')} of the ledger, for each merchant. A search
            by a whole sTxId or mTxId finds the others.
          </p>
        ),
      ]}
      columns={COLUMNS}
      items={all.filter((one) => isFound(textOf(one)))}
      idOf={({ sTxId }) => sTxId}
      cellsOf={cellsOf}
      selected={item}
      empty={
        all.length === 0 ? <FirstCall title="No transaction yet" /> : <p class="empty muted">{missing}</p>
      }
    >
      {selected === undefined ? <p class="muted">{missing}</p> : <Detail transaction={selected} />}
    </Split>
  );
}

/** What a search looks in: all that a row shows. */
function textOf({ sTxId, mTxId, merchant, amount, fee, state }: ShownTransaction): string {
  return [sTxId, mTxId, merchant, amount, fee, state].join(' ').toLowerCase();
}

function cellsOf({ sTxId, mTxId, merchant = '', amount, fee, state, steps }: ShownTransaction) {
  const refused = steps.filter(({ story }) => story.did === 'refused').length;

  return {
    transaction: <Text text={mTxId ?? '–'} />,
    stxid: <Text text={sTxId} />,
    merchant: <Text text={merchant} />,
    amount: <Text text={amount ?? ''} />,
    fee,
    outcome: (
      <>
        <Badge word={state} /> {refused > 0 && <Badge word="refused">{refused} refused</Badge>}
      </>
    ),
  };
}

function Detail({ transaction }: { readonly transaction: ShownTransaction }) {
  const { api } = useStore();
  const { sTxId, mTxId, merchant, amount, fee, state, steps } = transaction;
  // Where only the ledger has the transaction, its route explains the fee.
  const priced = steps.findLast(({ story }) => isPrice(story.did))?.requestId;
  const path =
    priced === undefined
      ? `/transactions/${encodeURIComponent(sTxId)}`
      : `/journal/${encodeURIComponent(priced)}/fee`;

  return (
    <>
      <Head
        title={<Text text={mTxId ?? sTxId} />}
        badges={<Badge word={state} />}
        pairs={[
          ['mTxId', mTxId],
          ['sTxId', sTxId],
          ['Merchant', merchant],
          ['Amount', amount],
          ['Fee', fee],
        ]}
      />
      <Part title="Timeline">
        {steps.length === 0 && (
          <p class="muted">The journal no longer has its requests, only the ledger has the transaction.</p>
        )}
        <ul class="timeline">
          {steps.map((step) => (
            <Step key={step.requestId} step={step} />
          ))}
        </ul>
      </Part>
      <Part title="The last fee, line by line">
        <ExplainedFee api={api} path={path} />
      </Part>
    </>
  );
}

function Step({ step }: { readonly step: ShownExchange }) {
  const { requestId, time, status, fault, story } = step;
  const word = fault !== undefined ? 'fault' : findingWord(step);

  return (
    <li class={toneOf(story.did)}>
      <p class="bar">
        <a href={hrefOf('exchanges', requestId)}>{titleOf(story)}</a>
        {story.fee !== undefined && <strong>{dollars(story.fee)}</strong>}
        {story.amount !== undefined && (
          <span class="muted">
            for <Text text={story.amount} />
          </span>
        )}
        <span class="muted">{status}</span>
      </p>
      <Line class={`tone ${toneOf(word)}`} text={firstFinding(step)} />
      <small>
        {/* With the day: the clock of a mock may be anywhere. */}
        {time.replace('T', ' ').replace(/Z$/, ' UTC')} · <Code text={requestId} />
      </small>
    </li>
  );
}

function titleOf({ did, operation }: Story): string {
  const call = operation === 'attachSale' ? 'Sale' : 'Fee call';

  return {
    ...{ new: 'Priced', updated: 'Updated', sold: 'Sold', refused: `${call} refused` },
    ...{ fault: `${call} refused by a fault`, other: `${call}, unclear response` },
  }[did];
}
