/** The ledger of one process: fast, and forgotten when the process ends. */
import type {
  Attached,
  Calculation,
  Found,
  Identifiers,
  Ledger,
  Naming,
  Recorded,
  Sale,
  Transaction,
} from './ledger.ts';
import { isNaming, locate } from './locate.ts';
import { createStxids } from './stxids.ts';

/** The transactions of one merchant. */
interface Book {
  readonly transactions: Map<string, Transaction>;
  /** From mTxId to sTxId. */
  readonly names: Map<string, string>;
}

export function createMemoryLedger(): Ledger {
  const books = new Map<string, Book>();
  const nextStxid = createStxids();
  const bookOf = (merchant: string): Book => {
    const known = books.get(merchant);
    if (known !== undefined) return known;
    const book: Book = { transactions: new Map(), names: new Map() };
    books.set(merchant, book);

    return book;
  };

  return {
    record: (merchant, by, calculation) => record(bookOf(merchant), by, calculation, nextStxid),
    attach: (merchant, by, sale) => attach(bookOf(merchant), by, sale),
    find: (merchant, by) => find(bookOf(merchant), by),
  };
}

function record(book: Book, by: Identifiers, calculation: Calculation, nextStxid: () => string): Recorded {
  const found = isNaming(by) ? find(book, by) : undefined;
  if (found?.kind === 'found') {
    return { kind: 'updated', transaction: keep(book, { ...found.transaction, ...calculation }, by.mTxId) };
  }
  if (found !== undefined && by.sTxId !== undefined) return found;
  const { request, fee } = calculation;
  const first = { sTxId: nextStxid(), mTxId: undefined, request, fee, sale: undefined };

  return { kind: 'opened', transaction: keep(book, first, by.mTxId) };
}

function attach(book: Book, by: Naming, { authCode }: Sale): Attached {
  const found = find(book, by);
  if (found.kind !== 'found') return found;

  return {
    kind: 'attached',
    transaction: keep(book, { ...found.transaction, sale: { authCode } }, by.mTxId),
  };
}

function find(book: Book, by: Naming): Found {
  const named = by.mTxId === undefined ? undefined : book.names.get(by.mTxId);

  return locate(by, {
    bySTxId: by.sTxId === undefined ? undefined : book.transactions.get(by.sTxId),
    byMTxId: named === undefined ? undefined : book.transactions.get(named),
  });
}

/** Keeps the transaction, under this mTxId too where it has none yet. */
function keep(book: Book, transaction: Transaction, mTxId: string | undefined): Transaction {
  const kept =
    mTxId === undefined || transaction.mTxId !== undefined ? transaction : { ...transaction, mTxId };
  book.transactions.set(kept.sTxId, kept);
  if (kept !== transaction && mTxId !== undefined) book.names.set(mTxId, kept.sTxId);

  return kept;
}
