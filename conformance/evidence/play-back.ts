/** Plays a recording back: the events of a run, or the runs of a client. What the judge plans must be what was recorded. */
import { type ClientRun, type RunSource, reasonOf, toMockOptions } from '../clients/run-client.ts';
import { callsOf } from '../rule/client-calls.ts';
import type { OutgoingRequest } from '../rule/http-result.ts';
import { type ClientEntry, exchangeOf, type RecordedPage } from './recording.ts';
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

export interface RecordedRun {
  readonly page: RecordedPage;
  readonly entries: readonly ClientEntry[];
}

export interface PlayedRuns {
  /** Throws Diverged where the check and the recording part. */
  readonly source: RunSource;
  /** The first run that the check did not ask for, in words; undefined where there is none. */
  readonly left: () => string | undefined;
}

export function playRuns(runs: readonly RecordedRun[]): PlayedRuns {
  let next = 0;

  const source: RunSource = {
    async run({ what, variation }) {
      const run = runs[next++];
      if (run === undefined)
        throw new Diverged('a run was removed: the check runs the client more often than the recording');
      const { page, entries } = run;
      const { choices, faults } = page._run;
      const content = [page._run.what, choices, faults];
      if (JSON.stringify(content) !== JSON.stringify([what, variation.choices, variation.faults]))
        throw new Diverged(
          `the check plans another run than ${page.id} (${page.title}), ${[what, toMockOptions(variation)].join(' ').trim()}: a run was removed, added, moved or edited`,
        );
      if (entries.length !== page._run.exchanges || entries.some(({ _run }, at) => _run.number !== at + 1))
        throw new Diverged(
          `${page.id} (${page.title}) has other exchanges than it counted: one was removed, added, moved or repeated`,
        );

      return toRun(page, entries);
    },
  };

  return {
    source,
    left() {
      const over = runs[next]?.page;

      return over && `${over.id} (${over.title})`;
    },
  };
}

function toRun({ _run }: RecordedPage, entries: readonly ClientEntry[]): ClientRun {
  const exchanges = entries.map(exchangeOf);
  const origins = entries.map(({ _run: { world, several } }) => ({ world, several }));
  const { ending, dropped, startedAt, endedAt, exitCode = 1, output = '' } = _run;
  const { passed = exitCode === 0, reason = reasonOf(exitCode) } = _run;

  return {
    ...{ passed, ending, reason, output, exchanges, origins, calls: callsOf(exchanges) },
    ...{ dropped, startedAt, endedAt },
  };
}
