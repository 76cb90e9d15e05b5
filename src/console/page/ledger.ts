/** Transactions with their timelines, from the journal of a mock or proxy, and older ones from the ledger of a mock. */

import { useMemo } from 'preact/hooks';
import { callOf, type JournalEntry } from '../../exchange/journal/entry.ts';
import { createStoryteller, type Story, type StoryEffect } from '../../exchange/journal/story.ts';
import type { Api } from './api.ts';
import { useLoaded } from './data.ts';
import { useStore } from './store.ts';

export interface TransactionStep {
  readonly did: StoryEffect;
  readonly operation: Story['operation'];
  readonly entry: JournalEntry;
  /** In US dollars, as the request has it. */
  readonly amount: number | undefined;
  /** In US dollars, as the response has it. */
  readonly fee: number | undefined;
}

export interface ShownTransaction {
  readonly sTxId: string;
  readonly mTxId: string | undefined;
  readonly merchant: string | undefined;
  /** Of the last accepted fee call, as is the fee. */
  readonly amount: number | undefined;
  readonly fee: number | undefined;
  readonly state: 'priced' | 'sold';
  /** The oldest first. */
  readonly steps: readonly TransactionStep[];
}

/**
 * The transaction that changed last comes first. A refused call belongs to the transaction that it names, also where that
 * one is opened later with the same mTxId.
 *
 * @param entries the oldest first
 */
export function transactionsOf(
  entries: readonly JournalEntry[],
  storyOf: (entry: JournalEntry) => Story = createStoryteller(),
): readonly ShownTransaction[] {
  const steps = new Map<Story['transaction'], TransactionStep[]>();
  const changed = new Set<Story['transaction']>();
  for (const entry of entries) {
    const { did, operation, transaction, fee } = storyOf(entry);
    if (transaction === undefined) continue;
    const amount = callOf(entry)?.fields['amount'];
    const step = { did, operation, entry, amount: typeof amount === 'number' ? amount : undefined, fee };
    const own = steps.get(transaction) ?? [];
    own.push(step);
    steps.set(transaction, own);
    if (!isPrice(step) && did !== 'sold') continue;
    // The newest is the last one of the set.
    changed.delete(transaction);
    changed.add(transaction);
  }

  return [...changed].reverse().flatMap((transaction) => {
    const own = steps.get(transaction) ?? [];
    const prices = own.filter(isPrice);
    const { sTxId, mTxId, merchant } = transaction ?? {};
    if (sTxId === undefined) return [];

    return {
      ...{ sTxId, mTxId, merchant, steps: own },
      amount: prices.findLast(({ amount }) => amount !== undefined)?.amount,
      fee: prices.findLast(({ fee }) => fee !== undefined)?.fee,
      state: own.some(({ did }) => did === 'sold') ? ('sold' as const) : ('priced' as const),
    };
  });
}

export function isPrice({ did }: Pick<TransactionStep, 'did'>): boolean {
  return did === 'new' || did === 'updated';
}

/** Of each merchant. */
export const MOST_LISTED = 1_000;

/** In milliseconds after the last key. */
const PAUSE = 250;

/** As the mock lists it; the journal may have dropped its exchanges. */
interface LedgerTransaction {
  readonly merchant: string;
  readonly sTxId: string;
  readonly mTxId?: string;
  readonly transactionFee: number;
  readonly request: { readonly amount?: unknown };
  readonly sale?: unknown;
}

interface ListedTransactions {
  readonly transactions: readonly LedgerTransaction[];
}

export interface ShownLedger {
  /** Those of the journal, then those that only the ledger has. */
  readonly all: readonly ShownTransaction[];
  /** Whether the ledger may have more than were listed. */
  readonly isFull: boolean;
  readonly isAsking: boolean;
}

/**
 * @param own as the journal has them
 * @param words of the search: an sTxId or mTxId, among others
 * @param item the sTxId that the address names
 */
export function useLedger(own: readonly ShownTransaction[], words: string, item = ''): ShownLedger {
  const { api, run, server } = useStore();
  const isMock = server.value?.has('/transactions') === true;
  // Some ledgers cannot list transactions; the journal has the newest.
  const { value: { transactions } = { transactions: [] } } = useLoaded(
    () => (isMock ? api.get<ListedTransactions>(`/transactions?limit=${MOST_LISTED}`) : undefined),
    [api, isMock, run.value],
  );
  const known = useMemo(() => joined(own, transactions.map(fromLedger)), [own, transactions]);
  const unknown = (id: string) => (isMock && !known.some(({ sTxId }) => sTxId === id) ? id : '');
  const [searched, named] = [unknown(words), unknown(item)];
  const found = [
    useLoaded((signal) => (searched === '' ? undefined : findTyped(api, searched, signal)), [searched]),
    useLoaded(() => (named === '' ? undefined : findOne(api, named)), [named]),
  ];

  return {
    all: found.reduce((all, { value = [] }) => joined(all, value), known),
    isFull: [...Map.groupBy(transactions, ({ merchant }) => merchant).values()].some(
      ({ length }) => length >= MOST_LISTED,
    ),
    isAsking: [searched, named].some((id, at) => id !== '' && found[at]?.value === undefined),
  };
}

/** Without those of the second list that the first has. */
function joined(
  ones: readonly ShownTransaction[],
  others: readonly ShownTransaction[],
): readonly ShownTransaction[] {
  const known = new Set(ones.map(({ sTxId }) => sTxId));

  return [...ones, ...others.filter(({ sTxId }) => !known.has(sTxId))];
}

/** By an mTxId or sTxId, of any merchant, a moment after the last key. */
async function findTyped(api: Api, id: string, signal: AbortSignal): Promise<readonly ShownTransaction[]> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  if (signal.aborted) return [];
  const path = `/transactions?mTxId=${encodeURIComponent(id)}`;
  const { transactions } = await api.get<ListedTransactions>(path).catch(() => ({ transactions: [] }));
  if (transactions.length > 0 || !LIKE_STXID.test(id)) return transactions.map(fromLedger);

  return findOne(api, id);
}

/** None where the ledger does not have it, or is not available. */
async function findOne(api: Api, sTxId: string): Promise<readonly ShownTransaction[]> {
  const path = `/transactions/${encodeURIComponent(sTxId)}`;
  const found = await api.get<LedgerTransaction>(path).catch(() => undefined);

  return found === undefined ? [] : [fromLedger(found)];
}

/** Shorter texts are not an sTxId: the page sends no request for them. */
const LIKE_STXID = /^\S{8,}$/;

function fromLedger({
  request: { amount },
  transactionFee,
  sale,
  mTxId,
  ...one
}: LedgerTransaction): ShownTransaction {
  return {
    ...one,
    ...{ mTxId, fee: transactionFee, amount: typeof amount === 'number' ? amount : undefined, steps: [] },
    state: sale === undefined ? 'priced' : 'sold',
  };
}
