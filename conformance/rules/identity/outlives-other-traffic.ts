/** A transaction is still known after many others. */
import { accepted, same, stxidOf } from '../../expect.ts';
import { open } from '../../patterns/open.ts';
import { property } from '../../rule.ts';

interface Case {
  /** First calls between opening the transaction and asking for it. */
  readonly others: number;
}

export const outlivesOtherTraffic = property<Case>({
  id: 'identity/outlives-other-traffic',
  section: '1.2',
  level: 'must',
  title: 'a transaction is still found, by either identifier, after many others',
  after: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  probes: ({ otherTraffic }) => [{ others: otherTraffic }],
  smaller: ({ others }) => (others > 1 ? [{ others: Math.floor(others / 2) }, { others: others - 1 }] : []),

  async holds({ others }, conversation, { baseline }) {
    const sTxId = await open(conversation, { ...baseline, mTxId: '{m1}' });
    await Promise.all(Array.from({ length: others }, () => open(conversation, baseline)));
    for (const identifier of [{ sTxId }, { mTxId: '{m1}' }]) {
      const name = Object.keys(identifier)[0];
      const what = `an accepted update by ${name} after ${others} other first calls`;
      same(stxidOf(accepted(await conversation.fee({ ...baseline, ...identifier }), what)), sTxId, what);
    }
  },
});
