/** What becomes of a sale by the sTxId of one transaction and the mTxId of another. */
import { stxidOf } from '../../expect.ts';
import { observes } from '../observation.ts';
import { isTaken } from '../scene.ts';

export const mismatchedIdentifiers = observes('mismatched-identifiers', {
  async asks({ open, sale, words }) {
    const first = await open({ mTxId: '{m1}' });
    const second = await open({ mTxId: '{m2}' });
    const reply = await sale({ sTxId: first.sTxId, mTxId: '{m2}', ...words.saleExtras });
    if (!isTaken(reply)) return ['refuse'];
    const named = stxidOf(reply);

    return [
      named === first.sTxId ? 'stxid-decides' : named === second.sTxId ? 'mtxid-decides' : 'neither decides',
    ];
  },
});
