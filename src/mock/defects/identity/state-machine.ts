/** A mock that forgets the mTxId of a transaction that is updated by its sTxId alone. */

import type { Identifiers } from '../../../ledger/ledger.ts';
import { defect } from '../defect.ts';
import { overLedger } from '../over-ledger.ts';

export const stateMachine = defect({
  rule: 'identity/state-machine',
  summary: 'forgets the mTxId of a transaction that is updated by its sTxId alone',
  create: () => {
    const forgotten = new Map<string, string>();
    const nameOf = (merchant: string, mTxId: string) => JSON.stringify([merchant, mTxId]);
    const recall = <By extends Identifiers>(merchant: string, by: By): By => {
      const stranger = by.sTxId === undefined ? forgotten.get(nameOf(merchant, by.mTxId ?? '')) : undefined;

      return stranger === undefined ? by : { ...by, mTxId: stranger };
    };

    return {
      ledger: (ledger) =>
        overLedger(ledger, {
          async record(merchant, by, calculation) {
            const recorded = await ledger.record(merchant, recall(merchant, by), calculation);
            const mTxId = recorded.kind === 'updated' ? recorded.transaction.mTxId : undefined;
            if (mTxId !== undefined && by.mTxId === undefined) {
              forgotten.set(nameOf(merchant, mTxId), `${mTxId} once more ${forgotten.size}`);
            }

            return recorded;
          },
          attach: (merchant, by, sale) => ledger.attach(merchant, recall(merchant, by), sale),
          find: (merchant, by) => ledger.find(merchant, recall(merchant, by)),
        }),
    };
  },
});
