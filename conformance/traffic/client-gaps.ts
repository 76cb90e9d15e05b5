/** Finds the client rules that an exchange of a recording does not show: it is cut, or the client did not make it. */
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';

/** The exchange for the client rules, and whether it hides one; undefined if it hides none. */
type ClientView = readonly [Exchange, ((id: ClientRuleId) => boolean) | undefined];

const MOST_REDIRECTS = 100;
const MOST_SERVICES = 1_000;

export function createClientGaps(): (parsed: Exchange, isMasked: boolean) => ClientView {
  /** Addresses that a browser asks with GET after a POST. */
  const redirects = new Set<string>();
  /** Services by whether one of their fee responses has said `ok`, or something else beside a fee and an `sTxId`. */
  const saidOk = new Set<string>();
  const saidOther = new Set<string>();

  return (parsed, isMasked) => {
    const { service = '', request, response } = parsed;
    const target = redirectOf(parsed);
    if (target !== undefined && redirects.size < MOST_REDIRECTS) redirects.add(target);
    const said = isMasked ? undefined : messageOf(parsed);
    const services = said === 'ok' ? saidOk : saidOther;
    if (said !== undefined && services.size < MOST_SERVICES) services.add(service);
    const isFollowed = request.method === 'GET' && redirects.has(`${service}${request.url}`);
    const isCut = isCutShort(parsed);
    // A service that never said ok may mean success by another message.
    const isUnknown = saidOther.has(service) && !saidOk.has(service);
    const exchange = isMasked ? { ...parsed, response: { ...response, body: '', json: undefined } } : parsed;
    if (!isFollowed && !isCut && !isUnknown) return [exchange, undefined];

    return [
      exchange,
      (id) =>
        isFollowed ||
        (isCut && id === 'client-request/is-json-post') ||
        (isUnknown && id === 'client-flow/sells-what-was-priced'),
    ];
  };
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

/** The message of a fee response with a fee and an `sTxId`. */
function messageOf({ response: { json, status } }: Exchange): unknown {
  if (typeof json !== 'object' || json === null || status < 200 || status > 299) return undefined;

  return 'message' in json && 'transactionFee' in json && 'sTxId' in json ? json.message : undefined;
}

/** The beginning of an object, which the service took for a whole one: the recorder has cut it. */
function isCutShort({ isWhole, request: { body = '', json }, response }: Exchange): boolean {
  if (isWhole || json !== undefined || !body.trimStart().startsWith('{')) return false;

  return response.status >= 200 && response.status < 300 && !body.trimEnd().endsWith('}');
}
