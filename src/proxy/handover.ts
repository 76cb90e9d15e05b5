/** Captures the forwarded exchanges, and hands them over to the observer's thread: in batches, in order and within bounds. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ThreadCalls } from './calls.ts';
import { type Captured, type Copy, capture, NO_MESSAGE, sizeOf } from './capture.ts';
import type { ForwardEvents, Operation } from './forward.ts';
import type { ObserverCalls } from './observer.ts';

export interface Handover {
  /** Captures an exchange from its request on. @param isLooped whether the proxy itself answers on this connection */
  readonly begin: (
    request: IncomingMessage,
    operation: Operation,
    isLooped: (socket: Socket) => boolean,
  ) => ForwardEvents;
  /** Counts the open exchanges as not judged. */
  readonly abandon: (why: string) => void;
  /** Hands over all that waits: the observer handles it before any later call. */
  readonly flush: () => void;
  /** Resolves when the observer has handled all. At the deadline, or in a hurry, the rest counts as not judged. */
  readonly drained: (milliseconds: number, hurry?: AbortSignal) => Promise<void>;
}

/** In bytes, of what the observer has not handled yet: some 50,000 exchanges. */
const MOST = 64 * 2 ** 20;

/** In bytes, some 100 exchanges: each batch wakes both threads. */
const BATCH = 128 * 1024;
/** Milliseconds for which exchanges wait for others. */
const WAIT = 20;

/** In milliseconds, for an observer that handles its last batch. */
const LAST_TURN = 1_000;

const TOO_MANY = 'exchanges came faster than they could be judged';
const ENDED = 'the proxy was ended before they were judged';
const LOOPED = 'the proxy answered itself: --to leads back to it';

/**
 * No observer delays the traffic: an exchange beyond the bound is dropped, and counts as not judged.
 *
 * @param onError receives the error of an observer that has ended: nothing is judged after it
 */
export function createHandover(
  { call }: ThreadCalls<ObserverCalls>,
  onError: (error: unknown) => void,
  most: number = MOST,
): Handover {
  const start = randomBytes(6).toString('base64url');
  let begun = 0;
  const open = new Set<string>();
  let waiting: Copy[] = [];
  let notJudged = new Map<string, number>();
  let batchesOpen = 0;
  let bytes = 0;
  /** Of those, in exchanges that were not handed over. */
  let unsent = 0;
  let timer: NodeJS.Timeout | undefined;
  let onIdle: (() => void) | undefined;

  const count = (why: string, number = 1) => notJudged.set(why, (notJudged.get(why) ?? 0) + number);
  const isWaiting = () => waiting.length > 0 || notJudged.size > 0;
  const send = () => {
    let [size, end] = [0, 0];
    for (const copy of waiting) {
      if (size >= BATCH) break;
      size += sizeOf(copy);
      end += 1;
    }
    const copies = waiting.splice(0, end);
    unsent -= size;
    // They follow the exchanges before them.
    const counted = waiting.length === 0 ? notJudged : new Map<string, number>();
    if (waiting.length === 0) notJudged = new Map();
    batchesOpen += 1;
    call('take', { copies, notJudged: counted })
      .catch(onError)
      .then(() => {
        batchesOpen -= 1;
        bytes -= size;
        schedule();
      });
  };
  const schedule = () => {
    if (batchesOpen > 0) return;
    if (unsent >= BATCH || (onIdle !== undefined && isWaiting())) send();
    else if (isWaiting())
      timer ??= setTimeout(() => {
        timer = undefined;
        if (batchesOpen === 0 && isWaiting()) send();
      }, WAIT);
    else onIdle?.();
  };
  const add = (copy: Copy) => {
    const size = sizeOf(copy);
    if (bytes + size > most) count(TOO_MANY);
    else {
      waiting.push(copy);
      bytes += size;
      unsent += size;
    }
    schedule();
  };
  const leave = (why: string) => {
    count(why);
    schedule();
  };

  return {
    begin(message, { service, url }, isLooped) {
      const id = `${start}-${(begun++).toString(36)}`;
      const times = { startedAt: Date.now(), begun: performance.now() };
      const request = capture(message);
      let response: Captured | undefined;
      open.add(id);
      const addWith = (answer: Pick<Copy, 'status' | 'statusText' | 'delivery' | 'received'>) =>
        add({
          ...{ id, service, url, ...times, ended: performance.now() },
          ...{ method: message.method, sent: request.copy(), ...answer },
        });

      return {
        onRequestData: request.add,
        onResponse(received) {
          response = capture(received);
        },
        onResponseData: (piece) => response?.add(piece),
        onEnd(isDelivered) {
          if (!open.delete(id) || response === undefined) return;
          const received = response.message;
          if (isLooped(received.socket)) return leave(LOOPED);
          const { statusCode: status = 0, statusMessage: statusText = '' } = received;
          const delivery = isDelivered ? undefined : 'cut-off';
          addWith({ status, statusText, delivery, received: response.copy() });
        },
        onNoResponse(why, isLost) {
          if (!open.delete(id)) return;
          if (isLost) addWith({ status: 0, statusText: why, delivery: 'lost', received: NO_MESSAGE });
          else leave(why);
        },
      };
    },
    abandon(why) {
      for (const _ of open) leave(why);
      open.clear();
    },
    flush() {
      clearTimeout(timer);
      timer = undefined;
      while (isWaiting()) send();
    },
    async drained(milliseconds, hurry) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const giveUp = () => {
        if (waiting.length > 0) count(ENDED, waiting.length);
        waiting = [];
        bytes -= unsent;
        unsent = 0;
        // An observer that never returns is not waited for.
        setTimeout(resolve, LAST_TURN);
      };
      const deadline = setTimeout(giveUp, hurry?.aborted ? 0 : milliseconds);
      hurry?.addEventListener('abort', giveUp, { once: true });
      onIdle = resolve;
      schedule();
      await promise;
      clearTimeout(deadline);
      hurry?.removeEventListener('abort', giveUp);
    },
  };
}
