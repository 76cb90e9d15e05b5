/** Finds the client rules that cannot judge an exchange: a part was not recorded, or the client did not make it. */

import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Exchange, ExchangePart } from '../../src/exchange/exchange.ts';
import { doubtful, LEFT_OUT_HERE } from '../clients/passive-results.ts';
import type { ClientResult } from '../report/to-client-report.ts';
import { hasMaskedAnswer } from './read-exchange.ts';

/** Rules that cannot be judged without a part of the exchange. */
const NEEDED: Readonly<Partial<Record<ExchangePart, readonly ClientRuleId[]>>> = {
  authorization: ['client-request/has-bearer-jwt'],
  'request-headers': [
    'client-request/has-bearer-jwt',
    'client-request/has-x-requested-with',
    'client-request/is-json-post',
  ],
};

/** The exchange for the client rules, and the rules that may judge it; undefined for all. */
type ClientView = readonly [Exchange, ((id: ClientRuleId) => boolean) | undefined];

/** Redirects that are kept. */
const MOST_REDIRECTS = 100;

export function createClientGaps() {
  /** Addresses that a browser asks with GET after a POST. */
  const redirects = new Set<string>();
  /** Services by whether one of their fee responses has said `ok`, or something else beside a fee and an `sTxId`. */
  const saidOk = new Set<string>();
  const saidOther = new Set<string>();

  const missing: { count: number; first: Exchange | undefined } = { count: 0, first: undefined };

  const view = (parsed: Exchange): ClientView => {
    const { service = '', request, response, lacks = [] } = parsed;
    const target = redirectOf(parsed);
    if (target !== undefined && redirects.size < MOST_REDIRECTS) redirects.add(target);
    const isMasked = hasMaskedAnswer(parsed);
    if (!isMasked) noteMessage(parsed, saidOk, saidOther);
    const isFollowed = request.method === 'GET' && redirects.has(`${service}${request.url}`);
    const isCut = isCutShort(parsed);
    if (lacksToken(parsed)) {
      missing.count++;
      missing.first ??= parsed;
    }
    // A service that never said ok may mean success by another message.
    const isUnknown = saidOther.has(service) && !saidOk.has(service);
    const exchange = isMasked ? { ...parsed, response: { ...response, body: '', json: undefined } } : parsed;
    if (lacks.length === 0 && !isFollowed && !isCut && !isUnknown) return [exchange, undefined];

    return [
      exchange,
      (id) => {
        if (isFollowed || (isCut && id === 'client-request/is-json-post')) return false;
        if (isUnknown && id === 'client-flow/sells-what-was-priced') return false;

        return mayJudgeClient(id, parsed);
      },
    ];
  };

  return { view, missingTokens: () => missing };
}

type MissingTokens = ReturnType<ReturnType<typeof createClientGaps>['missingTokens']>;

/** Whether it has other headers, but neither a token nor a placeholder for one. */
function lacksToken({ isWhole, request, lacks = [] }: Exchange): boolean {
  if (isWhole || lacks.includes('request-headers')) return false;

  return request.method === 'POST' && request.headers.authorization === undefined;
}

/** A recorder leaves tokens out of all requests or of none: where others have one, the rule is not decided. */
export function withMissingTokens(
  results: readonly ClientResult[],
  { count: seen, first }: MissingTokens,
  tolerated: number,
): readonly ClientResult[] {
  return results.map((result) => {
    const { rule, exercised, outcome } = result;
    const isOpen = rule.id === 'client-request/has-bearer-jwt' && outcome.kind === 'pass';
    if (!isOpen || first === undefined) return result;
    const counts = { count: seen, first: { exchange: first } };

    return { ...result, outcome: doubtful(rule, exercised, counts, { couldBe: LEFT_OUT_HERE, tolerated }) };
  });
}

/** Whether a client rule may judge an exchange that lacks something. */
function mayJudgeClient(id: ClientRuleId, { request, lacks = [] }: Exchange): boolean {
  if (lacks.some((part) => NEEDED[part]?.includes(id))) return false;
  // Without a token the merchant is unknown, and an mTxId may be that of another.
  const isNamed = lacks.includes('authorization') && !hasStxid(request.json);

  return !(isNamed && id.startsWith('client-flow/'));
}

/** Where a browser goes with GET after a POST (RFC 9110, 15.4). */
function redirectOf({ service, request, response }: Exchange): string | undefined {
  const { status } = response;
  if (request.method !== 'POST' || (status !== 301 && status !== 302 && status !== 303)) return undefined;
  const location = response.headers['location'];
  if (location === undefined || !URL.canParse(location, `${service}${request.url}`)) return undefined;
  const { href, hash } = new URL(location, `${service}${request.url}`);

  return hash === '' ? href : href.slice(0, -hash.length);
}

function noteMessage({ service = '', response }: Exchange, ok: Set<string>, other: Set<string>): void {
  const { json, status } = response;
  if (typeof json !== 'object' || json === null || status < 200 || status > 299) return;
  if (!('message' in json && 'transactionFee' in json && 'sTxId' in json)) return;
  const said = json.message === 'ok' ? ok : other;
  if (said.size < MOST_SERVICES) said.add(service);
}

const MOST_SERVICES = 1_000;

/** The beginning of an object, which the service took for a whole one: the recorder has cut it. */
function isCutShort({ isWhole, request: { body = '', json }, response }: Exchange): boolean {
  if (isWhole || json !== undefined || !body.trimStart().startsWith('{')) return false;

  return response.status >= 200 && response.status < 300 && !body.trimEnd().endsWith('}');
}

function hasStxid(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'sTxId' in json;
}
