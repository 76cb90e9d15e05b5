/** A mock that refuses an mTxId that comes with the sale for the first time. */
import { defect } from '../defect.ts';
import { overLedger } from '../over-ledger.ts';

export const acceptsLateMtxid = defect({
  rule: 'sale/accepts-late-mtxid',
  summary: 'refuses an mTxId that comes with the sale for the first time',
  create: () => ({
    ledger: (ledger) =>
      overLedger(ledger, {
        async attach(merchant, by, sale) {
          const isLate =
            by.mTxId !== undefined && (await ledger.find(merchant, { mTxId: by.mTxId })).kind !== 'found';

          return isLate && by.sTxId !== undefined
            ? { kind: 'mismatched' }
            : ledger.attach(merchant, by, sale);
        },
      }),
  }),
});
