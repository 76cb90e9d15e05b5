/** The rules on requests that a client sends again: when, how often, with which fields, and whether it ends. */
import type { Call } from '../../../src/exchange/call.ts';
import { isOfSame, requestOf, shapeOf, usualCount } from '../../rule/client-calls.ts';
import {
  CLIENT_HOLDS,
  clientRule,
  clientViolation,
  type EndFinding,
  type FaultyRun,
  notJudged,
} from '../../rule/client-rule.ts';

export const waitsForRetryAfter = clientRule({
  id: 'client-resilience/waits-for-retry-after',
  section: '–',
  title: 'a request that got 429 or 503 with Retry-After is not repeated before that time',
  fix: 'Read Retry-After, in seconds or as a date, and wait that long before the request is repeated.',
  example: { wrong: 'await sleep(100); retry();', right: 'await sleep(retryAfter * 1000); retry();' },

  atEnd(calls, faulty) {
    const usual = usualCount(faulty?.usual);
    const equal = Map.groupBy(calls, requestOf);
    const put = calls.flatMap((call) => {
      const seconds = retryAfter(call);

      return seconds > 0 ? [{ call, seconds, until: call.endedAt + seconds * 1000 - TIMER_SLACK }] : [];
    });
    if (put.length === 0) return notJudged('no call was answered with Retry-After');
    for (const { call, until, seconds } of put) {
      const most = usual(call);
      // With several equal carts, the request may belong to the next cart.
      if (most === undefined || (most > 1 && (call.sTxId ?? call.mTxId) === undefined)) continue;
      const same = equal.get(requestOf(call))?.filter(({ sentAt }) => sentAt < until) ?? [];
      const early = same.find(({ sentAt }) => sentAt >= call.endedAt);
      if (early === undefined || same.length <= most) continue;

      return violationAt(
        early,
        `the same request again after ${seconds} s at the earliest, as Retry-After says`,
        `the same request again after ${((early.sentAt - call.endedAt) / 1000).toFixed(1)} s`,
        [call],
      );
    }

    return CLIENT_HOLDS;
  },
});

/** Timers may end early, in milliseconds. */
const TIMER_SLACK = 100;

/** In seconds; 0 where the response names no time. */
function retryAfter({ exchange: { response } }: Call): number {
  const header = (name: string) =>
    Object.entries(response.headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
  const value = header('retry-after').trim();
  const seconds = value === '' ? 0 : Number(value);

  return Number.isNaN(seconds) ? (Date.parse(value) - Date.parse(header('date'))) / 1000 || 0 : seconds;
}

export const repeatsSafely = clientRule({
  id: 'client-resilience/repeats-safely',
  section: '4.1, 4.2',
  title:
    'after a lost response a first call is repeated with its mTxId, a sale with the same fields, or neither',
  fix: 'Send an mTxId with the first call, so that the service finds the transaction again. Repeat a sale whose response was lost with all its fields, authCode included.',
  example: {
    wrong: '{"amount":100,…}, no response, {"amount":100,…}',
    right: '{"amount":100,…,"mTxId":"order-1"}, no response, {"amount":100,…,"mTxId":"order-1"}',
  },

  atEnd(calls, faulty) {
    const first = repeatsFirstCall(calls, faulty);
    const sale = faulty === undefined ? first : repeatsSale(calls, faulty);

    return first.kind === 'violation' || sale.kind === 'not-judged' ? first : sale;
  },
});

/** After a lost answer a first call is sent again with its mTxId, or not at all. */
function repeatsFirstCall(calls: readonly Call[], faulty: FaultyRun | undefined): EndFinding {
  const lost = calls.filter(
    ({ operation, exchange, sTxId }) =>
      operation === 'calculateFee' && exchange.delivery !== undefined && sTxId === undefined,
  );
  if (lost.length === 0) return notJudged('the answer of no first call was lost');
  const usual = faulty === undefined ? () => 1 : usualCount(faulty.usual);
  const equal = Map.groupBy(calls, requestOf);
  for (const call of lost) {
    const same = equal.get(requestOf(call)) ?? [];
    const again =
      call.mTxId === undefined
        ? same.length > (usual(call) ?? same.length)
          ? same.find(({ sentAt }) => sentAt >= call.endedAt)
          : undefined
        : isFirst(call, calls) && faulty !== undefined
          ? anotherInPlaceOf(call, calls, faulty.usual)
          : undefined;
    if (again === undefined) continue;

    return violationAt(
      again,
      'a repeated first call with its mTxId, which names one transaction however often it arrives',
      `the same first call again ${call.mTxId === undefined ? 'without an' : 'with another'} mTxId: where only the answer was lost, there are two transactions`,
      [call],
    );
  }

  return CLIENT_HOLDS;
}

/** Whether no fee call with its mTxId was accepted before it. */
function isFirst(call: Call, calls: readonly Call[]): boolean {
  return !calls.some(
    (other) => other.sentAt < call.sentAt && other.outcome.kind === 'accepted' && isOfSame(other, call),
  );
}

/** After a lost answer a sale is sent again with the same fields, or not at all: no further order is sold in its place. */
function repeatsSale(calls: readonly Call[], { usual }: FaultyRun): EndFinding {
  const lost = calls.filter(
    ({ operation, outcome: { kind } }) =>
      operation === 'attachSale' && (kind === 'lost' || kind === 'unclear'),
  );
  if (lost.length === 0) return notJudged('the answer of no sale was lost');
  for (const call of lost) {
    const other = anotherInPlaceOf(call, calls, usual);
    if (other === undefined) continue;

    return violationAt(
      other,
      'the same sale again with the same fields, or none',
      'a sale with other fields: where only the answer was lost, there are two sales',
      [call],
    );
  }

  return CLIENT_HOLDS;
}

/** A later call that differs in its identifiers or its authCode, where the client sends more such calls than it usually does. */
function anotherInPlaceOf(call: Call, calls: readonly Call[], usual: readonly Call[]): Call | undefined {
  const isAlike = (other: Call) => shapeOf(other) === shapeOf(call);
  const most = new Set(usual.filter(isAlike).map(requestOf)).size;
  const alike = calls.filter(isAlike);
  if (most === 0 || new Set(alike.map(requestOf)).size <= most) return undefined;
  const others = alike.filter((one) => requestOf(one) !== requestOf(call) && one.sentAt >= call.endedAt);

  // The next order of a shop is not the one that is sold again.
  return others.find((one) => isOfSameSale(one, call)) ?? others[0];
}

function isOfSameSale(one: Call, other: Call): boolean {
  return (
    one.merchant === other.merchant &&
    ((one.sTxId !== undefined && one.sTxId === other.sTxId) ||
      (one.mTxId !== undefined && one.mTxId === other.mTxId))
  );
}

export function violationAt(
  { exchange }: Call,
  expected: string,
  got: string,
  related: readonly Call[] = [],
): EndFinding {
  return {
    ...clientViolation(
      expected,
      got,
      related.map((call) => call.exchange),
    ),
    exchange,
  };
}
