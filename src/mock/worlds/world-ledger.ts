/** The ledger of a world, apart from those of other worlds. */
import type { Ledger } from '../../ledger/ledger.ts';
import { wrapLedger } from '../../ledger/wrap-ledger.ts';

/** Merchant names never contain this. */
const MARK = '\u{0}world:';

/** A new ledger where the given one can make one; otherwise the given one under other merchant names. */
export function ledgerOfWorld(ledger: Ledger, world: string): Ledger {
  if (ledger.apart !== undefined) return ledger.apart();
  const prefix = `${MARK}${world}:`;
  const inside = (merchant: string) => prefix + merchant;
  const { list } = ledger;

  return {
    record: (merchant, by, calculation) => ledger.record(inside(merchant), by, calculation),
    attach: (merchant, by, sale) => ledger.attach(inside(merchant), by, sale),
    find: (merchant, by) => ledger.find(inside(merchant), by),
    ...(list === undefined ? {} : { list: (merchant, limit) => list(inside(merchant), limit) }),
    clear: () => ledger.clear((merchant) => merchant.startsWith(prefix)),
    // The mock closes it.
    close: () => {},
  };
}

/** The given ledger, whose `clear` keeps the transactions of worlds. */
export function ledgerOfHome(ledger: Ledger): Ledger {
  if (ledger.apart !== undefined) return ledger;

  return wrapLedger(ledger, { clear: () => ledger.clear((merchant) => !merchant.startsWith(MARK)) });
}
