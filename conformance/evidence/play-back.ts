/** Judges a recorded run again, from a file of a stranger: what the judge plans must be what was recorded. */

import type { Choices } from '../../src/contract/choices.ts';
import { toEntry } from '../../src/exchange/har/write-entry.ts';
import { parseJson } from '../../src/text/json-object.ts';
import { type GivenCheck, judgeClient } from '../clients/judge-client.ts';
import { type ClientRun, type RunSource, reasonOf } from '../clients/run-client.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { fileCheck, formatProblem } from '../deployment/read-file.ts';
import { type GivenRun, judgeDeployment } from '../judge-deployment.ts';
import type { Report } from '../report/report.ts';
import { callsOf } from '../rule/client-calls.ts';
import { type OutgoingRequest, toHttpResponse } from '../rule/http-result.ts';
import { EvidenceError } from './digests.ts';
import { readDeploymentRecord } from './masked-deployment.ts';
import { requestReader } from './record-run.ts';
import schema from './recording.schema.json' with { type: 'json' };
import {
  type ClientEntry,
  type ClientLog,
  exchangeOf,
  headersOf,
  optionsIn,
  type RecordedEntry,
  type RecordedPage,
  type RecordedRun,
  textOf,
} from './recording.ts';
import { createWorld, type Event, START } from './world.ts';

/** The recording is not of the run that its options describe. */
export class Diverged extends Error {
  override readonly name = 'Diverged';

  /** @param place where they part, such as `entry 3` */
  constructor(place: string) {
    super(`the judge plans another run from ${place} on: something was removed, added, moved or edited`);
  }
}

const check = fileCheck(schema);

interface Recording {
  readonly subject: Report['subject'];
  /** Judges the run again. @throws Diverged where run and recording part */
  readonly play: () => Promise<Report>;
}

/** @throws EvidenceError, and the errors of the readers of deployments, waivers and reports */
export function readRecording(text: string, where: string): Recording {
  const value = parseEvidence(text, where, 'a recording, as conform --record writes it');
  const [problem] = check(value);
  if (problem !== undefined) throw new EvidenceError(formatProblem(where, problem));
  const { log } = value as { readonly log: RecordedRun | ClientLog };

  return isOfClient(log) ? readClientLog(log, where) : readRunLog(log, where);
}

const ENTRIES = '"entries":[';

/**
 * The deployment of a recording of `conform`; undefined for any other HAR file.
 *
 * @param text may end after its first entries
 * @throws DeploymentError
 */
export function recordedDeployment(text: string): Deployment | undefined {
  const [start = ''] = text.split(ENTRIES, 1);
  try {
    const value = parseEvidence(`${start}${ENTRIES}]}}`, '', 'a recording');
    if (check(value).length > 0) return undefined;
    const { log } = value as { readonly log: RecordedRun | ClientLog };

    return isOfClient(log) ? undefined : readDeploymentRecord(log._run.deployment);
  } catch (error) {
    if (error instanceof EvidenceError) return undefined;
    throw error;
  }
}

function isOfClient(log: RecordedRun | ClientLog): log is ClientLog {
  return log._run.kind === 'check-client';
}

