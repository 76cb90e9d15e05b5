/** A sale is accepted with and without an `authCode`. */
import { assertAccepted } from '../../rule/assertions.ts';
import { open } from '../../rule/patterns/open.ts';
import { rule } from '../../rule/rule.ts';

export const authcodeIsOptional = rule<{ readonly authCode?: string }>({
  id: 'sale/authcode-is-optional',
  section: '2.3',
  level: 'must',
  title: 'a sale is accepted with and without authCode',
  fix: 'Accept sales with authCode and sales without it.',
  dependsOn: ['sale/accepts-stxid'],
  probes: () => [{}, { authCode: 'A1B2C3' }],

  async run(authCode, conversation, { baseline }) {
    const sTxId = await open(conversation, baseline);
    const how = authCode.authCode === undefined ? 'without' : 'with';
    assertAccepted(await conversation.sale({ sTxId, ...authCode }), `an accepted sale ${how} authCode`);
  },
});
