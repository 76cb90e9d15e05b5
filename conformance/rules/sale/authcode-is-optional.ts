/** A sale may carry an `authCode` and may do without. */
import { accepted } from '../../expect.ts';
import { open } from '../../patterns/open.ts';
import { property } from '../../rule.ts';

export const authcodeIsOptional = property<{ readonly authCode?: string }>({
  id: 'sale/authcode-is-optional',
  section: '2.3',
  level: 'must',
  title: 'a sale is accepted with and without authCode',
  fix: 'Accept a sale without authCode, and one with it.',
  after: ['sale/accepts-stxid'],
  probes: () => [{}, { authCode: 'A1B2C3' }],

  async holds(authCode, conversation, { baseline }) {
    const sTxId = await open(conversation, baseline);
    const how = authCode.authCode === undefined ? 'without' : 'with';
    accepted(await conversation.sale({ sTxId, ...authCode }), `an accepted sale ${how} authCode`);
  },
});
