/** Streams exchanges of a journal as lines of JSON: those that are there, then later ones as they come. */
import { Readable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { toEntry } from './entry.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

interface EntryStream {
  readonly backlog: readonly RecordedExchange[];
  readonly matches: (exchange: RecordedExchange) => boolean;
  /** Aborted when the server is closed. */
  readonly closing: AbortSignal;
}

/** The streams of one server. */
export interface EntryStreams {
  /** Hands each stream a later exchange. */
  readonly publish: (exchange: RecordedExchange) => void;
  /** A stream of the backlog and of later exchanges; undefined where too many are open. */
  readonly open: (stream: EntryStream) => Readable | undefined;
  /** How many are open. */
  readonly count: () => number;
}

/** @param line makes the line of the exchange, for a stream that shows it */
type OnExchange = (exchange: RecordedExchange, line: () => string) => void;

/** Every exchange is written to each of them. */
const MOST_STREAMS = 64;

export const TOO_MANY_STREAMS = `the query, follow: expected at most ${MOST_STREAMS} open streams, got one more: end another one`;

export function createEntryStreams(): EntryStreams {
  const open = new Set<OnExchange>();

  return {
    publish(exchange) {
      // Masked once for all streams: masking takes longer than writing.
      let made: string | undefined;
      const line = () => (made ??= toLine(exchange));
      for (const onExchange of open) onExchange(exchange, line);
    },
    open: (stream) => (open.size < MOST_STREAMS ? streamEntries(stream, open) : undefined),
    count: () => open.size,
  };
}

/** Between two empty lines, in milliseconds: some clients close a connection that is silent for longer. */
const HEARTBEAT = 15_000;

/** In milliseconds. Requests of this time are written together: one write each would cost a busy mock more than the request. */
const BATCH = 10;

/** In bytes of later requests. A client that is further behind has stopped reading. */
const MOST_UNREAD = 4 * 1024 * 1024;

/** Streams the backlog in turns, and meanwhile keeps later requests, which follow it. */
function streamEntries({ backlog, matches, closing }: EntryStream, open: Set<OnExchange>): Readable {
  let later = '';
  let isOver = closing.aborted;
  let news = Promise.withResolvers<void>();
  const onExchange: OnExchange = (exchange, line) => {
    if (!matches(exchange)) return;
    if (later.length > MOST_UNREAD) return void stream.destroy();
    later += line();
    news.resolve();
  };
  open.add(onExchange);
  const end = () => {
    isOver = true;
    news.resolve();
  };
  const heartbeat = setInterval(() => {
    later ||= '\n';
    news.resolve();
  }, HEARTBEAT).unref();
  closing.addEventListener('abort', end);
  const lines = async function* () {
    // Sends the headers at once: the client learns that the stream has begun.
    yield '\n';
    yield* inTurns(backlog, toLine);
    while (!isOver || later !== '') {
      await news.promise;
      if (!isOver) await setTimeout(BATCH);
      news = Promise.withResolvers();
      const batch = later;
      later = '';
      if (batch !== '') yield batch;
    }
  };
  const stream = Readable.from(lines(), { objectMode: false });
  stream.once('close', () => {
    clearInterval(heartbeat);
    open.delete(onExchange);
    closing.removeEventListener('abort', end);
    end();
  });

  return stream;
}

function toLine(exchange: RecordedExchange): string {
  return `${JSON.stringify(toEntry(exchange))}\n`;
}

/** In milliseconds. */
const LONGEST_TURN = 10;

/** Maps a list, and lets the server answer other requests in between: masking a full journal takes seconds. */
async function* inTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result | PromiseLike<Result>,
): AsyncGenerator<Result> {
  let begin = performance.now();
  for (const item of items) {
    yield await map(item);
    if (performance.now() - begin < LONGEST_TURN) continue;
    await setImmediate();
    begin = performance.now();
  }
}

/** Maps a list in turns, into a list. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result | PromiseLike<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for await (const result of inTurns(items, map)) results.push(result);

  return results;
}
