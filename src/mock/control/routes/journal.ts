/** The control routes of the journal: read, follow, clear, one exchange. */
import { PassThrough, pipeline, Readable } from 'node:stream';
import { describeValue } from '../../../text/describe.ts';
import { toEntry } from '../../journal/entry.ts';
import type { RecordedExchange } from '../../journal/record.ts';
import { refuseBecause } from '../../refusal.ts';
import {
  droppedIn,
  exchangesIn,
  FILTERS,
  inTurns,
  isIn,
  type Matches,
  mapInTurns,
  readFilter,
  readWorld,
} from '../journal-query.ts';
import { InvalidControlRequest, readCount } from '../parameters.ts';
import { type ControlContext, type ControlRoute, ok } from '../route.ts';

const path = '/journal';

export const readJournal: ControlRoute = {
  method: 'GET',
  path,
  query: [...FILTERS, 'since', 'limit', 'follow', 'world'],
  needsJournal: true,
  summary:
    'Lists the last requests with their responses and violations, the oldest first. Filters: ?path= method= status=4xx merchant= rule= body.FIELD=VALUE world= since=REQUESTID limit=N. ?follow=true streams later requests, too, as lines of JSON.',

  async answer({ query }, context) {
    const matches = readFilter(query);
    const limit = readCount(query, 'limit', { min: 0, max: 1_000_000 });
    const world = readWorld(query, context);
    const isFollowed = readFollow(query);
    const matched = after(query.get('since'), exchangesIn(world, context)).filter(matches);
    const last = limit === undefined ? matched : matched.slice(Math.max(0, matched.length - limit));
    if (isFollowed) return { kind: 'streamed', lines: follow(last, matches, world, context) };
    const counts = { matched: matched.length, ...droppedIn(world, context) };

    return ok({ ...counts, entries: await mapInTurns(last, toEntry) });
  },
};

export const clearJournal: ControlRoute = {
  method: 'DELETE',
  path,
  query: [],
  summary: 'Clears the journal.',
  answer(_, { world }) {
    world.journal.clear();

    return ok();
  },
};

export const readEntry: ControlRoute = {
  method: 'GET',
  path: '/journal/:requestId',
  query: [],
  needsJournal: true,
  summary:
    'Returns one request by the header Request-Id of its response, which is the instance of a problem.',

  answer({ parameters: { requestId = '' } }, context) {
    const world = context.world.name === undefined ? '*' : undefined;
    const exchange = exchangesIn(world, context).find(({ id }) => id === requestId);

    return exchange === undefined
      ? refuseBecause('not-found', `the journal has no request ${describeValue(requestId)}`)
      : ok(toEntry(exchange));
  },
};

/** @throws InvalidControlRequest */
function readFollow(query: URLSearchParams): boolean {
  const follow = query.get('follow');
  if (follow !== null && follow !== 'true' && follow !== 'false')
    throw new InvalidControlRequest('the query, follow', 'true or false', follow);

  return follow === 'true';
}

/** The exchanges after the one with this id; all where the journal has dropped it. */
function after(id: string | null, exchanges: readonly RecordedExchange[]): readonly RecordedExchange[] {
  return id === null ? exchanges : exchanges.slice(exchanges.findIndex((one) => one.id === id) + 1);
}

/** Between two empty lines, in milliseconds: some clients close a connection that is silent for longer. */
const HEARTBEAT = 15_000;

/** In bytes of later requests. A client that is further behind has stopped reading. */
const MOST_UNREAD = 4 * 1024 * 1024;

/** Streams the backlog in turns, and meanwhile keeps later requests, which follow it. */
function follow(
  backlog: readonly RecordedExchange[],
  matches: Matches,
  world: string | undefined,
  context: ControlContext,
): Readable {
  const { worlds, closing } = context;
  const lines = new PassThrough();
  const stop = () => {
    clearInterval(heartbeat);
    unwatch();
    closing.removeEventListener('abort', end);
  };
  const later = new Readable({ read() {} });
  const end = () => {
    stop();
    later.push(null);
  };
  const heartbeat = setInterval(() => later.push('\n'), HEARTBEAT);
  heartbeat.unref();
  const unwatch = worlds.watch((exchange) => {
    if (!isIn(world, exchange, context) || !matches(exchange)) return;
    if (later.readableLength > MOST_UNREAD) lines.destroy();
    else later.push(toLine(exchange));
  });
  closing.addEventListener('abort', end);
  // The pipeline does not notice it while it waits for a later request.
  lines.once('close', () => {
    stop();
    later.destroy();
  });

  // Sends the headers at once: the client learns that the stream has begun.
  lines.write('\n');
  const all = async function* (source: AsyncIterable<Buffer>) {
    yield* inTurns(backlog, toLine);
    yield* source;
  };
  pipeline(later, all, lines, () => {});

  return lines;
}

function toLine(exchange: RecordedExchange): string {
  return `${JSON.stringify(toEntry(exchange))}\n`;
}
