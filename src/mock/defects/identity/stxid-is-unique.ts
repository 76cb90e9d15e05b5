/** A mock that gives first calls with equal bodies one sTxId. */

import { isNaming } from '../../../ledger/locate.ts';
import { defect } from '../defect.ts';
import { overLedger } from '../over-ledger.ts';

export const stxidIsUnique = defect({
  rule: 'identity/stxid-is-unique',
  summary: 'gives first calls with equal bodies one sTxId',
  create: () => {
    const given = new Map<string, string>();

    return {
      ledger: (ledger) =>
        overLedger(ledger, {
          async record(merchant, by, calculation) {
            if (isNaming(by)) return ledger.record(merchant, by, calculation);
            const body = JSON.stringify([merchant, calculation.request]);
            const recorded = await ledger.record(merchant, { sTxId: given.get(body) }, calculation);
            if (recorded.kind === 'opened') given.set(body, recorded.transaction.sTxId);

            return recorded;
          },
        }),
    };
  },
});
