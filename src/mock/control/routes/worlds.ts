/** Which worlds there are, and ending one. */

import { isWorldName, NAME_EXPECTED, pathOfWorld } from '../../worlds/world-path.ts';
import { type ControlRoute, told } from '../ask.ts';
import { parametersOf, Unusable } from '../unusable.ts';

export const listWorlds: ControlRoute = {
  method: 'GET',
  path: '/worlds',
  summary:
    'The worlds: each begins with the first accepted call below /w/NAME, and ends when idle for 30 minutes.',

  answer({ query }, { worlds }) {
    parametersOf(query, []);

    return told({
      worlds: worlds.list().map(({ world, askedAt }) => ({
        name: world.name,
        path: pathOfWorld(world.name ?? ''),
        lastRequest: new Date(askedAt).toISOString(),
        journal: world.journal.noted().length,
      })),
    });
  },
};

export const endWorld: ControlRoute = {
  method: 'DELETE',
  path: '/worlds/:name',
  summary: 'Ends a world and forgets its transactions. Fine where there is none of that name.',

  async answer({ query, parameters: { name = '' } }, { worlds }) {
    parametersOf(query, []);
    if (!isWorldName(name)) throw new Unusable('the path', `a name of ${NAME_EXPECTED}`, name);
    await worlds.end(name);

    return told(undefined);
  },
};
