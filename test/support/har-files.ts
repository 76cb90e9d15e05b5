/** HAR files for tests, and what is read of them. */
import fc from 'fast-check';
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
export const harOf = (entries: readonly unknown[], more: object = {}) =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries, ...more } });
export const stxidOf = (event: RecordedEvent): string => {
  if (event.kind === 'exchange') return JSON.parse(event.exchange.response.body).sTxId;

  return event.kind === 'not-judged' ? event.why : event.kind;
};
export const calls = fc
  .array(fc.record({ start: fc.nat(100_000), time: fc.nat(5_000) }), { maxLength: 30 })
  .map((list) => list.map((call, index) => ({ ...call, sTxId: `s${index}` })));
