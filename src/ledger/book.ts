/** What a call does to the transactions of one merchant, where looking and writing are one step that nobody gets between. */
import { feeFields } from './fee-fields.ts';
import type {
  Attached,
  Calculation,
  Found,
  Identifiers,
  Naming,
  Recorded,
  Sale,
  Transaction,
} from './ledger.ts';
import { isNaming, locate } from './locate.ts';

/** The transactions of one merchant. */
export interface Book {
  readonly bySTxId: (sTxId: string) => Transaction | undefined;
  readonly byMTxId: (mTxId: string) => Transaction | undefined;
  /** Keeps a new transaction under its identifiers. */
  readonly open: (transaction: Transaction) => void;
  /** Keeps it in place of the one with the same sTxId; it may have got its mTxId only now. */
  readonly change: (transaction: Transaction) => void;
}

export function record(
  book: Book,
  by: Identifiers,
  calculation: Calculation,
  nextStxid: () => string,
): Recorded {
  const found = isNaming(by) ? find(book, by) : undefined;
  if (found?.kind === 'found') {
    const { sTxId, mTxId = by.mTxId, sale } = found.transaction;
    const transaction = calculated(sTxId, mTxId, calculation, sale);
    book.change(transaction);
    return { kind: 'updated', transaction };
  }
  if (found !== undefined && by.sTxId !== undefined) return found;
  const transaction = calculated(nextStxid(), by.mTxId, calculation, undefined);
  book.open(transaction);

  return { kind: 'opened', transaction };
}

export function attach(book: Book, by: Naming, { authCode }: Sale): Attached {
  const found = find(book, by);
  if (found.kind !== 'found') return found;
  const { mTxId = by.mTxId } = found.transaction;
  const transaction = { ...found.transaction, mTxId, sale: { authCode } };
  book.change(transaction);

  return { kind: 'attached', transaction };
}

export function find({ bySTxId, byMTxId }: Book, by: Naming): Found {
  return locate(by, {
    bySTxId: by.sTxId === undefined ? undefined : bySTxId(by.sTxId),
    byMTxId: by.mTxId === undefined ? undefined : byMTxId(by.mTxId),
  });
}

/** Written out: a copy made by spreading takes more memory. */
function calculated(
  sTxId: string,
  mTxId: string | undefined,
  { request, waivers, fee, asOf }: Calculation,
  sale: Sale | undefined,
): Transaction {
  return { sTxId, mTxId, request: feeFields({ request, waivers }), fee, asOf, sale };
}
