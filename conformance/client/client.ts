/** Asks a deployment: paced, patient with one that says "later", and never taking a lost connection for an answer. */
import { type Answer, type Answered, isSuccessful, type OutgoingRequest } from './answer.ts';
import { neverInterrupted, rest } from './interruption.ts';
import { createStopwatch, type Latencies } from './latencies.ts';
import type { Pace } from './pace.ts';
import { createWaitingTime, type Patience } from './patience.ts';
import { type Quota, readQuota } from './quota.ts';
import type { Transport } from './transport.ts';

/** Times that one request is put off before the deployment is taken to be throttling for good. */
const MOST_WAITS = 12;
/** And times where others were answered each time: then it is this request that is not wanted. */
const MOST_WAITS_ALONE = 5;
/** Milliseconds of one wait. */
const LONGEST_WAIT = 10_000;
const SHORTEST_WAIT = 50;

/** Of the patience of a run, the part in which all requests wait because of one; from then on each waits for itself. */
const SHARED = 0.25;

export interface Client {
  /** @throws BudgetSpent, Interrupted */
  ask(request: OutgoingRequest): Promise<Answer>;
  /** Keeps so many of the last requests for the end of the run; 0 begins the end. */
  holdBack(requests: number): void;
  readonly sent: number;
  /** Requests that may still be sent. */
  readonly left: number;
  /** Why a request could not be sent any more; undefined as long as each could. */
  readonly spent: string | undefined;
  /** The HTTP statuses by which requests were put off so far. */
  readonly putOffBy: ReadonlySet<number>;
  /** Of all requests so far; undefined as long as none was answered. */
  readonly latencies: Latencies | undefined;
}

export function createClient(
  transport: Transport,
  pace: Pace,
  patience: Patience,
  signal: AbortSignal = neverInterrupted(),
): Client {
  const stopwatch = createStopwatch();
  const putOffBy = new Set<number>();
  const waitingTime = createWaitingTime();
  /** Since when every request has been put off: where a quota is used up, not each has to find that out for itself. */
  let putOffSince: number | undefined;
  let answersSoFar = 0;
  const once = async (request: OutgoingRequest, isAgain: boolean): Promise<Answer> => {
    const send = async () => {
      return await pace.take(async (company) => {
        const answer = await transport.send(request, pace.spend);
        if (answer.kind === 'answered') {
          stopwatch.note(answer.ms);
          pace.answered(answer.ms, company);
        } else stopwatch.noteUnanswered();
        const isCrowded =
          answer.kind === 'unanswered' && answer.cause === 'timeout' && pace.timedOut(company);

        return { answer, isCrowded };
      }, isAgain);
    };
    const { answer, isCrowded } = await send();
    const wasAccident =
      isCrowded || (answer.kind === 'unanswered' && ['reset', 'proxy'].includes(answer.cause));

    if (!wasAccident || !request.mayBeRepeated) return answer;
    const { answer: again } = await send();

    // Whether the deployment is still there is the question of the next request: this one was lost.
    return again.kind === 'unanswered' && again.cause === 'unreachable' ? answer : again;
  };

  return {
    async ask(request) {
      let waited = 0;
      let alone = 0;
      for (let waits = 0; ; waits++) {
        const before = answersSoFar;
        const answer = await once(request, waits > 0);
        if (answer.kind === 'unanswered') return answer;
        const quota = readQuota(answer.headers);
        if (quota !== undefined) pace.keepTo(quota);
        if (!saysLater(answer)) {
          putOffSince = undefined;
          answersSoFar++;
          pace.goOn();
          return answer;
        }
        pace.putOff();
        putOffBy.add(answer.status);
        putOffSince ??= performance.now();
        if (answersSoFar > before) alone++;
        const wait = waitOf(answer, waits, quota);
        waited += wait;
        const isSpent = waitingTime.spent > patience.all;
        const isOutOfPatience =
          isSpent || waited > patience.each || performance.now() - putOffSince > patience.each;
        const isUnwanted = alone > MOST_WAITS_ALONE;
        if (waits === MOST_WAITS || wait > LONGEST_WAIT || isOutOfPatience || isUnwanted) {
          return {
            kind: 'unanswered',
            cause: 'throttled',
            detail:
              wait > LONGEST_WAIT ? saysMuchLater(answer, wait) : whyGivenUp(answer, isSpent, isUnwanted),
            ms: answer.ms,
          };
        }
        pace.afford(wait);
        if (waitingTime.spent < patience.all * SHARED) pace.pause(wait);
        await waitingTime.during(rest(wait, signal));
      }
    },
    holdBack: pace.holdBack,
    get sent() {
      return pace.sent;
    },
    get left() {
      return pace.left;
    },
    get spent() {
      return pace.spent;
    },
    putOffBy,
    get latencies() {
      return stopwatch.read();
    },
  };
}

/** The same client, which asks in another way. */
export function withAsk(client: Client, ask: Client['ask']): Client {
  return {
    ask,
    holdBack: client.holdBack,
    get sent() {
      return client.sent;
    },
    get left() {
      return client.left;
    },
    get spent() {
      return client.spent;
    },
    putOffBy: client.putOffBy,
    get latencies() {
      return client.latencies;
    },
  };
}

function saysMuchLater({ status }: Answered, wait: number): string {
  const [told, longest] = [wait, LONGEST_WAIT].map((ms) => `${Math.ceil(ms / 1000)} s`);

  return `status ${status} with a Retry-After of ${told}, and no more than ${longest} are waited for`;
}

function whyGivenUp({ status }: Answered, isSpent: boolean, isUnwanted: boolean): string {
  const again = `status ${status} again and again`;
  if (isSpent) return `${again}, and the run has waited long enough`;

  return isUnwanted ? `${again}, while other requests were answered` : again;
}

function saysLater(answer: Answered): boolean {
  return answer.status === 429 || (!isSuccessful(answer) && answer.headers['retry-after'] !== undefined);
}

/** Milliseconds to wait: as told in seconds or as a date, else until a limit is reset, else twice as long each time. */
function waitOf({ headers }: Answered, waits: number, quota: Quota | undefined): number {
  const told = headers['retry-after'] ?? '';
  if (/^\d+(\.\d+)?$/.test(told)) return Math.max(SHORTEST_WAIT, Number(told) * 1000);
  const date = /[a-z]/i.test(told) ? Date.parse(told) : Number.NaN;

  if (!Number.isNaN(date)) return Math.max(SHORTEST_WAIT, date - Date.now());
  const reset = quota?.remaining === 0 ? quota.resetIn : 0;

  return reset > 0 ? Math.max(SHORTEST_WAIT, reset) : Math.min(250 * 2 ** waits, 4000);
}
