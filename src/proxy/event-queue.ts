/** Queues events for the observer, in order and within bounds, so that no observer delays the traffic. */
import type { SeenExchange, TrafficEvent } from '../exchange/traffic-event.ts';

/** A promise delays later events, but no exchange. */
export type Observe = (event: TrafficEvent) => unknown;

export interface EventQueue {
  /**
   * Adds an exchange. If the queue is full, drops it and counts it as not judged.
   *
   * @param make called when it is the turn of the event
   * @param bytes that it holds in memory
   */
  readonly add: (make: () => SeenExchange, bytes: number) => void;
  readonly addNotJudged: (why: string) => void;
  /** Resolves when the observer has handled all events. At the deadline, or in a hurry, the rest counts as not judged. */
  readonly drained: (milliseconds: number, hurry?: AbortSignal) => Promise<void>;
}

export interface QueueBounds {
  readonly exchanges: number;
  readonly bytes: number;
}

const BOUNDS: QueueBounds = { exchanges: 10_000, bytes: 64 * 2 ** 20 };

/** Milliseconds of handling events before the traffic gets its turn. A single event may take longer. */
const LONGEST_TURN = 0.1;

const TOO_MANY = 'exchanges came faster than they could be judged';
const FAILED = 'the judge failed';
const ENDED = 'the proxy was ended before they were judged';

/** @param onError receives what the observer throws; the exchange counts as not judged */
export function createEventQueue(
  observe: Observe,
  onError: (error: unknown) => void,
  bounds: QueueBounds = BOUNDS,
): EventQueue {
  let queue: { readonly make: () => SeenExchange; readonly bytes: number }[] = [];
  let next = 0;
  let bytesWaiting = 0;
  let isRunning = false;
  let onIdle: (() => void)[] = [];
  const notJudged = new Map<string, number>();

  const count = (why: string) => notJudged.set(why, (notJudged.get(why) ?? 0) + 1);
  const take = (): (() => TrafficEvent) | undefined => {
    const [why] = notJudged.keys();
    if (why !== undefined) {
      const left = (notJudged.get(why) ?? 0) - 1;
      if (left > 0) notJudged.set(why, left);
      else notJudged.delete(why);

      return () => ({ kind: 'not-judged', why });
    }
    const waiting = queue[next];
    if (waiting === undefined) return undefined;
    next += 1;
    bytesWaiting -= waiting.bytes;
    if (next >= 1024) {
      queue = queue.slice(next);
      next = 0;
    }

    return waiting.make;
  };
  const handOver = async (make: () => TrafficEvent) => {
    let kind: TrafficEvent['kind'] = 'exchange';
    try {
      const event = make();
      kind = event.kind;
      await observe(event);
    } catch (error) {
      if (kind === 'exchange') count(FAILED);
      onError(error);
    }
  };
  const run = async () => {
    let begin = performance.now();
    for (let make = take(); make !== undefined; make = take()) {
      await handOver(make);
      if (performance.now() - begin < LONGEST_TURN) continue;
      await new Promise(setImmediate);
      begin = performance.now();
    }
    isRunning = false;
    for (const resolve of onIdle) resolve();
    onIdle = [];
  };

  const start = () => {
    if (isRunning) return;
    isRunning = true;
    setImmediate(() => void run());
  };

  return {
    add(make, bytes) {
      if (queue.length - next >= bounds.exchanges || bytesWaiting + bytes > bounds.bytes) count(TOO_MANY);
      else {
        queue.push({ make, bytes });
        bytesWaiting += bytes;
      }
      start();
    },
    addNotJudged(why) {
      count(why);
      start();
    },
    async drained(milliseconds, hurry) {
      if (!isRunning) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      onIdle.push(resolve);
      const giveUp = () => {
        for (const _ of queue.slice(next)) count(ENDED);
        queue = [];
        next = 0;
        bytesWaiting = 0;
        // An observer that never returns is not waited for.
        setTimeout(resolve, LAST_TURN);
      };
      const timer = setTimeout(giveUp, hurry?.aborted ? 0 : milliseconds);
      hurry?.addEventListener('abort', giveUp, { once: true });
      await promise;
      clearTimeout(timer);
      hurry?.removeEventListener('abort', giveUp);
    },
  };
}

/** In milliseconds. */
const LAST_TURN = 1_000;
