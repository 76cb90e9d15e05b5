/** HAR files for tests: their JSON Schema, what is read of them, and edits of recordings. */
import fc from 'fast-check';
import { withRecording } from '../../conformance/evidence/digests.ts';
import { verifyRecording } from '../../conformance/evidence/verify.ts';
import type { Report } from '../../conformance/report/report.ts';
import type { HarSource } from '../../src/exchange/har/open-har.ts';
import { readHarFiles } from '../../src/exchange/har/read-har.ts';
import type { RecordedEvent, TrafficEvent } from '../../src/exchange/traffic-event.ts';

export const fixture = (name: string) =>
  new URL(`../../fixtures/recorded-traffic/${name}`, import.meta.url).pathname;

export async function readAll(...sources: readonly HarSource[]): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const batch of readHarFiles(sources)) events.push(...batch);

  return events;
}

export async function read(...sources: readonly HarSource[]): Promise<readonly TrafficEvent[]> {
  return (await readAll(...sources)).filter((event) => event.kind !== 'left-out');
}

/** A file of these bytes, which arrive in chunks of a size. */
export function bytesOf(text: string | Buffer, chunk = 1_000_000): HarSource {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }

  return { name: 'a.har', bytes: chunks() };
}

/** One line for each event. */
export function show(event: TrafficEvent): string {
  if (event.kind === 'not-judged') return event.why;
  const { request, response, delivery, merchant, service, lacks = [] } = event.exchange;
  const merchantShown = merchant === undefined ? [] : ['a merchant'];

  return [
    request.method,
    `${service}${request.url}`,
    response.status,
    ...merchantShown,
    ...lacks.map((part) => `no ${part}`),
    delivery ?? '',
  ]
    .join(' ')
    .trimEnd();
}

export const U = 'https://fees.example.com';

interface Call {
  readonly start: number;
  readonly time: number;
  readonly sTxId: string;
}

export const entryOf = ({ start, time, sTxId }: Call, more: object = {}) => ({
  startedDateTime: new Date(1_760_000_000_000 + start).toISOString(),
  time,
  request: {
    method: 'POST',
    url: `${U}/v1/ch`,
    headers: [{ name: 'Host', value: 'x' }],
    bodySize: 2,
    postData: { text: '{}' },
  },
  response: {
    status: 200,
    headers: [{ name: 'X', value: 'y' }],
    content: { text: JSON.stringify({ sTxId }) },
  },
  ...more,
});

/** For what cannot be written. */
export function raise(error: Error): never {
  throw error;
}

/** A run is recorded in this file. */
export const recordTo = (path: string) => ({ path, onError: raise });

export const harOf = (entries: readonly unknown[], more: object = {}) =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries, ...more } });
export const stxidOf = (event: RecordedEvent): string => {
  if (event.kind === 'exchange') return JSON.parse(event.exchange.response.body).sTxId;

  return event.kind === 'not-judged' ? event.why : event.kind;
};
export const calls = fc
  .array(fc.record({ start: fc.nat(100_000), time: fc.nat(5_000) }), { maxLength: 30 })
  .map((list) => list.map((call, index) => ({ ...call, sTxId: `s${index}` })));

// JSON Schema of HAR 1.2, after the specification by Jan Odvarko; fields that begin with an underscore are free.

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: -1 } as const;
const moment = {
  type: 'string',
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$`,
} as const;
/** A time in milliseconds that must be known. */
const time = { type: 'number', minimum: 0 } as const;
/** -1 where it does not apply. */
const perhaps = { type: 'number', minimum: -1 } as const;

type Properties = Readonly<Record<string, object>>;

function object(required: Properties, optional: Properties = {}): object {
  return {
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional, comment: text },
    patternProperties: { '^_': true },
    additionalProperties: false,
  };
}

const listOf = (items: object) => ({ type: 'array', items });
const pair = object({ name: text, value: text });
const cookie = object(
  { name: text, value: text },
  { path: text, domain: text, expires: moment, httpOnly: { type: 'boolean' }, secure: { type: 'boolean' } },
);
const creator = object({ name: text, version: text });
const message = {
  httpVersion: text,
  cookies: listOf(cookie),
  headers: listOf(pair),
  headersSize: count,
  bodySize: count,
};
const param = object({ name: text }, { value: text, fileName: text, contentType: text });
const postData = {
  ...object({ mimeType: text }, { params: listOf(param), text, encoding: text }),
  anyOf: [{ required: ['params'] }, { required: ['text'] }],
};
const request = object(
  { method: text, url: { type: 'string', pattern: '^https?://' }, queryString: listOf(pair), ...message },
  { postData },
);
const content = object(
  { size: count, mimeType: text },
  { compression: { type: 'integer' }, text, encoding: text },
);
const response = object({
  status: { type: 'integer' },
  statusText: text,
  content,
  redirectURL: text,
  ...message,
});
const state = object({ lastAccess: moment, eTag: text, hitCount: { type: 'integer' } }, { expires: moment });
const timings = object(
  { send: time, wait: time, receive: time },
  { blocked: perhaps, dns: perhaps, connect: perhaps, ssl: perhaps },
);
const entry = object(
  {
    startedDateTime: moment,
    time,
    request,
    response,
    cache: object({}, { beforeRequest: state, afterRequest: state }),
    timings,
  },
  { pageref: text, serverIPAddress: text, connection: text },
);
const page = object({
  startedDateTime: moment,
  id: text,
  title: text,
  pageTimings: object({}, { onContentLoad: perhaps, onLoad: perhaps }),
});

export const HAR_SCHEMA = object({
  log: object(
    { version: { const: '1.2' }, creator, entries: listOf(entry) },
    { browser: creator, pages: listOf(page) },
  ),
});

// Edits a report and its recording, computes their digests anew, and verifies them.

// biome-ignore lint/suspicious/noExplicitAny: an edit may write anything anywhere.
export type Any = any;

export function verifyEdited(
  files: { readonly report: Report; readonly recording: string },
  edit: (report: Any, log: Any) => void,
  where = 'run.har',
) {
  const report = structuredClone(files.report);
  const har = JSON.parse(files.recording);
  edit(report, har.log);
  const recording = JSON.stringify(har);

  return verifyRecording(withRecording(report, recording), recording, where);
}
