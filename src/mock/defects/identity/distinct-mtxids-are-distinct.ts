/** A mock that overlooks the last character of an mTxId. */
import { defect } from '../defect.ts';
import { overLedger } from '../over-ledger.ts';

function shorten<By extends { readonly mTxId?: string | undefined }>(by: By): By {
  return by.mTxId === undefined ? by : { ...by, mTxId: by.mTxId.slice(0, -1) };
}

export const distinctMtxidsAreDistinct = defect({
  rule: 'identity/distinct-mtxids-are-distinct',
  summary: 'overlooks the last character of an mTxId',
  create: () => ({
    ledger: (ledger) =>
      overLedger(ledger, {
        record: (merchant, by, calculation) => ledger.record(merchant, shorten(by), calculation),
        attach: (merchant, by, sale) => ledger.attach(merchant, shorten(by), sale),
        find: (merchant, by) => ledger.find(merchant, shorten(by)),
      }),
  }),
});
