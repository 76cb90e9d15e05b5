/** `authCode` is carried, never read: any text will do. */
import fc from 'fast-check';
import { AWKWARD_TEXTS } from '../../arbitraries/text.ts';
import { accepted } from '../../expect.ts';
import { open } from '../../patterns/open.ts';
import { plainerText } from '../../plainer.ts';
import { property } from '../../rule.ts';

export const authcodeIsOpaque = property<{ readonly authCode: string }>({
  id: 'sale/authcode-is-opaque',
  section: '2.3',
  level: 'must',
  title: 'an authCode may be any text',
  tries: 'Quotes, markup, JSON, escaped control characters, long texts and many scripts.',
  fix:
    'Keep authCode as it comes, whatever the text: without a pattern or the length of a certain card ' +
    "processor's codes. Hand it to a database as a parameter.",
  after: ['sale/authcode-is-optional'],
  probes: () => [
    { authCode: `it's "so" <b> & 価格 ${AWKWARD_TEXTS[6]}` },
    ...AWKWARD_TEXTS.map((authCode) => ({ authCode })),
  ],
  smaller: ({ authCode }) => [...plainerText(authCode)].map((text) => ({ authCode: text })),
  given: ({ text }) => fc.record({ authCode: text }),

  async holds({ authCode }, conversation, { baseline }) {
    const sTxId = await open(conversation, baseline);
    accepted(await conversation.sale({ sTxId, authCode }), 'an accepted sale with any text as authCode');
  },
});
