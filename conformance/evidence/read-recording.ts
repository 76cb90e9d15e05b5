/** Reads a recorded run from a file of a stranger: checks its form, opens no path that it names. */

import { toEntry } from '../../src/exchange/har/write-entry.ts';
import type { GivenCheck } from '../clients/check-client.ts';
import { fileCheck, formatProblem } from '../deployment/read-file.ts';
import type { GivenRun } from '../judge-deployment.ts';
import { toHttpResponse } from '../rule/http-result.ts';
import { readBaseline, readWaivers } from '../verdict/read-accepted.ts';
import { EvidenceError } from './digests.ts';
import { readDeploymentRecord } from './masked-deployment.ts';
import type { Played, RecordedRequest, RecordedRun } from './play-back.ts';
import { requestReader } from './record-run.ts';
import schema from './recording.schema.json' with { type: 'json' };
import type { ClientHead, RecordedEntry, RecordedPage, RunHead } from './recording.ts';
import { type ClientEntry, type HarResponse, type Header, headersOf, textOf } from './recording.ts';
import { type Event, START } from './world.ts';

interface RecordingEntry extends RecordedEntry {
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
}

interface HarRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
}

interface Log {
  readonly _run: RunHead;
  readonly entries: readonly RecordingEntry[];
  readonly _run_end?: { readonly before: readonly Event[] };
}

interface ClientLog {
  readonly _run: ClientHead;
  readonly pages: readonly RecordedPage[];
  readonly entries: readonly ClientEntry[];
}

const check = fileCheck(schema);

export type Recording =
  | { readonly kind: 'conform'; readonly options: GivenRun; readonly played: Played }
  | { readonly kind: 'check-client'; readonly options: GivenCheck; readonly runs: readonly RecordedRun[] };

/** @throws EvidenceError, and the errors of the readers of deployments, waivers and reports */
export function readRecording(text: string, where: string): Recording {
  const value = parseEvidence(text, where, 'a recording, as conform --record writes it');
  const [problem] = check(value);
  if (problem !== undefined) throw new EvidenceError(formatProblem(where, problem));
  const { log } = value as { readonly log: Log | ClientLog };

  return isOfClient(log) ? readClientLog(log, where) : readRunLog(log, where);
}

const ENTRIES = '"entries":[';

/**
 * The merchant file of a recording of `conform` whose deployment file has `pricing`; undefined for any other HAR file.
 *
 * @param text may end after its first entries
 */
export function recordedMerchants(text: string): RunHead['deployment']['pricing'] {
  const [start = ''] = text.split(ENTRIES, 1);
  try {
    const value = parseEvidence(`${start}${ENTRIES}]}}`, '', 'a recording');
    if (check(value).length > 0) return undefined;
    const { log } = value as { readonly log: Log | ClientLog };

    return isOfClient(log) ? undefined : log._run.deployment.pricing;
  } catch (error) {
    if (error instanceof EvidenceError) return undefined;
    throw error;
  }
}

function isOfClient(log: Log | ClientLog): log is ClientLog {
  return log._run.kind === 'check-client';
}

function readClientLog({ _run, pages, entries }: ClientLog, where: string): Recording {
  const { like, target, command, mockArguments, timeLimit } = _run;
  const byRun = Map.groupBy(entries, ({ pageref }) => pageref);
  const unended = entries.find(({ pageref }) => !pages.some(({ id }) => id === pageref));
  if (unended !== undefined)
    throw new EvidenceError(
      `${where}: expected the end of each run, got none of ${JSON.stringify(unended.pageref.slice(0, 40))}: the recording is cut off`,
    );

  return {
    kind: 'check-client',
    options: {
      ...readHead(_run),
      ...{ like, target, command, mockArguments, timeLimit },
    },
    runs: pages.map((page) => ({ page, entries: byRun.get(page.id) ?? [] })),
  };
}

function readRunLog(log: Log, where: string): Recording {
  const options = toOptions(log._run);
  const readRequest = requestReader(options.deployment, (text) => text);

  return {
    kind: 'conform',
    options,
    played: {
      startedAt: options.startedAt,
      events: toEvents(log, where),
      requests: new Map(
        log.entries.map(({ request, _run: { number, how } }, index): [number, RecordedRequest] => [
          number,
          { entry: index + 1, ...toContent(request, how) },
        ]),
      ),
      read: (request) => planned(readRequest(request)),
    },
  };
}

function readHead(head: RunHead | ClientHead) {
  const { seed, effort, strict, must, profile, startedAt, tool, waivers, baseline } = head;
  const selected = new Set<string>(head.selected);

  return {
    selects: (id: string) => selected.has(id),
    ...{ seed, effort, strict, must, profile, startedAt: new Date(startedAt), toolVersion: tool },
    waivers: readWaivers(JSON.stringify(waivers), 'recording: waivers'),
    baseline: baseline && readBaseline(JSON.stringify(baseline), 'recording: baseline'),
  };
}

function toOptions(head: RunHead): GivenRun {
  const { stamps, maxRequests, maxTimeMs, invocation, build } = head;

  return {
    ...readHead(head),
    deployment: readDeploymentRecord(head.deployment),
    ...{ stamps, maxRequests, maxTimeMs, invocation, build },
  };
}

function toEvents({ entries, _run_end }: Log, where: string): readonly Event[] {
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

function resultOf({ time, response: { status, headers, content }, _run: { lost } }: RecordingEntry) {
  if (lost !== undefined) return { kind: 'unanswered', ...lost, ms: time } as const;

  return toHttpResponse({ status, headers: headersOf(headers), text: textOf(content), ms: time });
}

function planned({ exchange, how }: ReturnType<ReturnType<typeof requestReader>>) {
  const entry = toEntry({ ...exchange, ...UNANSWERED }, 0) as { readonly request: HarRequest };

  return toContent(entry.request, how);
}

const UNANSWERED = {
  ...{ id: '', world: undefined, merchant: undefined, startedAt: 0, endedAt: 0, duration: 0 },
  response: { status: 0, headers: {}, body: '' },
};

/** Another version of tollgate names itself in another way. */
function toContent(request: HarRequest, how: RecordedEntry['_run']['how']): Omit<RecordedRequest, 'entry'> {
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
