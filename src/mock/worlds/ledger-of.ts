/** Where a world keeps its transactions, apart from those of all others. */
import type { Ledger } from '../../ledger/ledger.ts';

/** No merchant file has such a name. */
const MARK = '\u{0}world:';

/** A ledger of its own where the given one can make one; otherwise the given one, with the merchants under other names. */
export function ledgerOf(ledger: Ledger, world: string): Ledger {
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
    // It is not the world's to close.
    close: () => {},
  };
}

/** The given ledger, of which `clear` leaves the worlds alone. */
export function ledgerOfHome(ledger: Ledger): Ledger {
  if (ledger.apart !== undefined) return ledger;
  const { list } = ledger;

  return {
    record: (merchant, by, calculation) => ledger.record(merchant, by, calculation),
    attach: (merchant, by, sale) => ledger.attach(merchant, by, sale),
    find: (merchant, by) => ledger.find(merchant, by),
    ...(list === undefined ? {} : { list: (merchant, limit) => list(merchant, limit) }),
    clear: () => ledger.clear((merchant) => !merchant.startsWith(MARK)),
    close: () => ledger.close(),
  };
}
