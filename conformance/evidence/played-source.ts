/** The events of a recorded run, for the same run again: each request must be the recorded one. */
import type { OutgoingRequest } from '../rule/http-result.ts';
import { createWorld, type Event, type RunWorld, type Source } from './world.ts';

/** A request as it is compared. */
export interface RecordedRequest {
  /** The place of its entry in the file, from 1 on. */
  readonly entry: number;
  /** Such as `POST /v1/ch`. */
  readonly name: string;
  /** What is compared, as JSON. */
  readonly content: string;
}

export interface Played {
  readonly events: readonly Event[];
  /** By their number. */
  readonly requests: ReadonlyMap<number, RecordedRequest>;
  readonly startedAt: Date;
  /** Reads a planned request in the same way. */
  readonly read: (request: OutgoingRequest) => Omit<RecordedRequest, 'entry'>;
}

/** The recording is not of the run that its options describe. */
export class Diverged extends Error {
  override readonly name = 'Diverged';
}

export interface PlayedWorld {
  readonly world: RunWorld;
  /** Rejects with Diverged where the run and the recording part; else never settles. */
  readonly diverged: Promise<never>;
  /** The first exchange that the run did not ask for, in words; undefined where there is none. */
  readonly left: () => string | undefined;
}

export function playBack({ events, requests, startedAt, read }: Played): PlayedWorld {
  const { promise: diverged, reject } = Promise.withResolvers<never>();
  let next = 0;
  let sent = 0;
  let hasDiverged = false;
  const diverge = (why: string) => {
    hasDiverged = true;
    reject(new Diverged(why));
  };
  const entryOf = (number: number) => {
    const request = requests.get(number);

    return request === undefined ? `request ${number + 1}` : `entry ${request.entry} (${request.name})`;
  };

  const source: Source = {
    next() {
      if (hasDiverged) return undefined;
      const event = events[next++];
      if (event === undefined)
        diverge('an exchange was removed: the run waits for more than the recording has');

      return event;
    },
    delivered(event, wasAwaited) {
      if (wasAwaited || hasDiverged) return;
      if (event.kind === 'end')
        diverge(`an exchange was added or moved: the run has not sent ${entryOf(event.of)} by then`);
      else diverge(`a ${event.kind} was added or moved: the run does not wait for it by then`);
    },
    send(number, request) {
      sent++;
      const recorded = requests.get(number);
      // An exchange that never ended has no entry.
      if (recorded === undefined || hasDiverged) return;
      const planned = read(request);
      if (planned.content !== recorded.content)
        diverge(
          `the run sends another ${planned.name} than that of entry ${recorded.entry}: an exchange was removed, added, moved or edited`,
        );
    },
    pause() {},
    reconnect() {},
    close: async () => {},
  };
  const world = createWorld(source, startedAt);
  world.wake();

  return {
    world,
    diverged,
    left() {
      const over = events.slice(next).find(({ kind, of }) => kind === 'end' && of >= sent);

      return over && entryOf(over.of);
    },
  };
}
