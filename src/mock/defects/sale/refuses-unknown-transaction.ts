/** A mock that takes the sale of an unknown transaction. */
import { defect } from '../defect.ts';
import { overLedger } from '../over-ledger.ts';

/** What a transaction without a fee call would have been asked. */
const NOTHING = { request: { amount: 0, nicn: '424242', region: 'AZ' }, fee: 0 };

export const refusesUnknownTransaction = defect({
  rule: 'sale/refuses-unknown-transaction',
  summary: 'takes the sale of an unknown transaction',
  create: () => ({
    ledger: (ledger) =>
      overLedger(ledger, {
        async attach(merchant, by, sale) {
          const attached = await ledger.attach(merchant, by, sale);
          if (attached.kind !== 'unknown') return attached;
          const { sTxId = 'unknown', mTxId } = by;

          return { kind: 'attached', transaction: { ...NOTHING, sTxId, mTxId, sale } };
        },
      }),
  }),
});
