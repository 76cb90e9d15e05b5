/** Transactions with their timelines, from the journal of a mock or proxy, and older ones from the ledger of a mock. */
import { useMemo } from 'preact/hooks';
import { dollars, type Story } from '../../exchange/journal/story.ts';
import { useLoaded } from './data.ts';
import type { ShownExchange } from './feed.ts';
import { isPrice } from './rows.ts';
import { useStore } from './store.ts';

export interface ShownTransaction {
  readonly sTxId: string;
  readonly mTxId?: string | undefined;
  readonly merchant?: string | undefined;
  /** Of the last accepted fee call, as is the fee. */
  readonly amount: string | undefined;
  readonly fee: string | undefined;
  readonly state: 'priced' | 'sold';
  /** Its calls, the oldest first. */
  readonly steps: readonly ShownExchange[];
}

/**
 * The transaction that changed last comes first. A refused call belongs to the transaction that it names, also where that
 * one is opened later with the same mTxId.
 *
 * @param exchanges the oldest first
 */
export function transactionsOf(exchanges: readonly ShownExchange[]): readonly ShownTransaction[] {
  // The one that changed last stands last.
  const stepsOf = new Map<NonNullable<Story['transaction']>, ShownExchange[]>();
  for (const exchange of exchanges) {
    const { transaction, did } = exchange.story;
    if (transaction === undefined) continue;
    const steps = stepsOf.get(transaction) ?? [];
    steps.push(exchange);
    if (isPrice(did) || did === 'sold') stepsOf.delete(transaction);
    stepsOf.set(transaction, steps);
  }

  return [...stepsOf].reverse().flatMap(([{ sTxId, mTxId, merchant }, steps]) => {
    const prices = steps.flatMap(({ story }) => (isPrice(story.did) ? [story] : []));
    const isSold = steps.some(({ story }) => story.did === 'sold');
    if (sTxId === undefined || (prices.length === 0 && !isSold)) return [];

    return {
      ...{ sTxId, mTxId, merchant, steps },
      amount: prices.findLast(({ amount }) => amount !== undefined)?.amount,
      fee: money(prices.findLast(({ fee }) => fee !== undefined)?.fee),
      state: isSold ? ('sold' as const) : ('priced' as const),
    };
  });
}

function money(amount: unknown): string | undefined {
  return typeof amount === 'number' ? dollars(amount) : undefined;
}

/** Of each merchant. */
export const MOST_LISTED = 1_000;

/** As the mock lists them; the journal may have dropped their exchanges. */
interface LedgerReply {
  readonly transactions: readonly {
    readonly merchant: string;
    readonly sTxId: string;
    readonly mTxId?: string;
    readonly transactionFee: number;
    readonly request: { readonly amount?: unknown };
    readonly sale?: unknown;
  }[];
}

const NONE: LedgerReply = { transactions: [] };

interface ShownLedger {
  /** Those of the journal, then those that only the ledger has. */
  readonly all: readonly ShownTransaction[];
  /** Whether the ledger may have more than were listed. */
  readonly isFull: boolean;
  readonly isAsking: boolean;
}

/**
 * @param own as the journal has them
 * @param typed in the search: an sTxId or mTxId, among others
 * @param item the sTxId that the address names
 */
export function useLedger(own: readonly ShownTransaction[], typed: string, item = ''): ShownLedger {
  const isMock = useStore().server.value?.has('/transactions') === true;
  // Some ledgers cannot list transactions; the journal has the newest.
  const { value: listed = NONE } = useLoaded<LedgerReply>(
    isMock ? `/transactions?limit=${MOST_LISTED}` : undefined,
  );
  const known = useMemo(() => joined(own, listed), [own, listed]);
  const asked = [typed, item].map((id) =>
    isMock && id !== '' && !known.some(({ sTxId }) => sTxId === id)
      ? `/transactions?id=${encodeURIComponent(id)}`
      : undefined,
  );
  const found = [useLoaded<LedgerReply>(asked[0]), useLoaded<LedgerReply>(asked[1])];
  const counts = Map.groupBy(listed.transactions, ({ merchant }) => merchant);

  return {
    all: found.reduce((all, { value = NONE }) => joined(all, value), known),
    isFull: [...counts.values()].some(({ length }) => length >= MOST_LISTED),
    isAsking: asked.some((path, at) => path !== undefined && Object.keys(found[at] ?? {}).length === 0),
  };
}

/** With those of the ledger that the list does not have. */
function joined(
  known: readonly ShownTransaction[],
  { transactions }: LedgerReply,
): readonly ShownTransaction[] {
  if (transactions.length === 0) return known;
  const ids = new Set(known.map(({ sTxId }) => sTxId));
  const others = transactions.filter(({ sTxId }) => !ids.has(sTxId));

  return known.concat(
    others.map(({ sTxId, mTxId, merchant, request, transactionFee, sale }) => ({
      ...{ sTxId, mTxId, merchant, steps: [], amount: money(request.amount), fee: money(transactionFee) },
      state: sale === undefined ? 'priced' : 'sold',
    })),
  );
}
