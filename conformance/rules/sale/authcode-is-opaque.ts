/** `authCode` is carried, never read: any text will do. */
import fc from 'fast-check';
import { AWKWARD_TEXTS, isSafeText } from '../../arbitraries/text.ts';
import { accepted } from '../../expect.ts';
import { open } from '../../patterns/open.ts';
import { plainerText } from '../../plainer.ts';
import { property } from '../../rule.ts';
import { withoutEdits } from '../../shape/unmask.ts';

export const authcodeIsOpaque = property<{ readonly authCode: string }>({
  id: 'sale/authcode-is-opaque',
  section: '2.3',
  level: 'must',
  title: 'an authCode may be any text',
  tries:
    'Texts of 1 to 32 printable characters: quotes, markup, JSON and many scripts. Whether longer, empty and ' +
    'control texts are accepted is a choice.',
  fix:
    'Keep authCode as it comes, whatever the text: without a pattern or the length of a certain card ' +
    "processor's codes. Pass it to a database as a parameter.",
  after: ['sale/authcode-is-optional'],
  probes: () => AWKWARD_TEXTS.map((authCode) => ({ authCode })),
  smaller: ({ authCode }) =>
    [...plainerText(authCode)].filter(isSafeText).map((text) => ({ authCode: text })),
  unmask: ({ authCode }, edits) => {
    const left = withoutEdits({ authCode }, edits);

    return left?.authCode === undefined ? undefined : left;
  },
  given: ({ text }) => fc.record({ authCode: text }),

  async holds({ authCode }, conversation, { baseline }) {
    const sTxId = await open(conversation, baseline);
    accepted(await conversation.sale({ sTxId, authCode }), 'an accepted sale with any text as authCode');
  },
});
