/** Judges a recorded run again, from a file of a stranger: what the judge plans must be what was recorded. */
import type { Choices } from '../../src/contract/choices.ts';
import { toEntry } from '../../src/exchange/har/write-entry.ts';
import { type GivenCheck, judgeClient } from '../clients/judge-client.ts';
import { type ClientRun, type RunSource, reasonOf, toMockOptions } from '../clients/run-client.ts';
import { fileCheck, formatProblem } from '../deployment/read-file.ts';
import { type GivenRun, judgeDeployment } from '../judge-deployment.ts';
import type { Report } from '../report/report.ts';
import { callsOf } from '../rule/client-calls.ts';
import { type OutgoingRequest, toHttpResponse } from '../rule/http-result.ts';
import { EvidenceError } from './digests.ts';
import { type DeploymentRecord, readDeploymentRecord } from './masked-deployment.ts';
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
  type RunLog,
  textOf,
} from './recording.ts';
import { createWorld, type Event, START } from './world.ts';

/** The recording is not of the run that its options describe. */
export class Diverged extends Error {
  override readonly name = 'Diverged';
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
  const { log } = value as { readonly log: RunLog | ClientLog };

  return isOfClient(log) ? readClientLog(log, where) : readRunLog(log, where);
}

const ENTRIES = '"entries":[';

/**
 * The merchant file of a recording of `conform` whose deployment file has `pricing`; undefined for any other HAR file.
 *
 * @param text may end after its first entries
 */
export function recordedMerchants(text: string): DeploymentRecord['pricing'] {
  const [start = ''] = text.split(ENTRIES, 1);
  try {
    const value = parseEvidence(`${start}${ENTRIES}]}}`, '', 'a recording');
    if (check(value).length > 0) return undefined;
    const { log } = value as { readonly log: RunLog | ClientLog };

    return isOfClient(log) ? undefined : log._run.deployment.pricing;
  } catch (error) {
    if (error instanceof EvidenceError) return undefined;
    throw error;
  }
}

function isOfClient(log: RunLog | ClientLog): log is ClientLog {
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
      if (page === undefined)
        throw new Diverged('a run was removed: the check runs the client more often than the recording');
      const ofRun = byRun.get(page.id) ?? [];
      const { choices, faults } = page._run;
      const content = [page._run.what, choices, faults];
      if (JSON.stringify(content) !== JSON.stringify([what, variation.choices, variation.faults]))
        throw new Diverged(
          `the check plans another run than ${nameOf(page)}, ${[what, toMockOptions(variation)].join(' ').trim()}: a run was removed, added, moved or edited`,
        );
      if (ofRun.length !== page._run.exchanges || ofRun.some(({ _run: { number } }, at) => number !== at + 1))
        throw new Diverged(
          `${nameOf(page)} has other exchanges than it counted: one was removed, added, moved or repeated`,
        );

      return toRun(page, ofRun);
    },
  };

  return {
    subject: 'client',
    async play() {
      const judged = await judgeClient(options, source);
      const over = pages[next];
      if (over !== undefined) throw new Diverged(`a run was added: the check ends without ${nameOf(over)}`);

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

function readRunLog(log: RunLog, where: string): Recording {
  const { stamps, maxRequests, maxTimeMs, invocation, build } = log._run;
  const deployment = readDeploymentRecord(log._run.deployment);
  const options = { ...optionsIn(log._run), deployment, stamps, maxRequests, maxTimeMs, invocation, build };
  const read = requestReader(deployment, (text) => text);
  const requests = new Map(
    log.entries.map(({ request, _run: { number, how } }, index) => [
      number,
      { entry: index + 1, ...toContent(request, how) },
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

/** A request as it is compared. */
interface ComparedRequest {
  /** Such as `POST /v1/ch`. */
  readonly name: string;
  /** What is compared, as JSON. */
  readonly content: string;
}

type RecordedRequests = ReadonlyMap<number, ComparedRequest & { readonly entry: number }>;

/** Delivers the events to a run on a service. @throws Diverged where the run and the recording part */
async function playRun(
  options: GivenRun,
  events: readonly Event[],
  requests: RecordedRequests,
  read: (request: OutgoingRequest) => ComparedRequest,
): Promise<Report> {
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

function toEvents({ entries, _run_end }: RunLog, where: string): readonly Event[] {
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
function toContent(request: RecordedEntry['request'], how: object): ComparedRequest {
  const headers = request.headers.filter(({ name }) => name !== 'user-agent');

  return {
    name: `${request.method} ${URL.parse(request.url)?.pathname ?? ''}`,
    content: JSON.stringify([{ ...request, headers }, how]),
  };
}

/** Deeper values are not read. */
const DEEPEST = 64;

/** Parses JSON of a stranger. @throws EvidenceError */
function parseEvidence(text: string, where: string, expected: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new EvidenceError(`${where}: expected ${expected}, got something that is not JSON`);
  }
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST)
      throw new EvidenceError(`${where}: expected values in ${DEEPEST} levels, got deeper ones`);
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }

  return value;
}
