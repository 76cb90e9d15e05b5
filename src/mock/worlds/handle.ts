/** A world for a program that runs the mock in its own process. */
import type { Clock } from '../clock.ts';
import type { Mock, MockWorld } from '../mock.ts';
import { MockError } from '../mock-error.ts';
import type { Server } from '../server.ts';
import type { World } from './world.ts';
import { isWorldName, NAME_EXPECTED, pathOfWorld } from './world-path.ts';
import type { Worlds } from './worlds.ts';

/** @returns a function of the name, which throws MockError `world-name` */
export function createHandles(worlds: Worlds, inject: Server['inject']): (name: string) => MockWorld {
  return (name) => {
    if (!isWorldName(name))
      throw new MockError('world-name', `world: expected a name of ${NAME_EXPECTED}, got another`);
    const path = pathOfWorld(name);
    // Looked up each time: it may have been idle, or ended, since the last one.
    const world = (): World => {
      const opened = worlds.open(name);
      if (opened.kind === 'world') return opened;
      throw new MockError('world-name', `world ${name}: ${opened.detail}`);
    };
    const clock: Clock = {
      now: () => world().clock.now(),
      advance: (milliseconds) => world().clock.advance(milliseconds),
      set: (moment) => world().clock.set(moment),
      reset: () => world().clock.reset(),
    };

    return {
      path,
      inject: ((request) => inject({ ...request, path: `${path}${request.path}` })) as Mock['inject'],
      clock,
      get faults() {
        return world().faults;
      },
      reset: () => world().reset(),
      end: () => worlds.end(name),
    };
  };
}
