/** The events of a run on a deployment: from its transport, from timers, and from the signal that interrupts. */
import type { OutgoingRequest } from '../rule/http-result.ts';
import type { Transport } from '../runner/client/transport.ts';
import { createWorld, type Event, type RunWorld, type Source, START } from './world.ts';

/** Receives what a recording holds. */
export interface Witness {
  readonly sent: (number: number, request: OutgoingRequest, at: number) => void;
  readonly delivered: (event: Event) => void;
}

type Arrived = Event extends infer E ? (E extends Event ? Omit<E, 'at'> : never) : never;

/** @param signal interrupts the run */
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
