/** What time it is for the mock, and moving it: fees by day, tokens that expire, worlds that end. */

import { readSpan } from '../../time-units.ts';
import { type ControlRoute, type Inside, type Reply, told } from '../ask.ts';
import { fieldsOf, parametersOf, Unusable } from '../unusable.ts';

const path = '/clock';

export const readClock: ControlRoute = {
  method: 'GET',
  path,
  summary: 'What time it is for the mock, and how many milliseconds that is ahead of the machine.',
  answer({ query }, inside) {
    parametersOf(query, []);

    return tell(inside);
  },
};

export const moveClock: ControlRoute = {
  method: 'POST',
  path,
  summary: 'Moves the clock: {"advance":"30d"} (s, m, h, d; -1h is back) or {"set":"2026-01-31T00:00:00Z"}.',
  answer({ query, body }, inside) {
    parametersOf(query, []);
    const { advance, set } = fieldsOf(body, 'the body', ['advance', 'set']);
    if ((advance === undefined) === (set === undefined))
      throw new Unusable('the body', 'either advance or set', body);
    if (set === undefined) advanceBy(advance, inside);
    else setTo(set, inside);

    return tell(inside);
  },
};

export const resetClock: ControlRoute = {
  method: 'DELETE',
  path,
  summary: 'Sets the clock back to the time of the machine (in a world: to the time of the mock).',
  answer({ query }, inside) {
    parametersOf(query, []);
    inside.world.clock.reset();

    return tell(inside);
  },
};

function tell({ world: { clock } }: Inside): Reply {
  const machine = Date.now();
  const now = clock.at(machine);

  return told({ now: new Date(now).toISOString(), aheadMilliseconds: now - machine });
}

function advanceBy(advance: unknown, { world: { clock } }: Inside): void {
  const expected = 'a span of time such as "90s", "15m", "1h" or "30d", within the years 1970 to 9999';
  const span = typeof advance === 'string' ? readSpan(advance) : undefined;
  if (span === undefined) throw new Unusable('/advance', expected, advance);
  attempt(() => clock.advance(span), new Unusable('/advance', expected, advance));
}

function setTo(set: unknown, { world: { clock } }: Inside): void {
  const expected = 'a moment such as "2026-01-31T00:00:00Z" or "2026-01-31", of the years 1970 to 9999';
  const unusable = new Unusable('/set', expected, set);
  if (typeof set !== 'string') throw unusable;
  attempt(() => clock.set(set), unusable);
}

function attempt(work: () => void, unusable: Unusable): void {
  try {
    work();
  } catch (error) {
    throw error instanceof RangeError ? unusable : error;
  }
}
