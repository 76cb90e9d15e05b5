/** The rule on an end: a client repeats a request a few times at most, and ends when nothing answers. */
import { type Call, readCall } from '../../../src/exchange/call.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { requestOf, type UsualCount, usualCount } from '../../rule/client-calls.ts';
import {
  CLIENT_HOLDS,
  clientRule,
  type EndFinding,
  type FaultyRun,
  notJudged,
} from '../../rule/client-rule.ts';
import { violationAt } from './repeats.ts';

export const givesUp = clientRule({
  id: 'client-resilience/gives-up',
  section: '–',
  title: 'a client repeats a request a few times at most, with growing pauses, and ends when nothing answers',
  fix: 'Set a timeout for each request and a limit for its attempts, and double the pause between two of them.',
  example: {
    wrong: 'while (true) try { return await call(); } catch {}',
    right: 'for (const pause of [250, 500, 1000]) …',
  },

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

/**
 * Whether the command ended. A test runner that ends a test is not the client giving up: its request was open until then,
 * and was not repeated. A command that is still busy with other requests is not judged: its tests may all wait in turn.
 */
export function endsByItself(calls: readonly Call[], faulty: FaultyRun): EndFinding {
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
