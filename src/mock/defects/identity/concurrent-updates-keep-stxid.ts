/** A mock that mixes up the sTxIds of updates that are under way at the same time. */

import { setTimeout } from 'node:timers/promises';
import { defect } from '../defect.ts';
import { overLedger } from '../over-ledger.ts';

/** How long an update takes, in milliseconds, so that some do overlap. */
const OVERLAP = 15;

/** Two updates side by side go well: rules that are not about a crowd are to notice nothing. */
const CROWD = 2;

export const concurrentUpdatesKeepStxid = defect({
  rule: 'identity/concurrent-updates-keep-stxid',
  summary: 'mixes up the sTxIds of updates that are under way at the same time',
  create: () => {
    const underWay = new Set<{ readonly sTxId: string }>();

    return {
      ledger: (ledger) =>
        overLedger(ledger, {
          async record(merchant, by, calculation) {
            const recorded = await ledger.record(merchant, by, calculation);
            if (recorded.kind !== 'updated') return recorded;
            const { transaction } = recorded;
            underWay.add(transaction);
            await setTimeout(OVERLAP);
            underWay.delete(transaction);
            const others = [...underWay].filter(({ sTxId }) => sTxId !== transaction.sTxId);
            const sTxId = others.length < CROWD ? transaction.sTxId : (others[0]?.sTxId ?? transaction.sTxId);

            return { kind: 'updated', transaction: { ...transaction, sTxId } };
          },
        }),
    };
  },
});
