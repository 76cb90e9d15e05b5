/** Reads the API's exchanges from HAR files of any tool and any size, in the order in which they ended. */
import { parseJson } from '../../text/json-object.ts';
import type { RecordedEvent, SeenExchange } from '../traffic-event.ts';
import { createDuplicateFilter, type DuplicateFilter } from './duplicates.ts';
import { record, text } from './har-values.ts';
import { type HarSource, NotHarError, type OpenHar, openHar } from './open-har.ts';
import { createEntryReader, OWN_CREATOR } from './read-entry.ts';
import { createHarScanner, type HarPart } from './scan-entries.ts';

/** Exchanges that are held back to put them in order: tools write them by their start, or nearly so. */
const WINDOW = { events: 1_024, characters: 16 * 1024 * 1024 } as const;

/**
 * Reads several files as one recording: exchanges in the order of their ends, each once even if two files have it.
 * They come in batches, because waiting for each one would take a twentieth of the time to judge it.
 *
 * A file that is cut off is read up to there, and gives an event `not-judged` that says so. Memory is bounded.
 *
 * @param signal ends the reading of pipes
 * @throws NotHarError before the first event if one of the files is none, or without `log.entries`
 */
export async function* readHarFiles(
  sources: readonly HarSource[],
  signal?: AbortSignal,
): AsyncGenerator<readonly RecordedEvent[]> {
  const files: OpenHar[] = [];
  const readers: AsyncGenerator<readonly RecordedEvent[]>[] = [];
  try {
    for (const source of sources) files.push(await openHar(source, signal));
    const duplicates = createDuplicateFilter();
    for (const [index, file] of files.entries()) readers.push(readFile(file, index, duplicates));
    const [first] = readers;
    if (first !== undefined && readers.length === 1) yield* first;
    else yield* merge(readers);
  } finally {
    for (const reader of readers) await reader.return(undefined);
    for (const file of files) await file.close();
  }
}

/** Batches of events, each in the order of ends. */
async function* readFile(
  { name, bytes }: OpenHar,
  index: number,
  isDuplicate: DuplicateFilter,
): AsyncGenerator<readonly RecordedEvent[]> {
  const scanner = createHarScanner();
  const order = createOrder();
  const readEntry = createEntryReader();
  let creator = '';
  let number = 0;
  let startedAt = 0;
  const toEvents = (part: HarPart): readonly RecordedEvent[] => {
    if (part.kind === 'too-long') return [{ kind: 'not-judged', why: 'the entry is longer than 32 MiB' }];
    const value = parseJson(part.json);
    if (part.kind === 'creator') creator = text(record(value)['name']) ?? '';
    if (part.kind === '_tollgate') return creator === OWN_CREATOR ? notRecorded(value) : [];
    if (part.kind !== 'entry') return [];
    number++;
    if (value === undefined) return [{ kind: 'not-judged', why: 'the entry is not valid JSON' }];
    const read = readEntry(value, { id: `${name} entry ${number}`, creator, startedAt });
    if (read === undefined || isDuplicate(read, { index, isExact: creator === OWN_CREATOR })) return [];
    if (read.event.kind !== 'exchange') return [read.event];
    startedAt = read.event.exchange.startedAt;

    return order.add(read.event, creator === OWN_CREATOR);
  };
  let failure = '';
  try {
    for await (const chunk of bytes) {
      const events: RecordedEvent[] = [];
      scanner.scan(chunk, (part) => {
        for (const event of toEvents(part)) events.push(event);
      });
      if (events.length > 0) yield events;
    }
  } catch (error) {
    failure = error instanceof Error ? ` (${error.message})` : '';
  }
  const state = scanner.state();
  if (state === 'no entries')
    throw new NotHarError(name, `no log.entries${failure}: export the traffic as HAR 1.2`);
  yield order.rest();
  if (state === 'cut')
    yield [
      {
        kind: 'not-judged',
        why: `${name} is cut off after ${number} ${number === 1 ? 'entry' : 'entries'}${failure}`,
      },
    ];
}

/** What the proxy saw and could not judge, from its own recording. */
function notRecorded(value: unknown): readonly RecordedEvent[] {
  const { notJudged } = record(value);
  const list: readonly unknown[] = Array.isArray(notJudged) ? notJudged : [];

  return list.flatMap((item) => {
    const { why, count } = record(item);
    if (typeof why !== 'string' || typeof count !== 'number' || !(count <= MOST_NOT_JUDGED)) return [];

    return Array.from({ length: count }, () => ({ kind: 'not-judged' as const, why }));
  });
}

const MOST_NOT_JUDGED = 1_000_000;

function createOrder() {
  let held: SeenExchange[] = [];
  let characters = 0;
  let last = 0;
  const byEnd = (a: SeenExchange, b: SeenExchange) => a.exchange.endedAt - b.exchange.endedAt;

  return {
    /** @param isOrdered whether the file is in the order of ends already */
    add(event: SeenExchange, isOrdered: boolean): readonly SeenExchange[] {
      const { exchange } = event;
      if (isOrdered) {
        last = Math.max(exchange.endedAt, last + 0.001);

        return [{ ...event, exchange: { ...exchange, endedAt: last } }];
      }
      held.push(event);
      characters += exchange.response.body.length + (exchange.request.body?.length ?? 0);
      if (held.length < WINDOW.events && characters < WINDOW.characters) return [];
      held.sort(byEnd);
      const half = held.length >> 1;
      const ready = held.slice(0, half);
      held = held.slice(half);
      characters = 0;

      return ready;
    },
    rest(): readonly SeenExchange[] {
      return held.sort(byEnd);
    },
  };
}

/** Merges the events of all files: the one that ended first comes first. */
async function* merge(
  readers: readonly AsyncIterable<readonly RecordedEvent[]>[],
): AsyncGenerator<readonly RecordedEvent[]> {
  const heads: { readonly events: AsyncIterator<RecordedEvent>; next: IteratorResult<RecordedEvent> }[] = [];
  for (const reader of readers) {
    const events = flatten(reader);
    heads.push({ events, next: await events.next() });
  }
  const endOf = ({ next }: (typeof heads)[number]) =>
    next.done === true ? Infinity : next.value.kind === 'exchange' ? next.value.exchange.endedAt : -Infinity;
  for (;;) {
    const first = heads.reduce((a, b) => (endOf(b) < endOf(a) ? b : a));
    if (first.next.done === true) return;
    yield [first.next.value];
    first.next = await first.events.next();
  }
}

async function* flatten(batches: AsyncIterable<readonly RecordedEvent[]>): AsyncGenerator<RecordedEvent> {
  for await (const batch of batches) yield* batch;
}
