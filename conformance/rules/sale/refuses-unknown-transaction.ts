/** There is no sale without a transaction. */
import { refused } from '../../expect.ts';
import { open } from '../../patterns/open.ts';
import { unknownStxid } from '../../patterns/unknown-stxid.ts';
import { property } from '../../rule.ts';

type Case =
  /** By identifiers that were never seen. */
  | { readonly sTxId?: string; readonly mTxId?: string }
  /** By an `sTxId` that looks like the one of a transaction. */
  | { readonly like: 'a transaction' };

export const refusesUnknownTransaction = property<Case>({
  id: 'sale/refuses-unknown-transaction',
  section: '2.3',
  level: 'should',
  title: 'a sale of an unknown transaction is refused',
  tries: 'An mTxId that was never given, an sTxId of the same form as a real one, and other texts.',
  fix:
    'Refuse a sale whose identifiers lead to no transaction. Do not open one for it, and do not answer ' +
    'with the identifier that it sent.',
  after: [
    'sale/accepts-stxid',
    'sale/accepts-mtxid',
    'sale/requires-stxid-or-mtxid',
    'identity/distinct-mtxids-are-distinct',
  ],
  probes: () => [
    { mTxId: '{m1}' },
    { like: 'a transaction' },
    { sTxId: 'no-such-transaction' },
    { sTxId: 'no-such-transaction', mTxId: '{m1}' },
  ],

  async holds(naming, conversation, { baseline, saleExtras }) {
    const identifiers =
      'like' in naming ? { sTxId: unknownStxid(await open(conversation, baseline)) } : naming;
    const names = Object.keys(identifiers).join(' and ');
    refused(
      await conversation.sale({ ...identifiers, ...saleExtras }),
      `a refusal of a sale by ${names} of no transaction`,
    );
  },
});
