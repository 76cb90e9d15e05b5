/** Asks a deployment: paced, patient with one that says "later", and never taking a lost connection for an answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Answered, isSuccessful, type OutgoingRequest } from './answer.ts';
import { createStopwatch, type Latencies } from './latencies.ts';
import type { Pace } from './pace.ts';
import type { Transport } from './transport.ts';

/** Times that one request is put off before the deployment is taken to be throttling for good. */
const MOST_WAITS = 12;
/** Milliseconds: of one wait, and of all waits of one request together. */
const LONGEST_WAIT = 10_000;
const LONGEST_WAITS = 30_000;
const SHORTEST_WAIT = 50;

export interface Client {
  ask(request: OutgoingRequest): Promise<Answer>;
  readonly sent: number;
  /** Of all requests so far; undefined as long as none was answered. */
  readonly latencies: Latencies | undefined;
}

export function createClient(transport: Transport, pace: Pace): Client {
  const stopwatch = createStopwatch();
  const once = async (request: OutgoingRequest): Promise<Answer> => {
    const send = async () => {
      const answer = await pace.take(() => transport.send(request, pace.spend));
      if (answer.kind === 'answered') stopwatch.note(answer.ms);
      else stopwatch.noteUnanswered();

      return answer;
    };
    const answer = await send();
    const wasClosed = answer.kind === 'unanswered' && answer.cause === 'reset';

    return wasClosed && request.mayBeRepeated ? send() : answer;
  };

  return {
    async ask(request) {
      let waited = 0;
      for (let waits = 0; ; waits++) {
        const answer = await once(request);
        if (answer.kind === 'unanswered' || !saysLater(answer)) return answer;
        const wait = waitOf(answer, waits);
        waited += wait;
        if (waits === MOST_WAITS || wait > LONGEST_WAIT || waited > LONGEST_WAITS) {
          return {
            kind: 'unanswered',
            cause: 'throttled',
            detail: `status ${answer.status} again and again`,
            ms: answer.ms,
          };
        }
        pace.slowDown(wait);
        await sleep(wait);
      }
    },
    get sent() {
      return pace.sent;
    },
    get latencies() {
      return stopwatch.read();
    },
  };
}

function saysLater(answer: Answered): boolean {
  return answer.status === 429 || (!isSuccessful(answer) && answer.headers['retry-after'] !== undefined);
}

/** Milliseconds to wait: as told in seconds or as a date, else twice as long each time. */
function waitOf({ headers }: Answered, waits: number): number {
  const told = headers['retry-after'] ?? '';
  if (/^\d+(\.\d+)?$/.test(told)) return Math.max(SHORTEST_WAIT, Number(told) * 1000);
  const date = /[a-z]/i.test(told) ? Date.parse(told) : Number.NaN;

  return Number.isNaN(date) ? Math.min(250 * 2 ** waits, 4000) : Math.max(SHORTEST_WAIT, date - Date.now());
}
