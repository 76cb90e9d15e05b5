/** Services whose answers and fees differ from the document's examples (sections 2.2, 4 and 7 specify no statuses, errors or layout). */
import type { ServerResponse } from 'node:http';
import { type RawResponse, REFERENCE, type ReferenceBehavior } from '../reference.ts';
import { cents, type LegalService, legal, OPEN_FEES, textsOf } from './legal-service.ts';

export const ANSWERS: readonly LegalService[] = [
  legal('refuses each thing with a status of its own', 'hand-written REST services', () => ({
    refusal: (why) => ({
      ...REFERENCE.refusal(why),
      status: STATUSES.find(([part]) => why.includes(part))?.[1] ?? 422,
    }),
  })),
  legal('sits behind proxies that add headers and early hints', 'Fastly, Envoy, Varnish', () => ({
    sendResponse(response, written) {
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
      sendsWith({
        via: '1.1 varnish, 1.1 envoy',
        age: '0',
        'set-cookie': ['lb=3; Path=/', 'waf=1; HttpOnly'],
        'alt-svc': 'h3=":443"; ma=86400',
        'server-timing': 'cache;desc=miss',
        'x-ratelimit-remaining': '0',
        'x-padding': 'x'.repeat(4000),
      })(response, written);
    },
  })),
  legal('sends its answers in small chunks', 'streaming serializers', () => ({
    sendResponse(response, { status, type, text }) {
      response.writeHead(status, type === undefined ? {} : { 'content-type': type });
      for (const part of text.match(/.{1,9}/gsu) ?? []) response.write(part);
      response.end();
    },
  })),
];

const STATUSES: readonly (readonly [part: string, status: number])[] = [
  ['not JSON', 400],
  ['no such transaction', 404],
  ['no such path', 404],
  ['different transactions', 409],
  ['nicn', 402],
  ['region', 451],
  ['amount', 416],
];

function sendsWith(headers: Readonly<Record<string, string | string[]>>) {
  return (response: ServerResponse, { status, type, text }: RawResponse): void => {
    response
      .writeHead(status, { ...headers, ...(type === undefined ? {} : { 'content-type': type }) })
      .end(text);
  };
}

// Services whose fees vary, vanish or have many decimals (section 2.2 says only that a fee is a number).

export const FEES: readonly LegalService[] = [
  legal(
    'charges one of two fees by turns, as phases of an A/B test',
    'experiment platforms without sticky buckets',
    () => ({
      calculateFee: (request, moment) =>
        cents(REFERENCE.calculateFee(request, moment) * (moment.call % 2 === 0 ? 1 : 1.1)),
    }),
    { ...OPEN_FEES, breaks: ['fee-response/same-request-same-fee'] },
  ),
  legal(
    'charges one of a thousand fees at each call',
    'prices that follow demand',
    () => ({
      calculateFee: (request, moment) =>
        cents(REFERENCE.calculateFee(request, moment) + ((moment.call ** 2 * 37) % 997) / 100),
    }),
    { ...OPEN_FEES, breaks: ['fee-response/same-request-same-fee'] },
  ),
  legal(
    'charges by the phase of the transaction, drawn once when it is opened',
    'experiment platforms with sticky buckets',
    () => {
      const phases = new Map<unknown, number>();

      return {
        calculateFee(request, moment) {
          const key = request['sTxId'] ?? request['mTxId'];
          const phase = phases.get(key) ?? moment.call % 3;
          if (key !== undefined) phases.set(key, phase);

          return cents(REFERENCE.calculateFee(request, moment) + phase / 2);
        },
      };
    },
    { ...OPEN_FEES, breaks: ['fee-response/same-request-same-fee'] },
  ),
  legal(
    'charges less for a known tag in campaign',
    'promotions',
    () => ({
      calculateFee: (request, moment) =>
        cents(REFERENCE.calculateFee(request, moment) * (textsOf(request).includes('spring') ? 0.9 : 1)),
    }),
    { breaks: ['opaque/opaque-data-does-not-change-fee'] },
  ),
  legal(
    'charges less for a stored card',
    'surcharge programs that reward tokenization',
    () => ({
      calculateFee: ({ cardToken, ...request }, moment) =>
        cents(REFERENCE.calculateFee(request, moment) * (cardToken === undefined ? 1 : 0.8)),
    }),
    { file: { cardTokens: ['tok_test_1'] } },
  ),
  legal(
    'charges the fixed part of a fee once for all parts of a total',
    'split tenders, each of which updates the transaction',
    () => {
      const named = new Set<unknown>();

      return {
        calculateFee(request, moment) {
          const { sTxId, mTxId, totalAmount } = request;
          const isLater = totalAmount !== undefined && (sTxId !== undefined || named.has(mTxId));
          if (mTxId !== undefined) named.add(mTxId);

          return cents(REFERENCE.calculateFee(request, moment) - (isLater ? 0.3 : 0));
        },
      };
    },
  ),
  legal(
    'changes its prices in the middle of the run',
    'discounts that begin with a new day',
    () => ({
      calculateFee: (request, moment) =>
        cents(REFERENCE.calculateFee(request, moment) * (moment.call > 70 ? 0.5 : 1)),
    }),
    { ...OPEN_FEES, breaks: ['fee-response/same-request-same-fee'] },
  ),
  legal(
    'caps its fee and charges nothing for debit cards',
    'surcharge rules of card schemes',
    () => ({
      calculateFee: (request, moment) =>
        String(request['nicn']).startsWith('4111') ? 0 : Math.min(3, REFERENCE.calculateFee(request, moment)),
    }),
    OPEN_FEES,
  ),
  legal('charges whole dollars by bands of the amount', 'convenience fees of public authorities', () => ({
    calculateFee: ({ amount }) => (Number(amount) < 200 ? 2 : Number(amount) < 2000 ? 5 : 20),
  })),
];

