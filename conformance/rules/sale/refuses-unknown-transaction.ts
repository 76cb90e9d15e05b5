/** A sale of an unknown transaction is refused. */
import { assertRefused } from '../../rule/assertions.ts';
import { open } from '../../rule/patterns/open.ts';
import { unknownStxid } from '../../rule/patterns/unknown-stxid.ts';
import { rule } from '../../rule/rule.ts';

type Case =
  /** By identifiers that name no transaction. */
  | { readonly sTxId?: string; readonly mTxId?: string }
  /** By an `sTxId` of the form that the deployment uses. */
  | { readonly like: 'a transaction' };

export const refusesUnknownTransaction = rule<Case>({
  id: 'sale/refuses-unknown-transaction',
  section: '2.3',
  level: 'should',
  title: 'a sale of an unknown transaction is refused',
  tries: 'A new mTxId, an sTxId that looks like a real one, and other texts.',
  fix:
    'Refuse a sale whose identifiers name no transaction. Do not create one for it, and do not return the ' +
    'identifier that was sent.',
  lookAlikes: ['unknown-stxid-on-fee=open', 'refusal=2xx-message'],
  dependsOn: [
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

  async run(value, conversation, { baseline, traits: { saleExtras } }) {
    const identifiers = 'like' in value ? { sTxId: unknownStxid(await open(conversation, baseline)) } : value;
    const names = Object.keys(identifiers).join(' and ');
    assertRefused(
      await conversation.sale({ ...identifiers, ...saleExtras }),
      `a refusal of a sale by ${names} of no transaction`,
    );
  },
});
