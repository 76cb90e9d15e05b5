/** Clients go by the media type of an answer: JSON says that it is JSON. */
import type { Body, Reply } from '../../conversation.ts';
import { granted } from '../../expect.ts';
import { NotJudged, RuleBroken } from '../../failure.ts';
import { open } from '../../patterns/open.ts';
import { property } from '../../rule.ts';

type Case = { readonly operation: 'fee'; readonly request: Body } | { readonly operation: 'sale' };

export const contentTypeJson = property<Case>({
  id: 'transport/content-type-json',
  section: '4',
  level: 'should',
  title: 'an accepted answer says that it is application/json',
  tries: 'The answers to accepted fee calls and sales, of this rule and of all others.',
  fix:
    'Set the Content-Type of accepted answers to application/json; a charset beside it is fine. Most ' +
    'frameworks do so by themselves when you hand them an object rather than a text.',
  stage: 1,
  quickProbes: 2,
  watches: () => (reply) => {
    if (reply.judgement.kind !== 'accepted') return 'else';

    return isMislabelled(reply) ? 'odd' : 'fine';
  },
  probes: ({ baseline, oddTo }) => [
    ...oddTo('transport/content-type-json')
      .filter((body) => 'nicn' in body && !('sTxId' in body))
      .map((request): Case => ({ operation: 'fee', request })),
    { operation: 'fee', request: { ...baseline } },
    { operation: 'sale' },
  ],

  async holds(asked, conversation, { baseline, saleExtras }) {
    const reply =
      asked.operation === 'fee'
        ? granted(await conversation.fee(asked.request), 'fee-request/accepts-required-fields-alone')
        : granted(
            await conversation.sale({ sTxId: await open(conversation, baseline), ...saleExtras }),
            'sale/accepts-stxid',
          );
    if (reply.judgement.kind !== 'accepted')
      throw new NotJudged('an answer that is no clear success', 'fee-response/is-json-object');
    if (isMislabelled(reply))
      throw new RuleBroken('the Content-Type application/json', typeOf(reply) ?? 'none');
  },
});

function isMislabelled(reply: Reply): boolean {
  return !/^application\/json[ \t]*(;|$)/i.test(typeOf(reply)?.trim() ?? '');
}

function typeOf({ answer }: Reply): string | undefined {
  return answer.kind === 'answered' ? answer.headers['content-type'] : undefined;
}
