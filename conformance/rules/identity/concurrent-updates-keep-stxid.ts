/** Updates of many transactions at the same time do not get mixed up. */
import fc from 'fast-check';
import { accepted, namesTransaction } from '../../expect.ts';
import { open } from '../../patterns/open.ts';
import { property } from '../../rule.ts';

interface Case {
  readonly transactions: number;
  readonly by: 'sTxId' | 'mTxId';
}

export const concurrentUpdatesKeepStxid = property<Case>({
  id: 'identity/concurrent-updates-keep-stxid',
  section: '1.2',
  level: 'must',
  title: 'updates at the same time each answer with their own sTxId',
  tries: 'Up to twenty transactions, each updated at the same time as the others.',
  fix:
    'Keep what belongs to a request in that request: no variable, connection or cache that requests ' +
    'share may hold the transaction of another one that is being answered.',
  after: ['identity/update-by-stxid-keeps-stxid', 'identity/update-by-mtxid-keeps-stxid'],
  probes: ({ otherTraffic }) => [
    { transactions: otherTraffic > 8 ? 8 : 2, by: 'sTxId' },
    { transactions: 8, by: 'mTxId' },
    { transactions: 16, by: 'sTxId' },
  ],
  louder: ({ by }) => [{ transactions: 20, by }],
  given: () =>
    fc.record({ transactions: fc.integer({ min: 2, max: 5 }), by: fc.constantFrom('sTxId', 'mTxId') }),

  async holds({ transactions, by }, conversation, { baseline }) {
    const opened = await Promise.all(
      Array.from({ length: transactions }, async (_, n) => {
        const mTxId = `{m${n + 1}}`;

        return {
          mTxId,
          sTxId: await open(conversation, { ...baseline, ...(by === 'mTxId' ? { mTxId } : {}) }),
        };
      }),
    );
    const replies = await Promise.all(
      opened.map(({ sTxId, mTxId }) =>
        conversation.fee({ ...baseline, ...(by === 'mTxId' ? { mTxId } : { sTxId }) }),
      ),
    );
    for (const [index, reply] of replies.entries()) {
      namesTransaction(accepted(reply, 'an accepted update'), opened[index]?.sTxId ?? '');
    }
  },
});
