/** The rules on requests that a client sends again: when, how often, with which fields, and whether it ends. */
import { type Call, readCall } from '../../../src/exchange/call.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import {
  isOfSame,
  noSaleAfter,
  requestOf,
  shapeOf,
  type UsualCount,
  usualCount,
} from '../../rule/client-calls.ts';
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
  example: { wrong: '{"amount":100,…} twice', right: '{"amount":100,…,"mTxId":"order-1"} twice' },

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

function violationAt(
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

export const givesUp = clientRule({
  id: 'client-resilience/gives-up',
  section: '–',
  title: 'a client repeats a request a few times at most, with growing pauses, and ends when nothing answers',
  fix: 'Set a timeout for each request and a limit for its attempts, and double the pause between two of them.',
  example: { wrong: 'while (true) retry();', right: 'for (const pause of [250, 500, 1000]) …' },

  atEnd(calls, faulty) {
    if (faulty === undefined || calls.length === 0) return notJudged('the command sent no request');
    const usual = usualCount(faulty.usual);
    for (const same of Map.groupBy(calls, requestOf).values()) {
      const [first, ...later] = same;
      const most = first && usual(first);
      if (first === undefined || most === undefined) continue;
      const attempts = Math.floor(same.length / most);
      const shown = same.slice(1, 3);
      if (attempts > MOST_ATTEMPTS)
        return violationAt(
          shown.at(-1) ?? first,
          `at most ${MOST_ATTEMPTS} attempts of one request`,
          `${attempts} attempts of one request`,
          [first, ...shown.slice(0, -1)],
        );
      const areAtOnce = later.every(({ sentAt }, at) => sentAt - (same[at]?.endedAt ?? sentAt) < STORM.pause);
      if (most === 1 && same.length >= STORM.attempts && areAtOnce)
        return violationAt(
          shown.at(-1) ?? first,
          'growing pauses between the attempts of one request',
          `${same.length} attempts within ${Math.round((same.at(-1)?.sentAt ?? 0) - first.sentAt)} ms`,
          [first, ...shown.slice(0, -1)],
        );
    }

    return endsByItself(calls, faulty);
  },
});

/** Attempts of one request, beyond which a client does not give up. */
const MOST_ATTEMPTS = 20;

/**
 * Tells of each exchange of a run whether its request was sent more often: the run need not go on until its time limit.
 *
 * @param calls those of the run without a fault
 */
export function watchAttempts(calls: readonly Call[]): (exchange: Exchange) => boolean {
  const usual = usualCount(calls);
  const counts = new Map<string, number>();

  return (exchange) => {
    const call = readCall(exchange);
    const most = call && usual(call);
    if (call === undefined || most === undefined) return false;
    const request = requestOf(call);
    const count = (counts.get(request) ?? 0) + 1;
    counts.set(request, count);

    return Math.floor(count / most) > MOST_ATTEMPTS;
  };
}

/** Attempts in a row without a pause are a storm, where there are this many; in milliseconds. */
const STORM = { attempts: 8, pause: 50 };

/**
 * Words with which test runners and `timeout` report that they have ended a test at its time limit. Those of HTTP clients
 * are similar: `timeout of 2000ms exceeded` (axios), `Operation timed out after 2001 milliseconds` (curl).
 */
export const RUNNER_LIMIT = new RegExp(
  [
    /\b(?:test|hook|method|execution) timed out (?:in|after) \d/,
    /\) timed out after \d/,
    /\bexceeded timeout of [\d,]+ ?ms for a (?:test|hook)/,
    /\btest timeout of [\d,]+ ?ms exceeded/,
    /\btimeout of [\d,]+ ?ms exceeded\. For async/,
    /\basync function did not complete within \d/,
    /\bFailed: Timeout [(>]/,
    /\bTestTimeout/,
    /\bended with exit code 124\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/**
 * Whether the command ended. A test runner that ends a test is not the client giving up: its request was open until then,
 * and was not repeated. A command that is still busy with other requests is not judged: its tests may all wait in turn.
 */
function endsByItself(calls: readonly Call[], faulty: FaultyRun): EndFinding {
  const usual = usualCount(faulty.usual);
  const { ending, passed, reason, output, startedAt, endedAt } = faulty;
  const secondsSince = ({ sentAt }: Call) => ((endedAt - sentAt) / 1000).toFixed(1);
  const often = calls.filter((call) => requestOf(call) === requestOf(calls.at(-1) ?? call));
  if (ending === 'attempts' && often[0] !== undefined)
    return violationAt(
      often.at(-1) ?? often[0],
      'a client that gives up',
      `${often.length} attempts of one request, after which the command was ended`,
      often.slice(0, 2),
    );
  if (ending !== 'time-limit') {
    const open = calls.find(({ exchange }) => exchange.staysOpen);
    const isEndedByRunner = !isRepeated(calls, usual) && RUNNER_LIMIT.test(`${reason}\n${output}`);
    if (passed || open === undefined || !isEndedByRunner) return CLIENT_HOLDS;

    return violationAt(
      open,
      'a client that gives up by a time limit of its own',
      `a request that was open for ${secondsSince(open)} s, until the test runner ended the test`,
    );
  }
  const last = lastNew(calls, usual);
  if (last === undefined) return notJudged('the command sent no request');
  if (last.sentAt > (startedAt + endedAt) / 2)
    return notJudged('the command still sent other requests when the time limit ended');

  return violationAt(
    last,
    'a client that gives up, and a command that ends within the time limit',
    `a command that did not end within ${secondsSince(last)} s of its last new request`,
  );
}

function isRepeated(calls: readonly Call[], usual: UsualCount): boolean {
  return [...Map.groupBy(calls, requestOf).values()].some(
    (same) => same[0] !== undefined && same.length > (usual(same[0]) ?? same.length),
  );
}

/** The last request that is no further attempt of an earlier one. */
function lastNew(calls: readonly Call[], usual: UsualCount): Call | undefined {
  const counts = new Map<string, number>();
  let last: Call | undefined;
  for (const call of calls) {
    const request = requestOf(call);
    const earlier = counts.get(request) ?? 0;
    counts.set(request, earlier + 1);
    if (earlier < (usual(call) ?? 1)) last = call;
  }

  return last;
}

export const noSaleAfterRefusedFee = clientRule({
  id: 'client-resilience/no-sale-after-refused-fee',
  section: '2.2, 4.1',
  title: 'no sale of a transaction whose fee calls were all refused, in whatever form',
  fix: 'Sell only after a fee response with a 2xx status and the message ok. Any other message is a refusal, even beside a fee and an sTxId.',
  example: { wrong: 'if (response.ok) sell();', right: "if (response.ok && body.message === 'ok') sell();" },

  atEnd: (calls, faulty) =>
    noSaleAfter(
      'refused',
      { expected: 'no sale of a transaction whose fee calls were all refused', how: 'refused' },
      calls,
      faulty,
    ),
});

export const survivesMalformedAnswers = clientRule({
  id: 'client-resilience/survives-malformed-answers',
  section: '–',
  title: 'no sale follows a fee response that is cut off, empty or not JSON, and the client ends by itself',
  fix: 'Handle the error of the JSON parser, and treat the response as lost: repeat the fee call, or stop.',
  example: { wrong: 'JSON.parse(text || "{}")', right: 'try { JSON.parse(text) } catch { … }' },

  atEnd(calls, faulty) {
    const expected = 'no sale of a transaction whose fee is unknown';
    const sold = noSaleAfter('unclear', { expected, how: 'answered with a broken body' }, calls, faulty);

    return sold.kind === 'holds' && faulty !== undefined ? endsByItself(calls, faulty) : sold;
  },
});
