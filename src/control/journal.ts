/** The journal of mock and proxy: which exchanges a request selects, and the handlers that list, follow and show them. */
import { MUST_RULES, SHOULD_RULES } from '../contract/rule-ids.ts';
import { requestJson, splitUrl } from '../exchange/exchange.ts';
import { toEntry } from '../exchange/journal/entry.ts';
import type { Journal } from '../exchange/journal/journal.ts';
import type { RecordedExchange } from '../exchange/journal/recorded-exchange.ts';
import { type EntryStreams, mapInTurns, TOO_MANY_STREAMS } from '../exchange/journal/stream-entries.ts';
import { describeValue } from '../text/describe.ts';
import { type ControlHandler, ControlRefusal, countIn, flagIn, invalid, reply } from './routes.ts';

export interface JournalContext {
  /** Of the world of the address. */
  readonly journal: Journal;
  /** The name of that world; undefined for the mock itself, and for a proxy. */
  readonly worldName: string | undefined;
  /** Those of the parameter `world`: of one world, or `*` for all. @throws ControlRefusal */
  readonly journalsOf: (world: string) => readonly Journal[];
  readonly streams: EntryStreams;
  /** Aborted when the server is closed. */
  readonly closing: AbortSignal;
}

/** The exchanges of a world, the oldest first; by default of that of the address. @throws ControlRefusal */
export function exchangesIn(context: JournalContext, world?: string | null): readonly RecordedExchange[] {
  expectJournal(context);
  const exchanges = journalsIn(context, world).flatMap((journal) => journal.exchanges());

  return world === '*' ? exchanges.toSorted((one, other) => one.endedAt - other.endedAt) : exchanges;
}

/** @throws ControlRefusal where the journal is off */
export function expectJournal({ journal }: Pick<JournalContext, 'journal'>): void {
  if (journal.size > 0) return;
  throw new ControlRefusal('not-found', 'the journal is off: start the mock without --journal 0');
}

/** The number of dropped exchanges; absent where it is 0. With some dropped, counts of exchanges may be too low. */
export function droppedIn(context: JournalContext, world?: string | null): { readonly dropped?: number } {
  const dropped = journalsIn(context, world).reduce((sum, journal) => sum + journal.dropped(), 0);

  return dropped === 0 ? {} : { dropped };
}

function journalsIn(context: JournalContext, world?: string | null): readonly Journal[] {
  return typeof world === 'string' ? context.journalsOf(world) : [context.journal];
}

/** Searches the world of the address, or all worlds where the address names none. @throws ControlRefusal */
export function findExchange(requestId: string | undefined, context: JournalContext): RecordedExchange {
  const world = context.worldName === undefined ? '*' : undefined;
  const found = exchangesIn(context, world).find(({ id }) => id === requestId);
  if (found !== undefined) return found;
  throw new ControlRefusal('not-found', `the journal has no request ${describeValue(requestId)}`);
}

/** The parameters of `matcherOf`. */
export const FILTERS = ['path', 'method', 'status', 'merchant', 'rule', 'body.FIELD'] as const;
export const JOURNAL_QUERY: readonly string[] = [...FILTERS, 'since', 'limit', 'follow', 'world'];

export const readJournal: ControlHandler<JournalContext> = async ({ query }, context) => {
  const matches = matcherOf(query);
  const limit = countIn(query, 'limit', { min: 0, max: 1_000_000 });
  const isFollowed = flagIn(query, 'follow');
  const world = query.get('world');
  const all = exchangesIn(context, world);
  // All where the journal has dropped the one with this id.
  const after = all.findIndex(({ id }) => id === query.get('since')) + 1;
  const matched = all.slice(after).filter(matches);
  const last = limit === undefined ? matched : matched.slice(Math.max(0, matched.length - limit));
  if (!isFollowed)
    return reply({
      ...{ matched: matched.length, ...droppedIn(context, world) },
      entries: await mapInTurns(last, toEntry),
    });
  const { streams, closing, worldName } = context;
  const isShown = (exchange: RecordedExchange) =>
    (world === '*' || exchange.world === (world ?? worldName)) && matches(exchange);
  const lines = streams.open({ backlog: last, matches: isShown, closing });
  if (lines === undefined) throw new ControlRefusal('unavailable', TOO_MANY_STREAMS, { 'Retry-After': '10' });

  return { status: 200, headers: { 'content-type': 'application/x-ndjson' }, text: '', lines };
};

export const readEntry: ControlHandler<JournalContext> = ({ parameters: { requestId } }, context) =>
  reply(toEntry(findExchange(requestId, context)));

type Matches = (exchange: RecordedExchange) => boolean;

/** An exchange matches if it matches every filter of the query. @throws ControlRefusal */
export function matcherOf(query: URLSearchParams): Matches {
  const filters = [...query].flatMap(([name, value]) => filterBy(name, value) ?? []);

  return (exchange) => filters.every((matches) => matches(exchange));
}

function filterBy(name: string, value: string): Matches | undefined {
  switch (name) {
    case 'path':
      return ({ request }) => splitUrl(request).path === value;
    case 'method':
      return ({ request }) => request.method === value.toUpperCase();
    case 'status':
      return filterByStatus(value);
    case 'merchant':
      return ({ merchant }) => merchant === value;
    case 'rule':
      return filterByRule(value);
    default:
      return name.startsWith('body.') ? filterByField(name.slice('body.'.length), value) : undefined;
  }
}

function filterByStatus(value: string): Matches {
  if (!/^[1-5](?:xx|\d\d)$/i.test(value))
    throw invalid('the query, status', 'a status such as 422, or 4xx', value);
  const start = value.toLowerCase().replace('xx', '');

  return ({ response }) => String(response.status).startsWith(start);
}

function filterByRule(value: string): Matches {
  if (![...MUST_RULES, ...SHOULD_RULES].some((id) => id === value))
    throw invalid('the query, rule', 'the id of a rule that tollgate rules lists', value);

  return ({ refusal, overlooked }) =>
    [...(refusal?.violations ?? []), ...overlooked].some(({ rule }) => rule === value);
}

function filterByField(field: string, value: string): Matches {
  return ({ request }) => {
    const body = requestJson(request);
    const isThere = typeof body === 'object' && body !== null && Object.hasOwn(body, field);
    const got = isThere ? (body as Readonly<Record<string, unknown>>)[field] : undefined;

    return (typeof got === 'string' ? got : JSON.stringify(got)) === value;
  };
}
