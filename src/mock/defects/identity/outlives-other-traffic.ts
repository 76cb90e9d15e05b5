/** A mock that forgets a transaction after 200 newer ones of its merchant. */

import type { Ledger, Naming } from '../../../ledger/ledger.ts';
import { isNaming } from '../../../ledger/locate.ts';
import { defect } from '../defect.ts';
import { overLedger } from '../over-ledger.ts';

const KEPT = 200;

export const outlivesOtherTraffic = defect({
  rule: 'identity/outlives-other-traffic',
  summary: 'forgets a transaction after 200 newer ones of its merchant',
  create: () => {
    const ages = new Map<string, number>();
    const opened = new Map<string, number>();
    const isForgotten = (merchant: string, sTxId: string) =>
      (opened.get(merchant) ?? 0) - (ages.get(sTxId) ?? 0) > KEPT;

    return {
      ledger(ledger) {
        const find: Ledger['find'] = async (merchant, by) => {
          const found = await ledger.find(merchant, by);
          if (found.kind !== 'found' || !isForgotten(merchant, found.transaction.sTxId)) return found;

          return { kind: 'unknown', field: by.sTxId === undefined ? 'mTxId' : 'sTxId' };
        };

        return overLedger(ledger, {
          find,
          async record(merchant, by, calculation) {
            const found = isNaming(by) ? await find(merchant, by) : undefined;
            if (found?.kind === 'unknown' && found.field === 'sTxId') return found;
            const isGone =
              found?.kind === 'unknown' && (await ledger.find(merchant, by as Naming)).kind === 'found';
            const recorded = await ledger.record(merchant, isGone ? {} : by, calculation);
            if (recorded.kind === 'opened') {
              opened.set(merchant, (opened.get(merchant) ?? 0) + 1);
              ages.set(recorded.transaction.sTxId, opened.get(merchant) ?? 0);
            }

            return recorded;
          },
          async attach(merchant, by, sale) {
            const found = await find(merchant, by);

            return found.kind === 'unknown' ? found : ledger.attach(merchant, by, sale);
          },
        });
      },
    };
  },
});
