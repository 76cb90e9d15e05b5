/** Selects the exchanges of a control route by its query: by world, and by filters. */
import { MUST_RULES, SHOULD_RULES } from '../../contract/rule-ids.ts';
import { requestJson, splitUrl } from '../../exchange/exchange.ts';
import type { Journal } from '../../exchange/journal/journal.ts';
import type { RecordedExchange } from '../../exchange/journal/recorded-exchange.ts';
import { memberOf } from '../request.ts';
import { isWorldName, NAME_EXPECTED } from '../worlds/world-path.ts';
import { InvalidControlRequest } from './parameters.ts';
import type { ControlContext } from './route.ts';

/**
 * The name of a world, `*` for the mock and all worlds, or undefined for the world of the address.
 *
 * @throws InvalidControlRequest
 */
export function readWorld(query: URLSearchParams, { world }: ControlContext): string | undefined {
  const name = query.get('world');
  if (name === null) return undefined;
  if (world.name !== undefined)
    throw new InvalidControlRequest('the query, world', 'no such parameter within a world', name);
  if (name === '*' || isWorldName(name)) return name;
  throw new InvalidControlRequest('the query, world', `* for all, or a name of ${NAME_EXPECTED}`, name);
}

/**
 * The exchanges of a world, the oldest first.
 *
 * @param world as readWorld returns it
 */
export function exchangesIn(world: string | undefined, context: ControlContext): readonly RecordedExchange[] {
  const exchanges = journalsOf(world, context).flatMap((journal) => journal.exchanges());

  return world === '*' ? exchanges.toSorted((one, other) => one.endedAt - other.endedAt) : exchanges;
}

/** The number of dropped exchanges; absent where it is 0. With some dropped, counts of exchanges may be too low. */
export function droppedIn(world: string | undefined, context: ControlContext): { readonly dropped?: number } {
  const dropped = journalsOf(world, context).reduce((sum, journal) => sum + journal.dropped(), 0);

  return dropped === 0 ? {} : { dropped };
}

function journalsOf(name: string | undefined, { world, worlds }: ControlContext): readonly Journal[] {
  if (name === undefined) return [world.journal];
  const open = worlds.list().map((one) => one.world);
  const picked = name === '*' ? [worlds.home, ...open] : open.filter((one) => one.name === name);

  return picked.map(({ journal }) => journal);
}

/** Whether exchangesIn would include a new exchange. */
export function isIn(
  world: string | undefined,
  exchange: RecordedExchange,
  context: ControlContext,
): boolean {
  return world === '*' || exchange.world === (world ?? context.world.name);
}

/** The parameters that readFilter reads. */
export const FILTERS = ['path', 'method', 'status', 'merchant', 'rule', 'body.FIELD'] as const;

export type Matches = (exchange: RecordedExchange) => boolean;

/**
 * Reads a filter. An exchange matches if it matches every parameter of the query.
 *
 * @throws InvalidControlRequest
 */
export function readFilter(query: URLSearchParams): Matches {
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
  if (/^[1-5]xx$/i.test(value)) return ({ response }) => String(response.status)[0] === value[0];
  if (/^[1-5]\d\d$/.test(value)) return ({ response }) => String(response.status) === value;
  throw new InvalidControlRequest('the query, status', 'a status such as 422, or 4xx', value);
}

function filterByRule(value: string): Matches {
  if (![...MUST_RULES, ...SHOULD_RULES].some((id) => id === value))
    throw new InvalidControlRequest('the query, rule', 'the id of a rule that tollgate rules lists', value);

  return ({ refusal, overlooked }) =>
    [...(refusal?.violations ?? []), ...overlooked].some(({ rule }) => rule === value);
}

function filterByField(field: string, value: string): Matches {
  return ({ request }) => {
    const got = memberOf(requestJson(request), field);

    return (typeof got === 'string' ? got : JSON.stringify(got)) === value;
  };
}
