/** The ledger of one process: fast, and forgotten when the process ends. */
import { attach, type Book, find, record } from './book.ts';
import { expectRetain } from './expect-retain.ts';
import type { Ledger, Transaction } from './ledger.ts';
import { closedError } from './ledger-error.ts';
import { createRecency, type Recency } from './recency.ts';
import { createStxids } from './stxids.ts';

export interface MemoryOptions {
  /** How many transactions to keep: the last ones opened or changed, of all merchants together. All, if not given. */
  readonly retain?: number | undefined;
}

/** For messages. */
const PLACE = 'the ledger in memory';

interface MemoryBook extends Book {
  /** The last one opened or changed first. */
  readonly newest: (limit: number) => readonly Transaction[];
  readonly forget: (sTxId: string) => void;
}

/**
 * Makes a ledger in memory, empty.
 *
 * @throws LedgerError `ledger-options`; later calls throw `ledger-closed`
 */
export function createMemoryLedger({ retain }: MemoryOptions = {}): Ledger {
  expectRetain(retain, PLACE, 'transactions');
  const books = new Map<string, MemoryBook>();
  const recency =
    retain === undefined ? undefined : createRecency<MemoryBook>(retain, (sTxId, book) => book.forget(sTxId));
  const nextStxid = createStxids();
  let isClosed = false;
  const expectOpen = () => {
    if (isClosed) throw closedError(PLACE);
  };
  const bookOf = (merchant: string): MemoryBook => {
    expectOpen();
    const known = books.get(merchant);
    if (known !== undefined) return known;
    const book = createBook(recency);
    books.set(merchant, book);

    return book;
  };
  const forgetAll = () => {
    books.clear();
    recency?.clear();
  };
  const forget = (merchant: string) => {
    const book = books.get(merchant);
    books.delete(merchant);
    if (book !== undefined) recency?.drop(book);
  };

  return {
    kind: 'memory',
    apart: () => createMemoryLedger({ retain }),
    list(merchant, limit) {
      expectOpen();

      return books.get(merchant)?.newest(limit) ?? [];
    },
    record: (merchant, by, calculation) => record(bookOf(merchant), by, calculation, nextStxid),
    attach: (merchant, by, sale) => attach(bookOf(merchant), by, sale),
    find: (merchant, by) => find(bookOf(merchant), by),
    clear(isPicked) {
      expectOpen();
      if (isPicked === undefined) forgetAll();
      else [...books.keys()].filter(isPicked).forEach(forget);
    },
    close() {
      isClosed = true;
      forgetAll();
    },
  };
}

function createBook(recency: Recency<MemoryBook> | undefined): MemoryBook {
  const transactions = new Map<string, Transaction>();
  /** From mTxId to sTxId. */
  const names = new Map<string, string>();
  const keep = (transaction: Transaction) => {
    const { sTxId, mTxId } = transaction;
    transactions.set(sTxId, transaction);
    if (mTxId !== undefined && !names.has(mTxId)) names.set(mTxId, sTxId);
    recency?.touch(sTxId, book);
  };
  const book: MemoryBook = {
    bySTxId: (sTxId) => transactions.get(sTxId),
    byMTxId(mTxId) {
      const sTxId = names.get(mTxId);

      return sTxId === undefined ? undefined : transactions.get(sTxId);
    },
    newest(limit) {
      const all = [...transactions.values()];

      return all.slice(Math.max(0, all.length - limit)).reverse();
    },
    open: keep,
    change(transaction) {
      // A Map keeps the order in which its keys were set, and the changed one is now the newest.
      transactions.delete(transaction.sTxId);
      keep(transaction);
    },
    forget(sTxId) {
      const mTxId = transactions.get(sTxId)?.mTxId;
      transactions.delete(sTxId);
      if (mTxId !== undefined) names.delete(mTxId);
    },
  };

  return book;
}
