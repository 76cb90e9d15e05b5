/** What all ledgers share: how calls change the transactions of one merchant, what is stored, and new sTxIds. */
import { randomFillSync } from 'node:crypto';
import type { QuoteRequest } from '../engine/index.ts';
import {
  type Attached,
  type Calculation,
  type Found,
  type Identifiers,
  LedgerError,
  type Recorded,
  type Sale,
  type Transaction,
} from './ledger.ts';

/** The transactions of one merchant. */
export interface Account {
  readonly bySTxId: (sTxId: string) => Transaction | undefined;
  readonly byMTxId: (mTxId: string) => Transaction | undefined;
  readonly insert: (transaction: Transaction) => void;
  /** Replaces the transaction with the same sTxId; this change may add its mTxId. */
  readonly update: (transaction: Transaction) => void;
}

export function record(
  account: Account,
  by: Identifiers,
  calculation: Calculation,
  nextStxid: () => string,
): Recorded {
  const found = find(account, by);
  if (found.kind === 'found') {
    const { sTxId, mTxId = by.mTxId, sale } = found.transaction;
    const transaction = transactionOf(sTxId, mTxId, calculation, sale);
    account.update(transaction);
    return { kind: 'updated', transaction };
  }
  if (by.sTxId !== undefined) return found;
  const transaction = transactionOf(nextStxid(), by.mTxId, calculation, undefined);
  account.insert(transaction);

  return { kind: 'opened', transaction };
}

export function attach(account: Account, by: Identifiers, { authCode }: Sale): Attached {
  const found = find(account, by);
  if (found.kind !== 'found') return found;
  const { mTxId = by.mTxId } = found.transaction;
  const transaction = { ...found.transaction, mTxId, sale: { authCode } };
  account.update(transaction);

  return { kind: 'attached', transaction };
}

/**
 * Finds the transaction that both identifiers name. An unknown mTxId fits an sTxId whose transaction has no mTxId yet: a
 * later call may add it (document 2.1).
 */
export function find({ bySTxId, byMTxId }: Account, { sTxId, mTxId }: Identifiers): Found {
  const named = mTxId === undefined ? undefined : byMTxId(mTxId);
  const transaction = sTxId === undefined ? named : bySTxId(sTxId);
  if (transaction === undefined) return { kind: 'unknown', field: sTxId === undefined ? 'mTxId' : 'sTxId' };
  const isNew = named === undefined && transaction.mTxId === undefined;

  return mTxId === undefined || transaction.mTxId === mTxId || isNew
    ? { kind: 'found', transaction }
    : { kind: 'mismatched' };
}

export function hasIdentifier({ sTxId, mTxId }: Identifiers): boolean {
  return sTxId !== undefined || mTxId !== undefined;
}

/** Lists every property: an object made by spreading takes more memory. */
function transactionOf(
  sTxId: string,
  mTxId: string | undefined,
  calculation: Calculation,
  sale: Sale | undefined,
): Transaction {
  const { fee, asOf } = calculation;

  return { sTxId, mTxId, request: feeFields(calculation), fee, asOf, sale };
}

/** The request fields that determine the fee (document 2.1). Of `data` only the entries that waived it. */
export function feeFields({ request, waivers = [] }: Calculation): QuoteRequest {
  const { amount, nicn, region, country, processor, totalAmount } = request;
  const hasOthers = country !== undefined || processor !== undefined || totalAmount !== undefined;
  // Most requests have only three fields: with a million transactions, empty properties would waste memory.
  const fields = hasOthers
    ? { amount, nicn, region, country, processor, totalAmount }
    : { amount, nicn, region };

  return waivers.length === 0 ? fields : { ...fields, data: waivers };
}

/** Encodes any string losslessly for every store, NUL and lone surrogates included: as in JSON, without the quotes. */
export function toExactText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function fromExactText(written: string): string {
  return JSON.parse(`"${written}"`);
}

/**
 * @param place path or address of the ledger, for the message
 * @param unit such as `transactions`
 * @throws LedgerError `ledger-options` unless it is unset, or a whole number of at least 1
 */
export function expectRetain(retain: number | undefined, place: string, unit: string): void {
  if (retain === undefined || (Number.isSafeInteger(retain) && retain >= 1)) return;
  const problem = `retain: expected a whole number of ${unit}, at least 1, got ${String(retain)}`;
  throw new LedgerError('ledger-options', place, problem);
}

/** The bytes of an sTxId: unique and impossible to guess. */
const BYTES = 16;

/**
 * Draws random bytes in pages and creates each sTxId as one flat string: `randomUUID` concatenates twenty small strings,
 * which takes three times the memory for a million transactions.
 */
export function createStxids(): () => string {
  const page = Buffer.alloc(256 * BYTES);
  let used = page.length;

  return () => {
    if (used === page.length) {
      randomFillSync(page);
      used = 0;
    }
    used += BYTES;

    return page.toString('hex', used - BYTES, used);
  };
}
