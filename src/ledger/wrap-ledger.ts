/** A ledger with some operations replaced; it passes the others on. */
import type { Ledger } from './ledger.ts';

/** Without `apart` and `kind`, which belong to the ledger itself: ask them of it before you wrap it. */
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
