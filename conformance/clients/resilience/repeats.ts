/** Judges requests that a client sends again: when, how often, and whether it ends. */
import type { ClientRun } from '../run-client.ts';
import { type Sent, sentCalls, usualCounts } from './calls.ts';
import { HOLDS, type Judge, type Judgement, notJudged } from './judgement.ts';
import { noSaleAfterMalformed } from './no-sale.ts';

/** The same request is not sent again before the time that a 429 or 503 named. */
export const waitsForRetryAfter: Judge = (run, baseline) => {
  const calls = sentCalls(run);
  const usual = usualCounts(sentCalls(baseline));
  const put = calls.flatMap((sent) => {
    const seconds = Number(
      sent.exchange.response.headers['retry-after'] ?? sent.exchange.response.headers['Retry-After'],
    );

    return seconds > 0 ? [{ sent, until: sent.answeredAt + seconds * 1000 - TIMER_SLACK, seconds }] : [];
  });
  if (put.length === 0) return notJudged('no call was answered with Retry-After');
  for (const { sent, until, seconds } of put) {
    const most = usual.get(sent.shape);
    if (most === undefined) continue;
    // With several equal carts, the request may belong to the next cart.
    const isNamed = sent.sTxId !== undefined || sent.mTxId !== undefined;
    if (most > 1 && !isNamed) continue;
    const same = calls.filter(({ content, sentAt }) => content === sent.content && sentAt < until);
    const early = same.find(({ sentAt }) => sentAt >= sent.answeredAt);
    if (early === undefined || same.length <= most) continue;
    const waited = ((early.sentAt - sent.answeredAt) / 1000).toFixed(1);

    return {
      kind: 'violation',
      expected: `the same request again after ${seconds} s at the earliest, as Retry-After says`,
      got: `the same request again after ${waited} s`,
      exchanges: [sent.exchange, early.exchange],
    };
  }

  return HOLDS;
};

/** Timers may end early, in milliseconds. */
const TIMER_SLACK = 100;

/** After a lost answer a first call is sent again with its mTxId, or not at all. */
export const repeatsSafely: Judge = (run, baseline) => {
  const calls = sentCalls(run);
  const lost = calls.filter(
    ({ operation, outcome, sTxId }) =>
      operation === 'calculateFee' && outcome.kind === 'lost' && sTxId === undefined,
  );
  if (lost.length === 0) return notJudged('the answer of no first call was lost');
  const usual = usualCounts(sentCalls(baseline));
  for (const sent of lost.filter(({ mTxId }) => mTxId === undefined)) {
    const most = usual.get(sent.shape);
    const same = calls.filter(({ content }) => content === sent.content);
    const again = same.find(({ sentAt }) => sentAt >= sent.answeredAt);
    if (most === undefined || again === undefined || same.length <= most) continue;

    return {
      kind: 'violation',
      expected: 'a repeated first call with an mTxId, which names one transaction however often it arrives',
      got: 'the same first call again without an mTxId: where only the answer was lost, there are two transactions',
      exchanges: [sent.exchange, again.exchange],
    };
  }

  return HOLDS;
};

/** After a lost answer a sale is sent again with the same fields, or not at all: no further order is sold in its place. */
export const repeatsSaleSafely: Judge = (run, baseline) => {
  const calls = sentCalls(run).filter(isSale);
  const lost = calls.filter(({ outcome }) => outcome.kind === 'lost' || outcome.kind === 'unclear');
  if (lost.length === 0) return notJudged('the answer of no sale was lost');
  const usual = sentCalls(baseline).filter(isSale);
  for (const sent of lost) {
    const ofShape = ({ shape }: Sent) => shape === sent.shape;
    const most = contentsOf(usual.filter(ofShape)).size;
    const other = calls.findLast((one) => ofShape(one) && one.content !== sent.content);
    if (most === 0 || other === undefined || contentsOf(calls.filter(ofShape)).size <= most) continue;
    if (other.sentAt < sent.answeredAt) continue;

    return {
      kind: 'violation',
      expected: 'the same sale again with the same fields, or none',
      got: 'a sale with other fields: where only the answer was lost, there are two sales',
      exchanges: [sent.exchange, other.exchange],
    };
  }

  return HOLDS;
};

function isSale({ operation }: Sent): boolean {
  return operation === 'attachSale';
}

function contentsOf(calls: readonly Sent[]): ReadonlySet<string> {
  return new Set(calls.map(({ content }) => content));
}

