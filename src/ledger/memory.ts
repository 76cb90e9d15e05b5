/** A ledger in memory: fast, and lost when the process ends. */
import { type Account, attach, createStxids, expectRetain, find, record } from './accounts.ts';
import type { Ledger, Transaction } from './ledger.ts';
import { closedError } from './ledger-error.ts';
import { createLru, type Lru } from './lru.ts';

export interface MemoryOptions {
  /** Number of transactions to keep, the last changed ones of all merchants together; unlimited by default. */
  readonly retain?: number | undefined;
  /**
   * Called once, when the transactions of this ledger and of those apart from it first exceed 256 MiB: from then on the
   * ones that were changed longest ago are deleted. By default a warning of the process.
   */
  readonly onFull?: (() => void) | undefined;
}

/** Names the ledger in messages. */
const PLACE = 'the ledger in memory';

/** Of the transactions of a ledger and of all that are apart from it, in bytes. */
const BUDGET = 256 * 2 ** 20;

export const LEDGER_FULL =
  'the transactions in memory exceed 256 MiB: the ones that were changed longest ago are deleted';

interface MemoryAccount extends Account {
  /** Last changed first. */
  readonly newest: (limit: number) => readonly Transaction[];
  readonly delete: (sTxId: string) => void;
  readonly deleteAll: () => void;
}

/**
 * Creates an empty ledger in memory.
 *
 * @throws LedgerError `ledger-options`; later calls throw `ledger-closed`
 */
export function createMemoryLedger({ retain, onFull = warn }: MemoryOptions = {}): Ledger {
  expectRetain(retain, PLACE, 'transactions');
  let isFull = false;
  const budget = createLru<MemoryAccount>({ mostBytes: BUDGET }, (sTxId, account) => {
    account.delete(sTxId);
    if (!isFull) onFull();
    isFull = true;
  });

  return createLedger(retain, budget);
}

/** @param budget that of all ledgers that are apart from each other */
function createLedger(retain: number | undefined, budget: Lru<MemoryAccount>): Ledger {
  const accounts = new Map<string, MemoryAccount>();
  const limits: readonly Lru<MemoryAccount>[] =
    retain === undefined
      ? [budget]
      : [budget, createLru({ most: retain }, (sTxId, account: MemoryAccount) => account.delete(sTxId))];
  const nextStxid = createStxids();
  let isClosed = false;
  const expectOpen = () => {
    if (isClosed) throw closedError(PLACE);
  };
  const accountOf = (merchant: string): MemoryAccount => {
    expectOpen();
    const known = accounts.get(merchant);
    if (known !== undefined) return known;
    const account = createAccount(limits);
    accounts.set(merchant, account);

    return account;
  };
  const deleteAccounts = (isPicked: (merchant: string) => boolean) => {
    for (const [merchant, account] of accounts) {
      if (!isPicked(merchant)) continue;
      accounts.delete(merchant);
      account.deleteAll();
    }
  };

  return {
    kind: 'memory',
    apart: () => createLedger(retain, budget),
    list(merchant, limit) {
      expectOpen();

      return accounts.get(merchant)?.newest(limit) ?? [];
    },
    record: (merchant, by, calculation) => record(accountOf(merchant), by, calculation, nextStxid),
    attach: (merchant, by, sale) => attach(accountOf(merchant), by, sale),
    find: (merchant, by) => find(accountOf(merchant), by),
    clear(isPicked = () => true) {
      expectOpen();
      deleteAccounts(isPicked);
    },
    close() {
      isClosed = true;
      deleteAccounts(() => true);
    },
  };
}

function createAccount(limits: readonly Lru<MemoryAccount>[]): MemoryAccount {
  const transactions = new Map<string, Transaction>();
  const sTxIds = new Map<string, string>();
  const store = (transaction: Transaction) => {
    const { sTxId, mTxId } = transaction;
    transactions.set(sTxId, transaction);
    if (mTxId !== undefined && !sTxIds.has(mTxId)) sTxIds.set(mTxId, sTxId);
    const bytes = estimateBytes(transaction);
    for (const limit of limits) limit.touch(sTxId, account, bytes);
  };
  const account: MemoryAccount = {
    bySTxId: (sTxId) => transactions.get(sTxId),
    byMTxId(mTxId) {
      const sTxId = sTxIds.get(mTxId);

      return sTxId === undefined ? undefined : transactions.get(sTxId);
    },
    newest(limit) {
      const all = [...transactions.values()];

      return all.slice(Math.max(0, all.length - limit)).reverse();
    },
    insert: store,
    update(transaction) {
      // A Map keeps the order in which its keys were set: deleting first makes this transaction the newest.
      transactions.delete(transaction.sTxId);
      store(transaction);
    },
    delete(sTxId) {
      const mTxId = transactions.get(sTxId)?.mTxId;
      transactions.delete(sTxId);
      if (mTxId !== undefined) sTxIds.delete(mTxId);
      for (const limit of limits) limit.remove(sTxId);
    },
    deleteAll() {
      for (const sTxId of transactions.keys()) account.delete(sTxId);
    },
  };

  return account;
}

/** The objects, map entries and short texts of a transaction, in bytes: measured, and rounded up. */
const OBJECTS = 640;

/** A generous estimate: two bytes for each character of the texts that a client chooses. */
function estimateBytes({ mTxId, request, sale }: Transaction): number {
  let characters = (mTxId?.length ?? 0) + (sale?.authCode?.length ?? 0) + request.region.length;
  for (const text of request.data ?? []) characters += text.length;

  return OBJECTS + 2 * (characters + (request.processor?.length ?? 0));
}

function warn(): void {
  process.emitWarning(`tollgate: ${LEDGER_FULL}`);
}
