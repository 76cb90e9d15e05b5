/** A mock that goes by the sTxId where the identifiers of a sale are those of two transactions. */
import { defect } from '../defect.ts';
import { overLedger } from '../over-ledger.ts';

export const refusesMismatchedIdentifiers = defect({
  rule: 'sale/refuses-mismatched-identifiers',
  summary: 'goes by the sTxId where the identifiers of a sale are those of two transactions',
  create: () => ({
    ledger: (ledger) =>
      overLedger(ledger, {
        async attach(merchant, by, sale) {
          const attached = await ledger.attach(merchant, by, sale);
          const { sTxId } = by;

          return attached.kind === 'mismatched' && sTxId !== undefined
            ? ledger.attach(merchant, { sTxId }, sale)
            : attached;
        },
      }),
  }),
});
