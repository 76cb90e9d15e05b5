/** A mock that refuses a sale by both identifiers of one transaction. */
import { defect } from '../defect.ts';
import { overLedger } from '../over-ledger.ts';

export const acceptsBoth = defect({
  rule: 'sale/accepts-both',
  summary: 'refuses a sale by both identifiers of one transaction',
  create: () => ({
    ledger: (ledger) =>
      overLedger(ledger, {
        async attach(merchant, by, sale) {
          const known =
            by.mTxId !== undefined && (await ledger.find(merchant, { mTxId: by.mTxId })).kind === 'found';

          return known && by.sTxId !== undefined ? { kind: 'mismatched' } : ledger.attach(merchant, by, sale);
        },
      }),
  }),
});
