/** Asks a deployment: paced, patient with one that says "later", and never taking a lost connection for an answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Answered, OutgoingRequest } from './answer.ts';
import type { Pace } from './pace.ts';
import type { Transport } from './transport.ts';

const MOST_WAITS = 5;
/** Milliseconds; a deployment that wants to be left alone for longer is taken to be throttling for good. */
const LONGEST_WAIT = 10_000;

export interface Client {
  ask(request: OutgoingRequest): Promise<Answer>;
  readonly sent: number;
}

export function createClient(transport: Transport, pace: Pace): Client {
  const once = async (request: OutgoingRequest): Promise<Answer> => {
    const answer = await pace.take(() => transport.send(request));
    const closedWithoutAnswer = answer.kind === 'unanswered' && answer.cause === 'reset';

    return closedWithoutAnswer ? pace.take(() => transport.send(request)) : answer;
  };

  return {
    async ask(request) {
      for (let waits = 0; ; waits++) {
        const answer = await once(request);
        if (answer.kind === 'unanswered' || !saysLater(answer)) return answer;
        const wait = waitOf(answer, waits);
        if (waits === MOST_WAITS || wait > LONGEST_WAIT) {
          return {
            kind: 'unanswered',
            cause: 'throttled',
            detail: `status ${answer.status} again and again`,
            ms: answer.ms,
          };
        }
        pace.pause(wait);
        await sleep(wait);
      }
    },
    get sent() {
      return pace.sent;
    },
  };
}

function saysLater({ status, headers }: Answered): boolean {
  return status === 429 || ((status < 200 || status > 299) && headers['retry-after'] !== undefined);
}

/** Milliseconds to wait: as told in seconds or as a date, else twice as long each time. */
function waitOf({ headers }: Answered, waits: number): number {
  const told = headers['retry-after'] ?? '';
  if (/^\d+$/.test(told)) return Number(told) * 1000;
  const date = Date.parse(told);

  return Number.isNaN(date) ? 250 * 2 ** waits : Math.max(0, date - Date.now());
}
