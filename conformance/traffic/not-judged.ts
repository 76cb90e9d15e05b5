/** Why traffic is not judged: what an exchange hides of a client, whose it is, and how a report says so. */
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { type Call, readAnyCall } from '../../src/exchange/call.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { LeftOut } from '../../src/exchange/traffic-event.ts';
import { defined } from '../../src/text/json-object.ts';
import { maskAddresses } from '../../src/text/mask.ts';
import { remember } from '../../src/text/remember.ts';
import { startOf } from '../../src/text/visible.ts';
import type { LeftOutCount, TrafficReport } from '../report/report.ts';

/** Bounds of what is remembered of a recording. */
const MOST = { redirects: 100, services: 1_000, addresses: 200 };

/** Whether an exchange does not show a rule, for a reason that only its source knows. */
export type Hides = (id: ClientRuleId) => boolean;

/** Finds the client rules that an exchange of a recording does not show: it is cut, or the client did not make it. */
export function createClientGaps(): (call: Call, isMasked: boolean) => Hides | undefined {
  /** Addresses that a browser asks with GET after a POST. */
  const redirects = new Set<string>();
  /** Services by whether one of their fee responses has said `ok`, or something else beside a fee and an `sTxId`. */
  const saidOk = new Set<string>();
  const saidOther = new Set<string>();

  return (call, isMasked) => {
    const { service = '', request } = call.exchange;
    const target = redirectOf(call.exchange);
    if (target !== undefined && redirects.size < MOST.redirects) redirects.add(target);
    const { answer = {}, status } = call;
    // The message of a fee response with a fee and an sTxId.
    const isPriced = status >= 200 && status < 300 && 'transactionFee' in answer && 'sTxId' in answer;
    const said = isPriced && !isMasked ? answer['message'] : undefined;
    const services = said === 'ok' ? saidOk : saidOther;
    if (said !== undefined && services.size < MOST.services) services.add(service);
    const isFollowed = request.method === 'GET' && redirects.has(`${service}${request.url}`);
    const isCut = isCutShort(call);
    // A service that never said ok may mean success by another message.
    const isUnknown = saidOther.has(service) && !saidOk.has(service);
    if (!isFollowed && !isCut && !isUnknown) return undefined;

    return (id) =>
      isFollowed ||
      (isCut && id === 'client-request/is-json-post') ||
      (isUnknown && id === 'client-flow/sells-what-was-priced');
  };
}

/** The call without its response, which a recorder has masked. */
export function withoutAnswer(call: Call): Call {
  const { exchange } = call;

  return readAnyCall({ ...exchange, response: { ...exchange.response, body: '', json: undefined } }) ?? call;
}

/** Where a browser goes with GET after a POST (RFC 9110, 15.4). */
function redirectOf({ service, request, response }: Exchange): string | undefined {
  const { status } = response;
  if (request.method !== 'POST' || (status !== 301 && status !== 302 && status !== 303)) return undefined;
  const location = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'location')?.[1];
  const url = location === undefined ? null : URL.parse(location, `${service}${request.url}`);
  if (url === null) return undefined;

  return url.hash === '' ? url.href : url.href.slice(0, -url.hash.length);
}

/** The beginning of an object, which the service took for a whole one: the recorder has cut it. */
function isCutShort({ exchange: { isWhole, request }, body, status }: Call): boolean {
  const { body: text = '' } = request;
  if (isWhole || body === 'object' || !text.trimStart().startsWith('{')) return false;

  return status >= 200 && status < 300 && !text.trimEnd().endsWith('}');
}

interface Tenant {
  /** Only exchanges with the same one are compared. */
  readonly key: string;
  /** The query, and headers that may choose a tenant or an environment. */
  readonly context: string;
  /** A header that may ask for a test or an example; undefined where there is none. */
  readonly asksForTest: string | undefined;
}

/** Headers of HTTP, browsers, proxies, gateways and tracing, which only concern the transport. */
const USUAL =
  /^(?:accept.*|age|authorization|cache-control|connection|content-.*|cookie|date|device-memory|dnt|downlink|ect|elastic.*|expect|forwarded|from|host|if-.*|keep-alive|newrelic|origin|pragma|priority|proxy-.*|range|referer|rtt|save-data|sec-.*|te|trailer|transfer-encoding|upgrade.*|user-agent|via|viewport-width|width|x-requested-with|x-forwarded-.*|x-real-ip|x-amz.*|x-envoy-.*|x-b3-.*|x-datadog-.*|x-newrelic-.*|x-cloud-trace-.*|uber-trace-id|b3|baggage|sentry-.*|trace.*|x-trace.*|cf-.*|cdn-.*|tollgate-.*|:.*)$/;
/** Headers that differ from request to request. */
const OF_ONE_REQUEST = /idempot|request-?id|correlation|transaction-?id|nonce|dedup|retry|attempt/;
const TEST = /test|sandbox|mock|dry|simulat|debug|override|stub|sample|replay|^prefer$/;

const DEFAULT_PORT = /:(?:80|443)$/;

