/** A sale with identifiers of two transactions, or of one and none, is refused. */
import { assertRefused } from '../../rule/assertions.ts';
import { open } from '../../rule/patterns/open.ts';
import { unknownStxid } from '../../rule/patterns/unknown-stxid.ts';
import { rule } from '../../rule/rule.ts';

interface Case {
  /** The transaction named by its `sTxId`; the other one, or the first, is named by its `mTxId`. */
  readonly bySTxId: 'the first' | 'the second' | 'none';
}

export const refusesMismatchedIdentifiers = rule<Case>({
  id: 'sale/refuses-mismatched-identifiers',
  section: '2.3',
  level: 'should',
  title: 'a sale by the sTxId of one transaction and the mTxId of another is refused',
  tries: 'Sales by the sTxId of one transaction, or of none, and the mTxId of another.',
  fix:
    'If a sale has both identifiers, check that they name the same transaction, and refuse the sale if they do ' +
    'not. Do not ignore one of them.',
  dependsOn: [
    'sale/accepts-both',
    'sale/refuses-unknown-transaction',
    'identity/distinct-mtxids-are-distinct',
  ],
  probes: () => [{ bySTxId: 'the first' }, { bySTxId: 'the second' }, { bySTxId: 'none' }],

  async run({ bySTxId }, conversation, { baseline, traits: { saleExtras } }) {
    const first = await open(conversation, { ...baseline, mTxId: '{m1}' });
    const second = bySTxId === 'none' ? undefined : await open(conversation, { ...baseline, mTxId: '{m2}' });
    const identifiers =
      bySTxId === 'the first'
        ? { sTxId: first, mTxId: '{m2}' }
        : { sTxId: second ?? unknownStxid(first), mTxId: '{m1}' };
    assertRefused(
      await conversation.sale({ ...identifiers, ...saleExtras }),
      `a refusal of a sale by the sTxId of ${bySTxId === 'none' ? 'no' : 'one'} transaction and the mTxId of another`,
    );
  },
});
