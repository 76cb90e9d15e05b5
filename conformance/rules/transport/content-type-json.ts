/** An accepted response has the media type of JSON, which HTTP clients rely on. */
import type { Exchange } from '../../rule/exchange.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { isDocumented } from '../../rule/request-variant.ts';
import { rule } from '../../rule/rule.ts';

export const contentTypeJson = rule({
  id: 'transport/content-type-json',
  section: '4',
  level: 'should',
  title: 'an accepted response has the Content-Type application/json',
  tries: 'The responses to accepted fee calls and sales of the whole run.',
  fix:
    'Set the Content-Type of accepted responses to application/json; a charset is fine. Most frameworks do so if ' +
    'you pass them an object instead of a string.',
  lookAlikes: ['response-media-type=json-charset'],
  stage: 1,
  quickScripts: 2,
  observationSuffices: true,
  judge(exchange) {
    if (exchange.outcome.kind !== 'accepted' || !isDocumented(exchange.variant)) return undefined;
    if (!isMislabelled(exchange)) return HOLDS;

    return violation('the Content-Type application/json', typeOf(exchange) ?? 'none', { isAccident: true });
  },
  scripts: ({ baseline, traits: { saleExtras } }) => [
    { calls: [{ operation: 'calculateFee', body: { ...baseline } }] },
    {
      calls: [
        { operation: 'calculateFee', body: { ...baseline } },
        { operation: 'attachSale', body: { sTxId: '{s1}', ...saleExtras } },
      ],
    },
  ],
});

function isMislabelled(exchange: Exchange): boolean {
  return !/^application\/json[ \t]*(;|$)/i.test(typeOf(exchange)?.trim() ?? '');
}

function typeOf({ response }: Exchange): string | undefined {
  return response.kind === 'answered' ? response.headers['content-type'] : undefined;
}