function readClientLog({ _run, pages, entries }: ClientLog, where: string): Recording {
  const { target, command, mockArguments, timeLimit } = _run;
  const byRun = Map.groupBy(entries, ({ pageref }) => pageref);
  const unended = entries.find(({ pageref }) => !pages.some(({ id }) => id === pageref));
  if (unended !== undefined)
    throw new EvidenceError(
      `${where}: expected the end of each run, got none of ${JSON.stringify(unended.pageref.slice(0, 40))}: the recording is cut off`,
    );
  const like = _run.like as Choices;
  const options: GivenCheck = { ...optionsIn(_run), like, target, command, mockArguments, timeLimit };
  let next = 0;
  const source: RunSource = {
    async run({ what, variation }) {
      const page = pages[next++];
      const ofRun = page === undefined ? [] : (byRun.get(page.id) ?? []);
      const { choices, faults } = variation;
      const planned = { what, choices, faults, exchanges: ofRun.length, numbers: [...ofRun.keys()] };
      const recorded = page && {
        ...{ what: page._run.what, choices: page._run.choices, faults: page._run.faults },
        ...{ exchanges: page._run.exchanges, numbers: ofRun.map(({ _run: { number } }) => number - 1) },
      };
      if (page === undefined || JSON.stringify(planned) !== JSON.stringify(recorded))
        throw new Diverged(page === undefined ? 'its end' : nameOf(page));

      return toRun(page, ofRun);
    },
  };

  return {
    subject: 'client',
    async play() {
      const judged = await judgeClient(options, source);
      const over = pages[next];
      if (over !== undefined) throw new Diverged(nameOf(over));

      return judged;
    },
  };
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

function readRunLog(log: RecordedRun, where: string): Recording {
  const { stamps, maxRequests, maxTimeMs, invocation, build } = log._run;
  const deployment = readDeploymentRecord(log._run.deployment);
  const options = { ...optionsIn(log._run), deployment, stamps, maxRequests, maxTimeMs, invocation, build };
  const read = requestReader(deployment, (text) => text);
  const requests = new Map(
    log.entries.map(({ request, _run: { number, how } }, index) => [
      number,
      {
        name: `entry ${index + 1} (${request.method} ${URL.parse(request.url)?.pathname ?? ''})`,
        content: toContent(request, how),
      },
    ]),
  );
  const events = toEvents(log, where);

  return {
    subject: 'service',
    play: () =>
      playRun(options, events, requests, (request) => {
        const { exchange, how } = read(request);

        return toContent(toEntry({ ...exchange, ...UNANSWERED }, 0).request, how);
      }),
  };
}

/** The entries by the number of their request, with what is compared, as JSON. */
type RecordedRequests = ReadonlyMap<number, { readonly name: string; readonly content: string }>;

/** Delivers the events to a run on a service. @throws Diverged where the run and the recording part */
async function playRun(
  options: GivenRun,
  events: readonly Event[],
  requests: RecordedRequests,
  read: (request: OutgoingRequest) => string,
): Promise<Report> {
  const { promise: diverged, reject } = Promise.withResolvers<never>();
  let next = 0;
  let sent = 0;
  let hasDiverged = false;
  const diverge = (place: string) => {
    hasDiverged = true;
    reject(new Diverged(place));
  };
  const entryOf = (number: number) => requests.get(number)?.name ?? `request ${number + 1}`;

  const world = createWorld(
    {
      next() {
        if (hasDiverged) return undefined;
        const event = events[next++];
        if (event === undefined) diverge('its end');

        return event;
      },
      delivered({ kind, of }, wasAwaited) {
        if (!wasAwaited && !hasDiverged) diverge(kind === 'end' ? entryOf(of) : `a ${kind}`);
      },
      send(number, request) {
        sent++;
        const recorded = requests.get(number);
        // An exchange that never ended has no entry.
        if (recorded === undefined || hasDiverged) return;
        if (read(request) !== recorded.content) diverge(recorded.name);
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
  if (over !== undefined) throw new Diverged(entryOf(over.of));

  return judged;
}

function toEvents({ entries, _run_end }: RecordedRun, where: string): readonly Event[] {
  const events = [
    ...entries.flatMap((entry): readonly Event[] => {
      const { number, at, before = [] } = entry._run;

      return [...before, { kind: 'end', of: number, at, result: resultOf(entry) }];
    }),
    ...(_run_end?.before ?? []),
  ];
  const early = events.findIndex(({ at }, index) => at < (events[index - 1]?.at ?? START));
  if (early !== -1)
    throw new EvidenceError(
      `${where}: expected its events in the order of their times, got event ${early + 1} before the one that precedes it`,
    );

  return events;
}

function resultOf({ time, response: { status, headers, content }, _run: { lost } }: RecordedEntry) {
  if (lost !== undefined) return { kind: 'unanswered', ...lost, ms: time } as const;

  return toHttpResponse({ status, headers: headersOf(headers), text: textOf(content), ms: time });
}

const UNANSWERED = {
  ...{ id: '', world: undefined, merchant: undefined, startedAt: 0, endedAt: 0, duration: 0 },
  response: { status: 0, headers: {}, body: '' },
};

/** Another version of tollgate names itself in another way. */
function toContent(request: RecordedEntry['request'], how: object): string {
  const headers = request.headers.filter(({ name }) => name !== 'user-agent');

  return JSON.stringify([{ ...request, headers }, how]);
}

/** Deeper values are not read. */
const DEEPEST = 64;

/** Parses JSON of a stranger. @throws EvidenceError */
function parseEvidence(text: string, where: string, expected: string): unknown {
  const value = parseJson(text);
  if (value === undefined)
    throw new EvidenceError(`${where}: expected ${expected}, got something that is not JSON`);
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST)
      throw new EvidenceError(`${where}: expected values in ${DEEPEST} levels, got deeper ones`);
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }

  return value;
}
