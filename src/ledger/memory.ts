/** A ledger in memory: fast, and lost when the process ends. */
import { type Account, attach, find, record } from './accounts.ts';
import { expectRetain } from './expect-retain.ts';
import type { Ledger, Transaction } from './ledger.ts';
import { closedError } from './ledger-error.ts';
import { createLru, type Lru } from './lru.ts';
import { createStxids } from './stxids.ts';

export interface MemoryOptions {
  /** Number of transactions to keep, the last changed ones of all merchants together; unlimited by default. */
  readonly retain?: number | undefined;
}

/** Names the ledger in messages. */
const PLACE = 'the ledger in memory';

interface MemoryAccount extends Account {
  /** Last changed first. */
  readonly newest: (limit: number) => readonly Transaction[];
  readonly delete: (sTxId: string) => void;
}

/**
 * Creates an empty ledger in memory.
 *
 * @throws LedgerError `ledger-options`; later calls throw `ledger-closed`
 */
export function createMemoryLedger({ retain }: MemoryOptions = {}): Ledger {
  expectRetain(retain, PLACE, 'transactions');
  const accounts = new Map<string, MemoryAccount>();
  const lru =
    retain === undefined
      ? undefined
      : createLru<MemoryAccount>(retain, (sTxId, account) => account.delete(sTxId));
  const nextStxid = createStxids();
  let isClosed = false;
  const expectOpen = () => {
    if (isClosed) throw closedError(PLACE);
  };
  const accountOf = (merchant: string): MemoryAccount => {
    expectOpen();
    const known = accounts.get(merchant);
    if (known !== undefined) return known;
    const account = createAccount(lru);
    accounts.set(merchant, account);

    return account;
  };
  const deleteAll = () => {
    accounts.clear();
    lru?.clear();
  };
  const deleteAccount = (merchant: string) => {
    const account = accounts.get(merchant);
    accounts.delete(merchant);
    if (account !== undefined) lru?.drop(account);
  };

  return {
    kind: 'memory',
    apart: () => createMemoryLedger({ retain }),
    list(merchant, limit) {
      expectOpen();

      return accounts.get(merchant)?.newest(limit) ?? [];
    },
    record: (merchant, by, calculation) => record(accountOf(merchant), by, calculation, nextStxid),
    attach: (merchant, by, sale) => attach(accountOf(merchant), by, sale),
    find: (merchant, by) => find(accountOf(merchant), by),
    clear(isPicked) {
      expectOpen();
      if (isPicked === undefined) deleteAll();
      else [...accounts.keys()].filter(isPicked).forEach(deleteAccount);
    },
    close() {
      isClosed = true;
      deleteAll();
    },
  };
}

function createAccount(lru: Lru<MemoryAccount> | undefined): MemoryAccount {
  const transactions = new Map<string, Transaction>();
  const sTxIds = new Map<string, string>();
  const store = (transaction: Transaction) => {
    const { sTxId, mTxId } = transaction;
    transactions.set(sTxId, transaction);
    if (mTxId !== undefined && !sTxIds.has(mTxId)) sTxIds.set(mTxId, sTxId);
    lru?.touch(sTxId, account);
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
    },
  };

  return account;
}