/** Tells apart services and tenants: by address, host name, and what a request has beyond the document. */
export function createTenantReader(): (exchange: Exchange) => Tenant {
  const kindOf = remember((name): 'usual' | 'test' | 'other' => {
    if (USUAL.test(name) || OF_ONE_REQUEST.test(name)) return 'usual';

    return TEST.test(name) ? 'test' : 'other';
  });

  return ({ service = '', request: { headers, url = '' } }) => {
    // One address may serve several hosts.
    const [, , own] = service.split('/');
    const host = headers.host === own ? undefined : headers.host?.toLowerCase().replace(DEFAULT_PORT, '');
    const isOwn = host === undefined || own?.replace(DEFAULT_PORT, '') === host;
    const at = url.indexOf('?');
    let context = at < 0 ? '' : url.slice(at);
    let asksForTest: string | undefined;
    for (const name in headers) {
      const kind = kindOf(name);
      if (kind === 'test') asksForTest = name;
      if (kind === 'other') context += `\n${name}: ${String(headers[name])}`;
    }

    return { key: `${isOwn ? service : `${service} ${host}`}${context}`, context, asksForTest };
  };
}

/** Addresses that a report lists. */
const MOST_LISTED = 5;
const LONGEST_PATH = 100;
const OTHERS = 'other addresses';

/** A path with a part that an operation has too; a version alone says nothing. */
const NEAR = /(?:^|[/.;])(?:ch|sale)(?:[/.;]|$)/i;

/** Counts the exchanges of a recording that are not calls of the API, and the first with a path like that of an operation. */
export function createLeftOutCounter() {
  const counted = new Map<string, Omit<LeftOutCount, 'address'>>();

  return {
    add({ address, method, path }: LeftOut): void {
      const key = counted.has(address) || counted.size < MOST.addresses ? address : OTHERS;
      const { count = 0, nearest } = counted.get(key) ?? {};
      const near = NEAR.test(path) ? startOf(maskAddresses(`${method} ${path}`), LONGEST_PATH) : undefined;
      counted.set(key, { count: count + 1, ...defined({ nearest: nearest ?? near }) });
    },

    /** The addresses with the most exchanges first, after those with a path like that of an operation. */
    list(): readonly LeftOutCount[] {
      const isNear = ({ nearest }: LeftOutCount) => Number(nearest !== undefined);
      const all = [...counted]
        .map(([address, of]) => ({ address: maskAddresses(address), ...of }))
        .toSorted((one, other) => isNear(other) - isNear(one) || other.count - one.count);
      const rest = sum(all.slice(MOST_LISTED).map(({ count }) => count));

      return [...all.slice(0, MOST_LISTED), ...(rest === 0 ? [] : [{ address: OTHERS, count: rest }])];
    },
  };
}

/** One in five, and at least three. */
const SMALL_SHARE = 0.2;
const FEW = 3;
/** Calls that had an answer; of the others nothing can be judged, and a client repeats them. */
const UNSEEN = /longer than|not valid JSON|faster than|the judge failed|protocol|proxy/;
/** Calls that the judge of a proxy had no time for. */
const DROPPED = /\bthey (?:could be|were) judged$/;

/**
 * Why a side is inconclusive, where a judge had no time for a call, or more than a small share was not judged; undefined
 * otherwise.
 *
 * @param exempt calls that were judged on the other side alone
 */
export function describeTooFewJudged(
  notJudged: ReadonlyMap<string, number>,
  exempt: number,
  judged: number,
): string | undefined {
  const all = judged + sum(notJudged.values());
  const unseen = exempt + sum([...notJudged].map(([why, count]) => (UNSEEN.test(why) ? count : 0)));
  const left = exempt + all - judged;
  const areMany = unseen > SMALL_SHARE * all && unseen >= FEW;
  const isDropped = [...notJudged.keys()].some((why) => DROPPED.test(why));
  if (!isDropped && !areMany && left * 2 <= all) return undefined;

  return `${left} of ${all} calls were not judged: judge a recording that has them whole.`;
}

export function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, each) => total + each, 0);
}

const MOST_REASONS = 3;

/** Why nothing was judged, and what to do. @param notJudged the most frequent reasons first */
export function describeNothingJudged(
  notJudged: TrafficReport['notJudged'],
  leftOut: readonly LeftOutCount[],
): string {
  const reasons = notJudged.slice(0, MOST_REASONS);
  if (reasons.length > 0)
    return `No exchange could be judged: ${reasons.map(({ why, count }) => `${why} (${count})`).join(', ')}.`;
  const count = sum(leftOut.map((each) => each.count));
  if (count === 0) return 'No exchange was seen: nothing was judged.';
  const near = leftOut.find(({ nearest }) => nearest !== undefined);
  const advice =
    near === undefined
      ? 'record the calls to the service, which browsers may send from another tab or worker'
      : `${near.nearest} of ${near.address} comes near: if a gateway changes paths, record behind it, or correct them in the file`;

  return `No exchange of the API was seen: none of ${count} has a path that ends in /v1/ch or /v1/ch/sale; ${advice}.`;
}
