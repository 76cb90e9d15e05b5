/** The form of a recorded run: a HAR file whose log has the options of the run, and whose entries have its events. */
import type { Exchange } from '../../src/exchange/exchange.ts';
import { readTime } from '../../src/exchange/har/har-values.ts';
import type { Report } from '../report/report.ts';
import type { CountingOptions } from '../verdict/counting.ts';
import { readBaseline, readWaivers } from '../verdict/read-accepted.ts';
import type { RecordingSchemas } from './recording.gen.ts';

export type RecordedRun = RecordingSchemas['runLog'];
export type ClientLog = RecordingSchemas['clientLog'];
export type RecordedEntry = RecordingSchemas['runEntry'];
export type ClientEntry = RecordingSchemas['clientEntry'];
export type RecordedPage = RecordingSchemas['page'];

/** What the judge was started with: the part that all judges have. */
export function headOf(
  given: CountingOptions & {
    readonly seed: number;
    readonly effort?: Report['effort'] | undefined;
    readonly startedAt: Date;
  },
) {
  const { toolVersion: tool = '0.0.0', startedAt, seed, effort = 'standard', strict = false } = given;
  const { must = [], waivers = [], profile, baseline } = given;

  return { tool, startedAt: startedAt.toISOString(), seed, effort, strict, must, profile, waivers, baseline };
}

/** The same options again. @throws WaiverError */
export function optionsIn({ startedAt, tool, selected, waivers, baseline, ...head }: RecordedHead) {
  const { seed, effort, strict, must, profile } = head;
  const ids = new Set(selected);

  return {
    selects: (id: string) => ids.has(id),
    ...{ seed, effort, strict, must, profile, startedAt: new Date(startedAt), toolVersion: tool },
    waivers: readWaivers(JSON.stringify(waivers), 'recording: waivers'),
    baseline: baseline && readBaseline(JSON.stringify(baseline), 'recording: baseline'),
  };
}

type RecordedHead = RecordingSchemas['runHead'] | RecordingSchemas['clientHead'];

/** The exchange of an entry in the recording of a client. */
export function exchangeOf({
  request,
  response,
  time,
  _run,
  _tollgate,
  startedDateTime,
}: ClientEntry): Exchange {
  const { merchant, endedAt, bodyLength, staysOpen } = _run;
  const { id, service, delivery } = _tollgate;
  const url = request.url.slice(service.length);

  return {
    ...{ id, world: undefined, merchant, endedAt, duration: time },
    startedAt: readTime(startedDateTime) ?? 0,
    request: {
      // Empty for what was no HTTP.
      method: request.method === '' ? undefined : request.method,
      url: url === '' ? undefined : url,
      headers: headersOf(request.headers),
      body: request.postData && textOf(request.postData),
      ...(bodyLength !== undefined && { bodyLength }),
    },
    response: {
      status: response.status,
      headers: headersOf(response.headers),
      body: textOf(response.content),
    },
    ...(delivery !== undefined && { delivery }),
    ...(staysOpen !== undefined && { staysOpen }),
  };
}

export function headersOf(headers: RecordingSchemas['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.map(({ name, value }) => [name, value]));
}

/** A text of HAR, which may be base64. */
export function textOf({ text = '', encoding }: RecordingSchemas['content']): string {
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text;
}
