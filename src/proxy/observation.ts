/** Captures the forwarded exchanges, and hands them over to the observer. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { captureBody, type Passed } from './capture.ts';
import type { Operation } from './destination.ts';
import type { ForwardEvents } from './forward.ts';
import type { Handover } from './handover.ts';

export interface ExchangeObservation {
  /** Captures an exchange from its request on. @param isLooped whether the proxy itself answers on this connection */
  readonly begin: (
    request: IncomingMessage,
    operation: Operation,
    isLooped: (socket: Socket) => boolean,
  ) => ForwardEvents;
  /** Counts the open exchanges as not judged. */
  readonly abandon: (why: string) => void;
}

const LOOPED = 'the proxy answered itself: --to leads back to it';

export function createObservation({ add, addNotJudged }: Handover): ExchangeObservation {
  const nextId = createIds();
  const open = new Set<string>();

  return {
    begin(request, operation, isLooped) {
      const id = nextId();
      open.add(id);
      const seen = {
        ...{ ...operation, id, request, requestBody: captureBody(request) },
        ...{ startedAt: Date.now(), begun: performance.now() },
      };
      let answer: Pick<Passed, 'response' | 'responseBody'> | undefined;

      return {
        onResponse(response) {
          answer = { response, responseBody: captureBody(response) };
        },
        onEnd(isDelivered) {
          if (!open.delete(id) || answer === undefined) return;
          if (isLooped(answer.response.socket)) return addNotJudged(LOOPED);
          add({ ...seen, ...answer, ended: performance.now(), isDelivered });
        },
        onNoResponse(why) {
          if (open.delete(id)) addNotJudged(why);
        },
      };
    },
    abandon(why) {
      for (const _ of open) addNotJudged(why);
      open.clear();
    },
  };
}

function createIds(): () => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;

  return () => `${start}-${(count++).toString(36)}`;
}
