/** Judges a recorded run again: what the judge plans must be what was recorded. */
import { type GivenCheck, judgeClient } from '../clients/judge-client.ts';
import { type ClientRun, type RunSource, reasonOf, toMockOptions } from '../clients/run-client.ts';
import { type GivenRun, judgeDeployment } from '../judge-deployment.ts';
import type { Report } from '../report/report.ts';
import { callsOf } from '../rule/client-calls.ts';
import type { OutgoingRequest } from '../rule/http-result.ts';
import { type ClientEntry, exchangeOf, type RecordedPage } from './recording.ts';
import { createWorld, type Event } from './world.ts';

/** The recording is not of the run that its options describe. */
export class Diverged extends Error {
  override readonly name = 'Diverged';
}

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
  /** Reads a planned request in the same way. */
  readonly read: (request: OutgoingRequest) => Omit<RecordedRequest, 'entry'>;
}

/** Delivers the events to a run on a service. @throws Diverged where the run and the recording part */
export async function playRun(options: GivenRun, { events, requests, read }: Played): Promise<Report> {
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

  const world = createWorld(
    {
      next() {
        if (hasDiverged) return undefined;
        const event = events[next++];
        if (event === undefined)
          diverge('an exchange was removed: the run waits for more than the recording has');

        return event;
      },
      delivered({ kind, of }, wasAwaited) {
        if (wasAwaited || hasDiverged) return;
        diverge(
          kind === 'end'
            ? `an exchange was added or moved: the run has not sent ${entryOf(of)} by then`
            : `a ${kind} was added or moved: the run does not wait for it by then`,
        );
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
    },
    options.startedAt,
  );
  world.wake();
  const judged = await Promise.race([judgeDeployment(options, world), diverged]);
  const over = events.slice(next).find(({ kind, of }) => kind === 'end' && of >= sent);
  if (over !== undefined)
    throw new Diverged(`an exchange was added: the run ends without ${entryOf(over.of)}`);

  return judged;
}

export interface RecordedRun {
  readonly page: RecordedPage;
  readonly entries: readonly ClientEntry[];
}

/** Gives the runs to the check of a client. @throws Diverged where the check and the recording part */
export async function playCheck(options: GivenCheck, runs: readonly RecordedRun[]): Promise<Report> {
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
          `the check plans another run than ${nameOf(page)}, ${[what, toMockOptions(variation)].join(' ').trim()}: a run was removed, added, moved or edited`,
        );
      if (entries.length !== page._run.exchanges || entries.some(({ _run }, at) => _run.number !== at + 1))
        throw new Diverged(
          `${nameOf(page)} has other exchanges than it counted: one was removed, added, moved or repeated`,
        );

      return toRun(page, entries);
    },
  };
  const judged = await judgeClient(options, source);
  const over = runs[next]?.page;
  if (over !== undefined) throw new Diverged(`a run was added: the check ends without ${nameOf(over)}`);

  return judged;
}

function nameOf({ id, title }: RecordedPage): string {
  return `${id} (${title})`;
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
