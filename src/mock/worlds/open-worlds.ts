/** The worlds that have accepted a request. Each ends when it has been idle for 30 minutes. */
import type { World } from './world.ts';

export interface OpenWorld {
  readonly world: World;
  /** By the machine's clock, in milliseconds since 1970. */
  readonly lastRequestAt: number;
}

export interface OpenWorlds {
  /** The world of this name, which counts as a request to it. */
  readonly find: (name: string) => World | undefined;
  /** Adds a world, unless there is one of this name. */
  readonly add: (name: string, world: World) => void;
  /** @returns the world that it has removed */
  readonly remove: (name: string) => World | undefined;
  readonly isFull: () => boolean;
  readonly list: () => readonly OpenWorld[];
}

export const MOST_OPEN = 10_000;

/** In milliseconds of the machine's clock: a test that moves the clock of the mock ends no worlds of other tests. */
const LONGEST_IDLE = 30 * 60 * 1000;

export function createOpenWorlds(): OpenWorlds {
  /** In the order of their last requests. */
  const worlds = new Map<string, OpenWorld>();

  const endIdle = () => {
    for (const [name, { world, lastRequestAt }] of worlds) {
      if (lastRequestAt > Date.now() - LONGEST_IDLE) return;
      worlds.delete(name);
      world.journal.clear();
    }
  };
  const remove = (name: string): World | undefined => {
    const found = worlds.get(name);
    worlds.delete(name);

    return found?.world;
  };
  const add = (name: string, world: World) => {
    if (!worlds.has(name)) worlds.set(name, { world, lastRequestAt: Date.now() });
  };

  return {
    find(name) {
      endIdle();
      const world = remove(name);
      if (world !== undefined) add(name, world);

      return world;
    },
    add,
    remove,
    isFull: () => worlds.size >= MOST_OPEN,
    list() {
      endIdle();

      return [...worlds.values()];
    },
  };
}