// Services that throttle, restart, wait or close connections (section 8 specifies no limits).

export const TRAFFIC: readonly LegalService[] = [
  legal(
    'serves four requests at once and puts off the others with 503',
    'worker pools with a full queue',
    () => ({
      onArrival: (_, response, atOnce) => atOnce > 4 && answer(response, 503, { 'retry-after': '0' }),
      delay: () => 2,
    }),
    { inconclusiveAt: ['quick'], isSlow: true },
  ),
  legal(
    'serves one request at a time, 12 ms each',
    'single-threaded PHP and Python servers',
    () => oneAtATime(12),
    { isSlow: true },
  ),
  legal(
    'serves one request at a time, and eight together take longer than the time limit',
    'single-threaded servers that call a slow back end',
    () => oneAtATime(120),
    { isSlow: true, file: { limits: { timeout: 900 } } },
  ),
  legal(
    'serves one request at a time and refuses others with 503, as the deployment file says',
    'batch back ends behind a thin HTTP layer',
    () => ({ onArrival: (_, response, atOnce) => atOnce > 1 && answer(response, 503, {}) }),
    { file: { limits: { concurrency: 1 } } },
  ),
  legal(
    'blocks a client for a minute after 40 refusals, with 403',
    'rate-based rules of firewalls, fail2ban',
    () => blocking(403, {}),
    { inconclusiveAt: ['quick', 'standard', 'deep'] },
  ),
  legal(
    'blocks a client for a minute after 40 refusals, with 429 and Retry-After',
    'rate-based rules of firewalls, fail2ban',
    () => blocking(429, { 'retry-after': '60' }),
    { inconclusiveAt: ['quick', 'standard', 'deep'] },
  ),
  legal('closes the connection after each refusal', 'Go and Java servers that do not drain bodies', () => ({
    sendResponse(response, written) {
      if (written.status >= 400) response.shouldKeepAlive = false;
      REFERENCE.sendResponse(response, written);
    },
  })),
  legal(
    'restarts once behind a gateway that answers 502 for a quarter of a second',
    'rolling deployments',
    () => once(60, 250, (response) => answer(response, 502, {})),
    { inconclusiveAt: ['quick'], isSlow: true },
  ),
  legal(
    'restarts late in a quick run behind a gateway that answers 502 for a quarter of a second',
    'rolling deployments',
    () => once(109, 250, (response) => answer(response, 502, {})),
    { inconclusiveAt: ['quick'], isSlow: true },
  ),
  legal(
    'has a maintenance window of a second, with 503 and Retry-After',
    'planned maintenance behind a load balancer',
    () => once(60, 1000, (response) => answer(response, 503, { 'retry-after': '1' })),
    { isSlow: true },
  ),
  legal(
    'answers the first request after a second and a half, all others at once',
    'serverless cold starts',
    () => ({ delay: (call) => (call === 1 ? 1500 : 0) }),
    { isSlow: true },
  ),
  legal(
    'answers after 20 to 120 ms',
    'services across an ocean',
    () => ({ delay: (call) => 20 + ((call * 7919) % 100) }),
    { isSlow: true },
  ),
];

function answer(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>): true {
  response.writeHead(status, headers).end();

  return true;
}

/** Answers everything with this status for a minute, from the 40th refusal on. */
function blocking(status: number, headers: Readonly<Record<string, string>>): Partial<ReferenceBehavior> {
  let refusals = 0;
  let until = 0;

  return {
    onResponse(written) {
      if (written.status >= 400 && ++refusals === 40) until = performance.now() + 60_000;
    },
    intercept: (_, response) => performance.now() < until && answer(response, status, headers),
  };
}

/** From this call on, for this many milliseconds. */
function once(
  call: number,
  ms: number,
  meet: (response: ServerResponse) => true,
): Partial<ReferenceBehavior> {
  let began: number | undefined;

  return {
    intercept(_, response, now) {
      if (now < call) return false;
      began ??= performance.now();

      return performance.now() - began < ms && meet(response);
    },
  };
}

/** Answers requests one after another. @param ms milliseconds for each */
function oneAtATime(ms: number): Partial<ReferenceBehavior> {
  let free = 0;

  return {
    delay() {
      const now = performance.now();
      free = Math.max(free, now) + ms;

      return free - now;
    },
  };
}
