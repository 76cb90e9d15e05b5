/** What the ledger of a mock has: its newest transactions, and older ones by their identifiers. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Api } from '../api.ts';
import { useStore } from '../store.ts';
import { fromLedger, type LedgerTransaction } from './from-ledger.ts';
import type { Transaction } from './transactions-of.ts';

/** Of each merchant. */
export const MOST_LISTED = 1_000;

/** In milliseconds after the last key. */
const PAUSE = 250;

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
  const asked = useSignal<readonly Transaction[]>([]);
  const isFull = useSignal(false);
  const asking = useSignal(0);
  const isMock = server.value?.has('/transactions') === true;

  useEffect(() => {
    if (!isMock) return;
    listed.value = [];
    asked.value = [];
    api
      .get<Listed>(`/transactions?limit=${MOST_LISTED}`)
      .then(({ transactions }) => {
        listed.value = transactions.map(fromLedger);
        const counts = [...Map.groupBy(transactions, ({ merchant }) => merchant).values()];
        isFull.value = counts.some(({ length }) => length >= MOST_LISTED);
      })
      // A ledger elsewhere may not be able to list them: the journal has the newest.
      .catch(() => {});
  }, [api, isMock, run.value]);

  const all = useMemo(() => {
    const known = new Set(own.map(({ sTxId }) => sTxId));
    const older = new Map([...listed.value, ...asked.value].map((one) => [one.sTxId, one]));

    return [...own, ...[...older.values()].filter(({ sTxId }) => !known.has(sTxId))];
  }, [own, listed.value, asked.value]);
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
      if (isCurrent) asked.value = [...found, ...asked.value];
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

  return api.get<LedgerTransaction>(`/transactions/${name}`).then(
    (one) => [fromLedger(one)],
    () => [],
  );
}

/** Fewer characters are no whole sTxId, so the ledger is not asked for each key. */
const LIKE_STXID = /^\S{8,}$/;
