/** Transactions with their timelines, from the journal of a mock or proxy, and older ones from the ledger of a mock. */

import { useMemo } from 'preact/hooks';
import type { JournalEntry } from '../../exchange/journal/entry.ts';
import { createStoryteller, dollars, type Story } from '../../exchange/journal/story.ts';
import type { Api } from './api.ts';
import { useLoaded } from './data.ts';
import { useStore } from './store.ts';

/** A call, with what it did. */
export interface TransactionStep {
  readonly entry: JournalEntry;
  readonly story: Story;
}

export interface ShownTransaction {
  readonly sTxId: string;
  readonly mTxId?: string | undefined;
  readonly merchant?: string | undefined;
  /** Of the last accepted fee call, as is the fee. */
  readonly amount: string | undefined;
  readonly fee: string | undefined;
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
  // The one that changed last stands last.
  const stepsOf = new Map<NonNullable<Story['transaction']>, TransactionStep[]>();
  for (const entry of entries) {
    const story = storyOf(entry);
    const { transaction } = story;
    if (transaction === undefined) continue;
    const steps = stepsOf.get(transaction) ?? [];
    steps.push({ entry, story });
    if (isPrice({ story }) || isSale({ story })) stepsOf.delete(transaction);
    stepsOf.set(transaction, steps);
  }

  return [...stepsOf].reverse().flatMap(([{ sTxId, mTxId, merchant }, steps]) => {
    const prices = steps.filter(isPrice);
    const isSold = steps.some(isSale);
    if (sTxId === undefined || (prices.length === 0 && !isSold)) return [];

    return {
      ...{ sTxId, mTxId, merchant, steps },
      amount: prices.findLast(({ story }) => story.amount !== undefined)?.story.amount,
      fee: money(prices.findLast(({ story }) => story.fee !== undefined)?.story.fee),
      state: isSold ? ('sold' as const) : ('priced' as const),
    };
  });
}

export function isPrice({ story: { did } }: Pick<TransactionStep, 'story'>): boolean {
  return did === 'new' || did === 'updated';
}

function isSale({ story: { did } }: Pick<TransactionStep, 'story'>): boolean {
  return did === 'sold';
}

function money(amount: unknown): string | undefined {
  return typeof amount === 'number' ? dollars(amount) : undefined;
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
  const asked = [words, item].map((id) => (isMock && !known.some(({ sTxId }) => sTxId === id) ? id : ''));
  const found = [useFound(asked[0]), useFound(asked[1])];

  return {
    all: found.reduce<readonly ShownTransaction[]>((all, one = []) => joined(all, one), known),
    isFull: [...Map.groupBy(transactions, ({ merchant }) => merchant).values()].some(
      ({ length }) => length >= MOST_LISTED,
    ),
    isAsking: asked.some((id, at) => id !== '' && found[at] === undefined),
  };
}

/** Undefined until the ledger has answered. */
function useFound(id = ''): readonly ShownTransaction[] | undefined {
  const { api } = useStore();

  return useLoaded((signal) => (id === '' ? undefined : find(api, id, signal)), [id]).value;
}

/** Without those of the second list that the first has. */
function joined(
  ones: readonly ShownTransaction[],
  others: readonly ShownTransaction[],
): readonly ShownTransaction[] {
  const known = new Set(ones.map(({ sTxId }) => sTxId));

  return [...ones, ...others.filter(({ sTxId }) => !known.has(sTxId))];
}

/** By an mTxId or sTxId, of any merchant, a moment after the last key; none where the ledger is not available. */
async function find(api: Api, id: string, signal: AbortSignal): Promise<readonly ShownTransaction[]> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  if (signal.aborted) return [];
  const encoded = encodeURIComponent(id);
  const { transactions } = await api
    .get<ListedTransactions>(`/transactions?mTxId=${encoded}`)
    .catch(() => ({ transactions: [] }));
  if (transactions.length > 0 || !LIKE_STXID.test(id)) return transactions.map(fromLedger);
  const one = await api.get<LedgerTransaction>(`/transactions/${encoded}`).catch(() => undefined);

  return one === undefined ? [] : [fromLedger(one)];
}

/** Shorter texts are not an sTxId: the page sends no request for them. */
const LIKE_STXID = /^\S{8,}$/;

function fromLedger({ sTxId, mTxId, merchant, ...one }: LedgerTransaction): ShownTransaction {
  return {
    ...{ sTxId, mTxId, merchant, steps: [] },
    ...{ amount: money(one.request.amount), fee: money(one.transactionFee) },
    state: one.sale === undefined ? 'priced' : 'sold',
  };
}
