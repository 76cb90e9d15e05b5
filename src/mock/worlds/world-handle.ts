/** A world for programs that run the mock in their own process. */
import { describeValue } from '../../text/describe.ts';
import type { InjectedAnswer, InjectedRequest, Mock, MockWorld } from '../api.ts';
import { MockError } from '../mock-error.ts';
import { observedOf } from './observed.ts';
import type { World } from './world.ts';
import { isWorldName, NAME_EXPECTED, pathOfWorld } from './world-path.ts';
import type { Worlds } from './worlds.ts';

/** @returns a function of the name, which throws MockError `world-name` */
export function createWorldHandles(
  worlds: Worlds,
  inject: (request: InjectedRequest) => Promise<InjectedAnswer>,
): (name: string) => MockWorld {
  return (name) => {
    if (!isWorldName(name))
      throw new MockError(
        'world-name',
        `world: expected a name of ${NAME_EXPECTED}, got ${describeValue(name)}`,
      );
    const path = pathOfWorld(name);
    // Found again for each use: it may have ended.
    const world = (): World => worlds.openByName(name);

    return {
      ...observedOf(world),
      path,
      inject: ((request) => inject({ ...request, path: `${path}${request.path}` })) as Mock['inject'],
      clock: {
        now: () => world().clock.now(),
        advance: (milliseconds) => world().clock.advance(milliseconds),
        set: (moment) => world().clock.set(moment),
        reset: () => world().clock.reset(),
      },
      get faults() {
        return world().faults;
      },
      choices: {
        list: () => world().choices.list(),
        get start() {
          return world().choices.start;
        },
        use: (made) => world().choices.use(made),
        reset: () => world().choices.reset(),
      },
      reset: () => world().reset(),
      end: () => worlds.end(name),
    };
  };
}
