/** Two identifiers of two transactions name none. */
import { refused } from '../../expect.ts';
import { open } from '../../patterns/open.ts';
import { property } from '../../rule.ts';

interface Case {
  /** Which of the two is named by its `sTxId`; the other is by its `mTxId`. */
  readonly bySTxId: 'the first' | 'the second';
}

export const refusesMismatchedIdentifiers = property<Case>({
  id: 'sale/refuses-mismatched-identifiers',
  section: '2.3',
  level: 'should',
  title: 'a sale by the sTxId of one transaction and the mTxId of another is refused',
  tries: 'Two transactions, and a sale by the sTxId of one and the mTxId of the other.',
  fix:
    'Where a sale has both identifiers, check that they name one transaction, and refuse the sale where ' +
    'they do not, rather than go by one of them.',
  after: ['sale/accepts-both', 'sale/refuses-unknown-transaction', 'identity/distinct-mtxids-are-distinct'],
  probes: () => [{ bySTxId: 'the first' }, { bySTxId: 'the second' }],

  async holds({ bySTxId }, conversation, { baseline, saleExtras }) {
    const first = await open(conversation, { ...baseline, mTxId: '{m1}' });
    const second = await open(conversation, { ...baseline, mTxId: '{m2}' });
    const identifiers =
      bySTxId === 'the first' ? { sTxId: first, mTxId: '{m2}' } : { sTxId: second, mTxId: '{m1}' };
    refused(
      await conversation.sale({ ...identifiers, ...saleExtras }),
      'a refusal of a sale by the sTxId of one transaction and the mTxId of another',
    );
  },
});
