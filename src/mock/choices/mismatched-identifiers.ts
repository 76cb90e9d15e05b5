/** What becomes of an mTxId that is not that of the transaction which the sTxId names, such as one that is taken. */
import { after } from '../../ledger/after.ts';
import type { Naming } from '../../ledger/ledger.ts';
import { asEver, choice } from '../choosing/choice.ts';
import { overLedger } from '../defects/over-ledger.ts';

export const mismatchedIdentifiers = choice('mismatched-identifiers', {
  refuse: asEver,

  'stxid-decides': () => ({
    ledger: (ledger) =>
      overLedger(ledger, {
        record: (merchant, by, calculation) =>
          after(ledger.record(merchant, by, calculation), (recorded) =>
            recorded.kind === 'mismatched'
              ? ledger.record(merchant, { sTxId: by.sTxId }, calculation)
              : recorded,
          ),
        attach: (merchant, by, sale) =>
          after(ledger.attach(merchant, by, sale), (attached) =>
            attached.kind === 'mismatched' ? ledger.attach(merchant, byStxid(by), sale) : attached,
          ),
        find: (merchant, by) =>
          after(ledger.find(merchant, by), (found) =>
            found.kind === 'mismatched' ? ledger.find(merchant, byStxid(by)) : found,
          ),
      }),
  }),
});

function byStxid(by: Naming): Naming {
  return by.sTxId === undefined ? by : { sTxId: by.sTxId };
}