/** Attempts of one request, beyond which a client does not give up. */
const MOST_ATTEMPTS = 20;

/** Attempts in a row without a pause are a storm, where there are this many; in milliseconds. */
const STORM = { attempts: 8, pause: 50 };

/** Bounded attempts with pauses, and an end within the time limit. */
export const givesUp: Judge = (run, baseline) => {
  const calls = sentCalls(run);
  const [first] = calls;
  if (first === undefined) return notJudged('the command sent no request');
  const usual = usualCounts(sentCalls(baseline));
  for (const same of Map.groupBy(calls, ({ content }) => content).values()) {
    const [sent] = same;
    const most = sent === undefined ? undefined : usual.get(sent.shape);
    if (sent === undefined || most === undefined) continue;
    const attempts = Math.floor(same.length / most);
    const shown = same.slice(0, 3).map(({ exchange }) => exchange);
    if (attempts > MOST_ATTEMPTS)
      return {
        kind: 'violation',
        expected: `at most ${MOST_ATTEMPTS} attempts of one request`,
        got: `${attempts} attempts of one request`,
        exchanges: shown,
      };
    const pauses = same.slice(1).map(({ sentAt }, at) => sentAt - (same[at]?.answeredAt ?? sentAt));
    if (most === 1 && same.length >= STORM.attempts && pauses.every((pause) => pause < STORM.pause))
      return {
        kind: 'violation',
        expected: 'growing pauses between the attempts of one request',
        got: `${same.length} attempts within ${Math.round((same.at(-1)?.sentAt ?? 0) - sent.sentAt)} ms`,
        exchanges: shown,
      };
  }

  return endsByItself(run, calls, usual);
};

/**
 * Words with which test runners and `timeout` report that they have ended a test at its time limit. Those of HTTP clients
 * are similar: `timeout of 2000ms exceeded` (axios), `Operation timed out after 2001 milliseconds` (curl).
 */
const RUNNER_LIMIT = new RegExp(
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

/** A test runner that ends the test is not the client giving up: its request was open until then, and was not repeated. */
function isEndedByRunner(run: ClientRun, calls: readonly Sent[], usual: Usual): boolean {
  const isRepeated = [...Map.groupBy(calls, ({ content }) => content).values()].some(
    (same) => same.length > (usual.get(same[0]?.shape ?? '') ?? same.length),
  );

  return !isRepeated && RUNNER_LIMIT.test(`${run.reason}\n${run.output}`);
}

/** A command that is still busy with other requests is not judged: its tests may all wait in turn. */
function endsByItself(run: ClientRun, calls: readonly Sent[], usual: Usual): Judgement {
  if (run.ending !== 'time-limit') {
    const open = calls.find(({ exchange }) => exchange.staysOpen);
    if (run.passed || open === undefined || !isEndedByRunner(run, calls, usual)) return HOLDS;

    return {
      kind: 'violation',
      expected: 'a client that gives up by a time limit of its own',
      got: `a request that was open for ${((run.endedAt - open.sentAt) / 1000).toFixed(1)} s, until the test runner ended the test`,
      exchanges: [open.exchange],
    };
  }
  const last = lastNew(calls, usual);
  const middle = (run.startedAt + run.endedAt) / 2;
  if (last === undefined) return notJudged('the command sent no request');
  if (last.sentAt > middle)
    return notJudged('the command still sent other requests when the time limit ended');
  const seconds = ((run.endedAt - last.sentAt) / 1000).toFixed(1);

  return {
    kind: 'violation',
    expected: 'a client that gives up, and a command that ends within the time limit',
    got: `a command that did not end within ${seconds} s of its last new request`,
    exchanges: [last.exchange],
  };
}

type Usual = ReturnType<typeof usualCounts>;

/** The last request that is no further attempt of an earlier one. */
function lastNew(calls: readonly Sent[], usual: Usual): Sent | undefined {
  const counts = new Map<string, number>();
  let last: Sent | undefined;
  for (const sent of calls) {
    const earlier = counts.get(sent.content) ?? 0;
    counts.set(sent.content, earlier + 1);
    if (earlier < (usual.get(sent.shape) ?? 1)) last = sent;
  }

  return last;
}

/** No sale follows an answer that is cut off, empty or not JSON, and the command ends. */
export const survivesMalformed: Judge = (run, baseline) => {
  const judged = noSaleAfterMalformed(run, baseline);

  return judged.kind === 'holds'
    ? endsByItself(run, sentCalls(run), usualCounts(sentCalls(baseline)))
    : judged;
};
