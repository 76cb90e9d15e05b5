/** A ledger that does some things its own way and leaves the rest to another. */
import type { Identifiers, Ledger } from '../../ledger/ledger.ts';
import type { Hooks } from './defect.ts';

export function overLedger(ledger: Ledger, own: Partial<Ledger>): Ledger {
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

/** Hooks that answer the updates that `when` picks with a transaction of their own. */
export function reopening(when: (by: Identifiers) => boolean): () => Hooks {
  return () => ({
    ledger: (ledger) =>
      overLedger(ledger, {
        async record(merchant, by, calculation) {
          const recorded = await ledger.record(merchant, by, calculation);

          return recorded.kind === 'updated' && when(by)
            ? ledger.record(merchant, {}, calculation)
            : recorded;
        },
      }),
  });
}
