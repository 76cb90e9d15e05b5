/** The control routes of worlds: list, end, and reset the current one. */
import { isWorldName, NAME_EXPECTED, pathOfWorld } from '../../worlds/world-path.ts';
import { checkParameters, InvalidControlRequest } from '../parameters.ts';
import { type ControlRoute, ok } from '../route.ts';

export const listWorlds: ControlRoute = {
  method: 'GET',
  path: '/worlds',
  summary:
    'Lists the worlds. A world starts with the first accepted call below /w/NAME, and ends after 30 minutes without a request.',

  answer({ query }, { worlds }) {
    checkParameters(query);

    return ok({
      worlds: worlds.list().map(({ world, askedAt }) => ({
        name: world.name,
        path: pathOfWorld(world.name ?? ''),
        lastRequest: new Date(askedAt).toISOString(),
        journal: world.journal.exchanges().length,
      })),
    });
  },
};

export const endWorld: ControlRoute = {
  method: 'DELETE',
  path: '/worlds/:name',
  summary: 'Ends a world and deletes its transactions. 204 also where there is no such world.',

  async answer({ query, parameters: { name = '' } }, { worlds }) {
    checkParameters(query);
    if (!isWorldName(name)) throw new InvalidControlRequest('the path', `a name of ${NAME_EXPECTED}`, name);
    await worlds.end(name);

    return ok();
  },
};

export const reset: ControlRoute = {
  method: 'POST',
  path: '/reset',
  summary:
    'Resets the state: no transactions, an empty journal, the clock and faults of the start, choices and defects without memory. In a world resets that world; otherwise worlds keep their state.',

  async answer({ query }, { world }) {
    checkParameters(query);
    await world.reset();

    return ok();
  },
};
