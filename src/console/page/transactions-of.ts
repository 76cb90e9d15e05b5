/** Derives transactions and their timelines from the journal, as a mock and a proxy have it. */
import { callOf, type JournalEntry } from '../../exchange/journal/entry.ts';
import { createStoryteller, type Effect, type Story } from '../../exchange/journal/story.ts';

export interface TransactionStep {
  readonly did: Effect;
  readonly operation: Story['operation'];
  readonly entry: JournalEntry;
  /** In US dollars, as the request has it. */
  readonly amount: number | undefined;
  /** In US dollars, as the response has it. */
  readonly fee: number | undefined;
}

export interface Transaction {
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
): readonly Transaction[] {
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
