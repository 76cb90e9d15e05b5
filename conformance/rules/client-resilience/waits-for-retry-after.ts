/** A request that was put off is not repeated before the time that the response names. */
import type { Exchange } from '../../../src/exchange/exchange.ts';
import type { ClientHistory } from '../../rule/client-history.ts';
import { CLIENT_HOLDS, type ClientRule, clientViolation } from '../../rule/client-rule.ts';

export const waitsForRetryAfter: ClientRule = {
  id: 'client-resilience/waits-for-retry-after',
  section: '–',
  level: 'should',
  title: 'a request that got 429 or 503 with Retry-After is not repeated before that time',
  fix: 'Read Retry-After, in seconds or as a date, and wait that long before the request is repeated.',
  example: { wrong: 'await sleep(100); retry();', right: 'await sleep(retryAfter * 1000); retry();' },

  observe(exchange, history) {
    const putOff = lastPutOff(exchange, history);
    if (putOff === undefined) return undefined;
    const wait = retryAfter(putOff);
    if (wait === undefined) return undefined;
    const waited = history.call.sentAt - putOff.endedAt;
    if (waited >= wait - TOLERANCE) return CLIENT_HOLDS;

    return clientViolation(
      `the same request at the earliest ${wait} ms after it was put off`,
      `it after ${Math.max(0, Math.round(waited))} ms`,
      [putOff],
    );
  },
};

/** In milliseconds: timers are not exact. */
const TOLERANCE = 100;

/** Equal requests of two carts differ in their identifier; without one they cannot be distinguished. */
function lastPutOff(
  { request, merchant }: Exchange,
  { call, troubles }: ClientHistory,
): Exchange | undefined {
  if (call.sTxId === undefined && call.mTxId === undefined) return undefined;
  const last = troubles.findLast(
    (earlier) =>
      earlier.request.body === request.body &&
      earlier.request.url === request.url &&
      earlier.merchant === merchant &&
      earlier.endedAt <= call.sentAt,
  );

  return last !== undefined && isPutOff(last) ? last : undefined;
}

function isPutOff({ response: { status } }: Exchange): boolean {
  return status === 429 || status === 503;
}

/** In milliseconds; undefined where the response names no time. */
function retryAfter({ response: { headers } }: Exchange): number | undefined {
  const value = headerOf(headers, 'retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^[0-9]{1,9}$/.test(value)) return Number(value) * 1000;
  const [until, from] = [Date.parse(value), Date.parse(headerOf(headers, 'date') ?? '')];

  return Number.isNaN(until - from) ? undefined : Math.max(0, until - from);
}

function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}
