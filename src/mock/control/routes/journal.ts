/** The control routes of the journal: read, follow, clear, one exchange. */
import { describeValue } from '../../../text/describe.ts';
import { toEntry } from '../../../traffic/journal/entry.ts';
import type { RecordedExchange } from '../../../traffic/journal/recorded-exchange.ts';
import { mapInTurns, streamEntries } from '../../../traffic/journal/stream-entries.ts';
import { refuseBecause } from '../../refusal.ts';
import { droppedIn, exchangesIn, FILTERS, isIn, readFilter, readWorld } from '../journal-query.ts';
import { InvalidControlRequest, readCount } from '../parameters.ts';
import { type ControlRoute, ok } from '../route.ts';

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
    if (isFollowed) {
      const { worlds, closing } = context;
      const isShown = (exchange: RecordedExchange) => isIn(world, exchange, context) && matches(exchange);
      const lines = streamEntries({ backlog: last, matches: isShown, watch: worlds.watch, closing });

      return { kind: 'streamed', lines };
    }
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
