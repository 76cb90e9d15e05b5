/** A mock that does not tell an mTxId in small letters from one in capitals. */
import type { Identifiers } from '../../../ledger/ledger.ts';
import { defect } from '../defect.ts';
import { overLedger } from '../over-ledger.ts';

export const mtxidIsCaseSensitive = defect({
  rule: 'identity/mtxid-is-case-sensitive',
  summary: 'does not tell an mTxId in small letters from one in capitals',
  create: () => {
    const inSmallLetters = <By extends Identifiers>(by: By): By =>
      by.mTxId === undefined ? by : { ...by, mTxId: by.mTxId.toLowerCase() };

    return {
      ledger: (ledger) =>
        overLedger(ledger, {
          record: (merchant, by, calculation) => ledger.record(merchant, inSmallLetters(by), calculation),
          attach: (merchant, by, sale) => ledger.attach(merchant, inSmallLetters(by), sale),
          find: (merchant, by) => ledger.find(merchant, inSmallLetters(by)),
        }),
    };
  },
});
