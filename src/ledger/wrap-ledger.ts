/** Wraps a ledger with some operations replaced; delegates the others. */
import type { Ledger } from './ledger.ts';

/** Omits `apart` and `kind`, which belong to the wrapped ledger: read them before you wrap it. */
export function wrapLedger(ledger: Ledger, own: Partial<Ledger>): Ledger {
  const list = own.list ?? ledger.list;

  return {
    ...(list === undefined ? {} : { list }),
    record: own.record ?? ((merchant, by, calculation) => ledger.record(merchant, by, calculation)),
    attach: own.attach ?? ((merchant, by, sale) => ledger.attach(merchant, by, sale)),
    find: own.find ?? ((merchant, by) => ledger.find(merchant, by)),
    clear: own.clear ?? ((isPicked) => ledger.clear(isPicked)),
    close: own.close ?? (() => ledger.close()),
  };
}
