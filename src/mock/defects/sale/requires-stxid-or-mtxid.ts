/** A mock that attaches a sale without identifiers to the last transaction. */

import { isNaming } from '../../../ledger/locate.ts';
import { defect } from '../defect.ts';
import { overLedger } from '../over-ledger.ts';
import { overlooking } from '../overlooking.ts';

export const requiresStxidOrMtxid = defect({
  rule: 'sale/requires-stxid-or-mtxid',
  summary: 'attaches a sale without identifiers to the last transaction',
  create: () => {
    const last = new Map<string, string>();

    return {
      ...overlooking('sale/requires-stxid-or-mtxid')(),
      ledger: (ledger) =>
        overLedger(ledger, {
          async record(merchant, by, calculation) {
            const recorded = await ledger.record(merchant, by, calculation);
            if (recorded.kind === 'opened') last.set(merchant, recorded.transaction.sTxId);

            return recorded;
          },
          attach: (merchant, by, sale) =>
            ledger.attach(merchant, isNaming(by) ? by : { sTxId: last.get(merchant) ?? '' }, sale),
        }),
    };
  },
});
