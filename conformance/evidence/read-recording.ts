/** Reads a recorded run from a file of a stranger: checks its form, opens no path that it names. */

import { toEntry } from '../../src/exchange/har/write-entry.ts';
import { fileCheck, formatProblem } from '../deployment/read-file.ts';
import type { GivenRun } from '../judge-deployment.ts';
import { toHttpResponse } from '../rule/http-result.ts';
import { readBaseline } from '../verdict/waivers/baseline.ts';
import { readWaivers } from '../verdict/waivers/waiver-file.ts';
import { EvidenceError } from './evidence-error.ts';
import { readDeploymentRecord } from './masked-deployment.ts';
import type { Played, RecordedRequest } from './played-source.ts';
import { requestReader } from './record-run.ts';
import schema from './recording.schema.json' with { type: 'json' };
import type { RecordedEntry, RunHead } from './recording.ts';
import { type Event, START } from './world.ts';

interface Entry extends RecordedEntry {
  readonly time: number;
  readonly request: HarRequest;
  readonly response: {
    readonly status: number;
    readonly headers: readonly Header[];
    readonly content: { readonly text?: string; readonly encoding?: 'base64' };
  };
}

interface Header {
  readonly name: string;
  readonly value: string;
}

interface HarRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
}

interface Log {
  readonly _run: RunHead;
  readonly entries: readonly Entry[];
  readonly _run_end?: { readonly before: readonly Event[] };
}

const check = fileCheck(schema);

export interface Recording {
  readonly options: GivenRun;
  readonly played: Played;
}

/** @throws EvidenceError, and the errors of the readers of deployments, waivers and reports */
export function readRecording(text: string, where: string): Recording {
  const value = parseEvidence(text, where, 'a recording, as conform --record writes it');
  const [problem] = check(value);
  if (problem !== undefined) throw new EvidenceError(formatProblem(where, problem));
  const { log } = value as { readonly log: Log };
  const options = toOptions(log._run);
  const readRequest = requestReader(options.deployment, (text) => text);

  return {
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

function toOptions(head: RunHead): GivenRun {
  const selected = new Set<string>(head.selected);
  const deployment = readDeploymentRecord(head.deployment);

  return {
    deployment,
    selects: (id) => selected.has(id),
    ...{ seed: head.seed, effort: head.effort, strict: head.strict, must: head.must, stamps: head.stamps },
    ...{ maxRequests: head.maxRequests, maxTimeMs: head.maxTimeMs, invocation: head.invocation },
    build: head.build,
    startedAt: new Date(head.startedAt),
    toolVersion: head.tool,
    waivers: readWaivers(JSON.stringify(head.waivers), 'recording: waivers'),
    baseline: head.baseline && readBaseline(JSON.stringify(head.baseline), 'recording: baseline'),
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

function resultOf({ time, response: { status, headers, content }, _run: { lost } }: Entry) {
  if (lost !== undefined) return { kind: 'unanswered', ...lost, ms: time } as const;
  const { text = '', encoding } = content;

  return toHttpResponse({
    status,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    text: encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text,
    ms: time,
  });
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
