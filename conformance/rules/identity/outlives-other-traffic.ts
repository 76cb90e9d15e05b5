/** A transaction is still known after many others. */
import { accepted, namesTransaction } from '../../expect.ts';
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
    const bySTxId = await open(conversation, baseline);
    const byMTxId = await open(conversation, { ...baseline, mTxId: '{m1}' });
    await Promise.all(Array.from({ length: others }, () => open(conversation, baseline)));
    const asked = [
      { identifier: { sTxId: bySTxId }, sTxId: bySTxId },
      { identifier: { mTxId: '{m1}' }, sTxId: byMTxId },
    ];
    for (const { identifier, sTxId } of asked) {
      const what = `an accepted update by ${Object.keys(identifier)[0]} after ${others} other first calls`;
      const reply = await conversation.fee({ ...baseline, ...identifier });
      namesTransaction(accepted(reply, what), sTxId);
    }
  },
});
