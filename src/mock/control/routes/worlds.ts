/** The control routes of worlds: list, end, and reset the current one. */
import { isWorldName, NAME_EXPECTED, pathOfWorld } from '../../worlds/world-path.ts';
import { InvalidControlRequest } from '../parameters.ts';
import { type ControlRoute, ok } from '../route.ts';

export const listWorlds: ControlRoute = {
  method: 'GET',
  path: '/worlds',
  query: [],
  summary:
    'Lists the worlds. A world starts with the first accepted call below /w/NAME, and ends after 30 minutes without a request.',

  answer(_, { worlds }) {
    return ok({
      worlds: worlds.list().map(({ world, lastRequestAt }) => ({
        name: world.name,
        path: pathOfWorld(world.name ?? ''),
        lastRequest: new Date(lastRequestAt).toISOString(),
        journal: world.journal.exchanges().length,
      })),
    });
  },
};

export const endWorld: ControlRoute = {
  method: 'DELETE',
  path: '/worlds/:name',
  query: [],
  summary: 'Ends a world and deletes its transactions. 204 also where there is no such world.',

  async answer({ parameters: { name = '' } }, { worlds }) {
    if (!isWorldName(name)) throw new InvalidControlRequest('the path', `a name of ${NAME_EXPECTED}`, name);
    await worlds.end(name);

    return ok();
  },
};

export const reset: ControlRoute = {
  method: 'POST',
  path: '/reset',
  query: [],
  summary:
    'Resets the state: no transactions, an empty journal, the clock and faults of the start, choices and defects without memory. In a world resets that world; otherwise worlds keep their state.',

  async answer(_, { world }) {
    await world.reset();

    return ok();
  },
};
