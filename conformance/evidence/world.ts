/**
 * All that reaches a run from outside, as events: answers, ends of pauses, the interruption. Each is
 * delivered alone, and the clock stands still until the next one, so that the run depends on their order only. A
 * recorded run takes them from the network and the machine, a played-back one from its recording.
 */
import type { RunClock } from '../rule/clock.ts';
import type { HttpResult, OutgoingRequest } from '../rule/http-result.ts';
import type { Transport } from '../runner/client/transport.ts';

export type Event =
  /** An answer, or why there is none, to the request with this number. */
  | { readonly kind: 'end'; readonly of: number; readonly at: number; readonly result: HttpResult }
  /** The end of the pause with this number. */
  | { readonly kind: 'pause'; readonly of: number; readonly at: number }
  | { readonly kind: 'interruption'; readonly of: 0; readonly at: number };

export interface Source {
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
