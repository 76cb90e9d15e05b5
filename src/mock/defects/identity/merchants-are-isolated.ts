/** A mock that keeps the transactions of all merchants together. */
import { defect } from '../defect.ts';
import { overLedger } from '../over-ledger.ts';

const EVERYONE = 'everyone';

export const merchantsAreIsolated = defect({
  rule: 'identity/merchants-are-isolated',
  summary: 'keeps the transactions of all merchants together',
  create: () => ({
    ledger: (ledger) =>
      overLedger(ledger, {
        record: (_, by, calculation) => ledger.record(EVERYONE, by, calculation),
        attach: (_, by, sale) => ledger.attach(EVERYONE, by, sale),
        find: (_, by) => ledger.find(EVERYONE, by),
      }),
  }),
});
