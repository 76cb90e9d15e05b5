/** A ledger whose sTxIds look otherwise from outside. */
import { after } from '../../ledger/after.ts';
import type { Identifiers, Ledger, Transaction } from '../../ledger/ledger.ts';
import { overLedger } from '../defects/over-ledger.ts';

interface Form {
  /** From outside to the ledger's own; undefined where it is none. */
  readonly read: (sTxId: string) => string | undefined;
  /** `isNew` where the transaction has just been opened. */
  readonly write: (sTxId: string, isNew: boolean) => string;
}

/** What the ledger has under no transaction. */
const NOBODY = '';

export function formedLedger(ledger: Ledger, { read, write }: Form): Ledger {
  const inside = <By extends Identifiers>(by: By): By =>
    by.sTxId === undefined ? by : { ...by, sTxId: read(by.sTxId) ?? NOBODY };
  const outside =
    (by: Identifiers) =>
    <R extends { readonly kind: string; readonly transaction?: Transaction }>(result: R): R => {
      const { kind, transaction } = result;
      if (transaction === undefined) return result;
      const isNew = kind === 'opened';
      const sTxId = isNew ? undefined : by.sTxId;

      return {
        ...result,
        transaction: { ...transaction, sTxId: sTxId ?? write(transaction.sTxId, isNew) },
      };
    };

  const shown = (transactions: readonly Transaction[]) =>
    transactions.map((transaction) => ({ ...transaction, sTxId: write(transaction.sTxId, false) }));

  return overLedger(ledger, {
    ...(ledger.list === undefined
      ? {}
      : { list: (merchant, limit) => after(ledger.list?.(merchant, limit) ?? [], shown) }),
    record: (merchant, by, calculation) =>
      after(ledger.record(merchant, inside(by), calculation), outside(by)),
    attach: (merchant, by, sale) => after(ledger.attach(merchant, inside(by), sale), outside(by)),
    find: (merchant, by) => after(ledger.find(merchant, inside(by)), outside(by)),
  });
}
