/** The control routes of the clock: read, move, reset. */
import { readDuration } from '../../../text/duration.ts';
import type { World } from '../../worlds/world.ts';
import { bodyReader, InvalidControlRequest } from '../parameters.ts';
import { type ControlResponse, type ControlRoute, ok } from '../route.ts';

const path = '/clock';

const DURATION = 'a duration such as "90s", "15m", "1h" or "30d", within the years 1970 to 9999';
const TIME = 'a time such as "2026-01-31T00:00:00Z" or "2026-01-31", within the years 1970 to 9999';

const readMove = bodyReader<{ readonly advance: string } | { readonly set: string }>({
  type: 'object',
  'x-expected': 'a JSON object with either advance or set',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
  properties: {
    advance: { type: 'string', 'x-expected': DURATION },
    set: { type: 'string', 'x-expected': TIME },
  },
});

export const readClock: ControlRoute = {
  method: 'GET',
  path,
  query: [],
  summary: 'Returns the time of the mock, and how many milliseconds it is ahead of the machine.',
  answer(_, { world }) {
    return respondWith(world.clock);
  },
};

export const moveClock: ControlRoute = {
  method: 'POST',
  path,
  query: [],
  summary:
    'Moves the clock by {"advance":"30d"} (units s, m, h, d; -1h moves it back) or to {"set":"2026-01-31T00:00:00Z"}.',
  answer({ body }, { world: { clock } }) {
    const move = readMove(body);
    try {
      if ('set' in move) clock.set(move.set);
      else clock.advance(readDuration(move.advance) ?? Number.NaN);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw 'set' in move
        ? new InvalidControlRequest('/set', TIME, move.set)
        : new InvalidControlRequest('/advance', DURATION, move.advance);
    }

    return respondWith(clock);
  },
};

export const resetClock: ControlRoute = {
  method: 'DELETE',
  path,
  query: [],
  summary: "Resets the clock to the machine's, or in a world to the mock's.",
  answer(_, { world }) {
    world.clock.reset();

    return respondWith(world.clock);
  },
};

type WorldClock = World['clock'];

/** Both values are of one reading of the machine's clock, which may tick between two. */
function respondWith(clock: WorldClock): ControlResponse {
  const machine = Date.now();
  const now = clock.at(machine);

  return ok({ now: new Date(now).toISOString(), aheadMilliseconds: now - machine });
}
