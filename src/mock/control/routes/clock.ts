/** The control routes of the clock: read, move, reset. */
import { readDuration } from '../../../text/duration.ts';
import type { World } from '../../worlds/world.ts';
import { InvalidControlRequest, readFields } from '../parameters.ts';
import { type ControlResponse, type ControlRoute, ok } from '../route.ts';

const path = '/clock';

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
    const { advance, set } = readFields(body, 'the body', ['advance', 'set']);
    if ((advance === undefined) === (set === undefined))
      throw new InvalidControlRequest('the body', 'either advance or set', body);
    if (set === undefined) advanceBy(advance, clock);
    else setTo(set, clock);

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

function advanceBy(advance: unknown, clock: WorldClock): void {
  const invalid = new InvalidControlRequest(
    '/advance',
    'a duration such as "90s", "15m", "1h" or "30d", within the years 1970 to 9999',
    advance,
  );
  const milliseconds = typeof advance === 'string' ? readDuration(advance) : undefined;
  if (milliseconds === undefined) throw invalid;
  attempt(() => clock.advance(milliseconds), invalid);
}

function setTo(set: unknown, clock: WorldClock): void {
  const invalid = new InvalidControlRequest(
    '/set',
    'a time such as "2026-01-31T00:00:00Z" or "2026-01-31", within the years 1970 to 9999',
    set,
  );
  if (typeof set !== 'string') throw invalid;
  attempt(() => clock.set(set), invalid);
}

/** @throws invalid in place of a RangeError of the clock */
function attempt(move: () => void, invalid: InvalidControlRequest): void {
  try {
    move();
  } catch (error) {
    throw error instanceof RangeError ? invalid : error;
  }
}
