/** Reads a recorded run from a file of a stranger: checks its form, opens no path that it names. */

import type { Choices } from '../../src/contract/choices.ts';
import { toEntry } from '../../src/exchange/har/write-entry.ts';
import { fileCheck, formatProblem } from '../deployment/read-file.ts';
import type { Report } from '../report/report.ts';
import { toHttpResponse } from '../rule/http-result.ts';
import { EvidenceError } from './digests.ts';
import { type DeploymentRecord, readDeploymentRecord } from './masked-deployment.ts';
import { playCheck, playRun, type RecordedRequest } from './play-back.ts';
import { requestReader } from './record-run.ts';
import schema from './recording.schema.json' with { type: 'json' };
import {
  type ClientLog,
  headersOf,
  optionsIn,
  type RecordedEntry,
  type RunLog,
  textOf,
} from './recording.ts';
import { type Event, START } from './world.ts';

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
  const options = { ...optionsIn(_run), like, target, command, mockArguments, timeLimit };
  const runs = pages.map((page) => ({ page, entries: byRun.get(page.id) ?? [] }));

  return { subject: 'client', play: () => playCheck(options, runs) };
}

function readRunLog(log: RunLog, where: string): Recording {
  const { stamps, maxRequests, maxTimeMs, invocation, build } = log._run;
  const deployment = readDeploymentRecord(log._run.deployment);
  const options = { ...optionsIn(log._run), deployment, stamps, maxRequests, maxTimeMs, invocation, build };
  const readRequest = requestReader(deployment, (text) => text);
  const played = {
    events: toEvents(log, where),
    requests: new Map(
      log.entries.map(({ request, _run: { number, how } }, index): [number, RecordedRequest] => [
        number,
        { entry: index + 1, ...toContent(request, how) },
      ]),
    ),
    read: (request: Parameters<typeof readRequest>[0]) => planned(readRequest(request)),
  };

  return { subject: 'service', play: () => playRun(options, played) };
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

function planned({ exchange, how }: ReturnType<ReturnType<typeof requestReader>>) {
  return toContent(toEntry({ ...exchange, ...UNANSWERED }, 0).request, how);
}

const UNANSWERED = {
  ...{ id: '', world: undefined, merchant: undefined, startedAt: 0, endedAt: 0, duration: 0 },
  response: { status: 0, headers: {}, body: '' },
};

/** Another version of tollgate names itself in another way. */
function toContent(request: RecordedEntry['request'], how: object): Omit<RecordedRequest, 'entry'> {
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
