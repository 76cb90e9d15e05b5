/**
 * All that reaches a run from outside, as events: answers, ends of pauses, the interruption. Each is
 * delivered alone, and the clock stands still until the next one, so that the run depends on their order only. They come
 * from the network and the machine, or from a recording: `play-back.ts`.
 */
import type { RunClock } from '../rule/clock.ts';
import type { HttpResult, OutgoingRequest } from '../rule/http-result.ts';
import type { Transport } from '../runner/client/transport.ts';
import type { RecordingSchemas } from './recording.gen.ts';

export type Event =
  /** An answer, or why there is none, to the request with this number. */
  | { readonly kind: 'end'; readonly of: number; readonly at: number; readonly result: HttpResult }
  /** The end of the pause with this number; or the interruption, which has the number 0. */
  | RecordingSchemas['event'];

interface Source {
  /** Returns the next event; undefined where none is there yet. */
  next(): Event | undefined;
  /** Receives each event that was delivered. False where nothing waited for it. */
  delivered(event: Event, wasAwaited: boolean): void;
  send(number: number, request: OutgoingRequest): void;
  pause(number: number, ms: number): void;
  reconnect(connections: number): void;
  close(): Promise<void>;
}

export interface RunWorld {
  readonly clock: RunClock;
  readonly transport: Transport;
  /** Aborts with the event of the interruption. */
  readonly signal: AbortSignal;
  /** Says that there may be a next event. */
  readonly wake: () => void;
  /** Milliseconds since the start of the run, by its clock. */
  readonly elapsed: () => number;
}

/** The clock at the start: later than any time that is measured backwards from it. */
export const START = 1_000_000;

/** Keeps readings of the clock apart, in milliseconds: what is first in a run is earlier. */
const APART = 1e-6;

/** @param startedAt when the run started, by the calendar */
export function createWorld(source: Source, startedAt: Date): RunWorld {
  const interruption = new AbortController();
  const requests = new Map<number, (result: HttpResult) => void>();
  const pauses = new Map<number, () => void>();
  const follows: (() => void)[] = [];
  let requestCount = 0;
  let pauseCount = 0;
  let time = START;
  let isRunning = false;

  const deliver = (event: Event): boolean => {
    switch (event.kind) {
      case 'end': {
        const end = requests.get(event.of);
        requests.delete(event.of);
        end?.(event.result);

        return end !== undefined;
      }
      case 'pause': {
        const end = pauses.get(event.of);
        pauses.delete(event.of);
        end?.();

        return end !== undefined;
      }
      case 'interruption':
        interruption.abort();
        for (const end of pauses.values()) end();
        pauses.clear();

        return true;
    }
  };
  const step = () => {
    const follow = follows.shift();
    const event = follow === undefined ? source.next() : undefined;
    follow?.();
    if (event !== undefined) {
      time = Math.max(time, event.at);
      source.delivered(event, deliver(event));
    }
    isRunning = follow !== undefined || event !== undefined;
    // All that follows from an event in promises has run by then.
    if (isRunning) setImmediate(step);
  };
  const wake = () => {
    if (isRunning) return;
    isRunning = true;
    setImmediate(step);
  };
  const now = () => {
    time += APART;

    return time;
  };

  return {
    clock: {
      now,
      date: () => new Date(startedAt.getTime() + time - START),
      afterwards(act) {
        follows.push(act);
        wake();
      },
      pause(ms) {
        if (interruption.signal.aborted) return Promise.resolve();
        const number = pauseCount++;

        return new Promise((end) => {
          pauses.set(number, end);
          source.pause(number, ms);
        });
      },
    },
    transport: {
      send(request) {
        const number = requestCount++;

        return new Promise((end) => {
          requests.set(number, end);
          source.send(number, request);
        });
      },
      async reconnect(connections) {
        source.reconnect(connections);
      },
      close: () => source.close(),
    },
    signal: interruption.signal,
    wake,
    elapsed: () => time - START,
  };
}

/** Receives what a recording holds. */
export interface Witness {
  readonly sent: (number: number, request: OutgoingRequest, at: number) => void;
  readonly delivered: (event: Event) => void;
}

type Arrived = Event extends infer E ? (E extends Event ? Omit<E, 'at'> : never) : never;

/** The world of a run that sends. @param signal interrupts it */
export function openWorld(
  transport: Transport,
  signal: AbortSignal,
  startedAt: Date,
  witness?: Witness,
): RunWorld {
  const origin = performance.now() - START;
  const arrived: Arrived[] = [];
  /** A request waits until earlier connections are closed. */
  let ready: Promise<unknown> = Promise.resolve();
  const timers = new Set<NodeJS.Timeout>();
  const arrive = (event: Arrived) => {
    arrived.push(event);
    world.wake();
  };
  const source: Source = {
    next() {
      const event = arrived.shift();

      return event && { ...event, at: performance.now() - origin };
    },
    delivered: (event) => witness?.delivered(event),
    send(number, request) {
      witness?.sent(number, request, world.elapsed());
      void ready
        .then(() => transport.send(request))
        .then((result) => arrive({ kind: 'end', of: number, result }));
    },
    pause(number, ms) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        arrive({ kind: 'pause', of: number });
      }, ms);
      timers.add(timer);
    },
    reconnect(connections) {
      ready = ready.then(() => transport.reconnect(connections));
    },
    close: transport.close,
  };
  const world = createWorld(source, startedAt);
  const interrupt = () => {
    for (const timer of timers) clearTimeout(timer);
    arrive({ kind: 'interruption', of: 0 });
  };
  if (signal.aborted) interrupt();
  else signal.addEventListener('abort', interrupt, { once: true });

  return world;
}
