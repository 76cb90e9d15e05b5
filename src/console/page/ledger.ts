/** Reads the ledger of a mock: its newest transactions, and older ones by their identifiers. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Api } from './api.ts';
import { useStore } from './store.ts';
import type { Transaction } from './transactions-of.ts';

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

interface Listed {
  readonly transactions: readonly LedgerTransaction[];
}

export interface Ledger {
  /** Those of the journal, then those that only the ledger has. */
  readonly all: readonly Transaction[];
  /** Whether the ledger may have more than were listed. */
  readonly isFull: boolean;
  readonly isAsking: boolean;
}

/**
 * @param own as the journal has them
 * @param words of the search: an sTxId or mTxId, among others
 * @param item the sTxId that the address names
 */
export function useLedger(own: readonly Transaction[], words: string, item = ''): Ledger {
  const { api, run, server } = useStore();
  const listed = useSignal<readonly Transaction[]>([]);
  const requested = useSignal<readonly Transaction[]>([]);
  const isFull = useSignal(false);
  const asking = useSignal(0);
  const isMock = server.value?.has('/transactions') === true;

  useEffect(() => {
    if (!isMock) return;
    listed.value = [];
    requested.value = [];
    api
      .get<Listed>(`/transactions?limit=${MOST_LISTED}`)
      .then(({ transactions }) => {
        listed.value = transactions.map(fromLedger);
        const counts = [...Map.groupBy(transactions, ({ merchant }) => merchant).values()];
        isFull.value = counts.some(({ length }) => length >= MOST_LISTED);
      })
      // Some ledgers cannot list transactions; the journal has the newest.
      .catch(() => {});
  }, [api, isMock, run.value]);

  const all = useMemo(() => {
    const known = new Set(own.map(({ sTxId }) => sTxId));
    const older = new Map([...listed.value, ...requested.value].map((one) => [one.sTxId, one]));

    return [...own, ...[...older.values()].filter(({ sTxId }) => !known.has(sTxId))];
  }, [own, listed.value, requested.value]);
  const unknown = (id: string) => (all.some(({ sTxId }) => sTxId === id) ? '' : id);
  const ask = (id: string, isTyped: boolean) => {
    if (!isMock || id === '') return;
    let isCurrent = true;
    asking.value += 1;
    const done = () => {
      if (isCurrent) asking.value -= 1;
      isCurrent = false;
    };
    const look = async () => {
      const found = await find(api, id, isTyped);
      if (isCurrent) requested.value = [...found, ...requested.value];
      done();
    };
    const timer = setTimeout(look, isTyped ? PAUSE : 0);

    return () => {
      clearTimeout(timer);
      done();
    };
  };
  const [searched, named] = [unknown(words), unknown(item)];
  useEffect(() => ask(searched, true), [isMock, searched]);
  useEffect(() => ask(named, false), [isMock, named]);

  return { all, isFull: isFull.value, isAsking: asking.value > 0 };
}

/** Of any merchant; none where the ledger is not available. */
async function find(api: Api, id: string, isTyped: boolean): Promise<readonly Transaction[]> {
  const name = encodeURIComponent(id);
  const byMTxId = isTyped
    ? await api.get<Listed>(`/transactions?mTxId=${name}`).catch(() => undefined)
    : undefined;
  if (byMTxId !== undefined && byMTxId.transactions.length > 0) return byMTxId.transactions.map(fromLedger);
  if (isTyped && !LIKE_STXID.test(id)) return [];
  const found = await api.get<LedgerTransaction>(`/transactions/${name}`).catch(() => undefined);

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
}: LedgerTransaction): Transaction {
  return {
    ...one,
    ...{ mTxId, fee: transactionFee, amount: typeof amount === 'number' ? amount : undefined, steps: [] },
    state: sale === undefined ? 'priced' : 'sold',
  };
}
