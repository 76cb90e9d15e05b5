/** Which client rules need a part of an exchange that a source may not have recorded. */
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { ExchangePart, SeenExchange } from '../../src/traffic/traffic-event.ts';
import type { ParsedExchange } from './read-exchange.ts';

/** Rules that nothing can be said of without the part. Parts that are missed by no rule on other parts are not listed. */
const NEEDED: Readonly<Partial<Record<ExchangePart, readonly ClientRuleId[]>>> = {
  authorization: ['client-request/has-bearer-jwt'],
  'request-headers': [
    'client-request/has-bearer-jwt',
    'client-request/has-x-requested-with',
    'client-request/is-json-post',
  ],
};

/** Whether a client rule may judge the exchange. */
export function mayJudgeClient(
  id: ClientRuleId,
  { request }: ParsedExchange,
  { lacks }: Pick<SeenExchange, 'lacks'>,
): boolean {
  if (lacks.length === 0) return true;
  if (lacks.some((part) => NEEDED[part]?.includes(id))) return false;
  // Without a token the merchant is unknown, and an mTxId may be that of another.
  const isNamed = lacks.includes('authorization') && !hasStxid(request.json);

  return !(isNamed && id.startsWith('client-flow/'));
}

function hasStxid(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'sTxId' in json;
}
