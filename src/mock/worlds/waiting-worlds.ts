/** The worlds that have accepted no request yet: the hundred that were used last. */
import type { World } from './world.ts';

export interface WaitingWorlds {
  /** The world of this name, which is created where there is none. */
  readonly find: (name: string) => World;
  /** @returns the world that it has removed */
  readonly remove: (name: string) => World | undefined;
}

const MOST_WAITING = 100;

/** @param discard frees the memory of a world that has ended */
export function createWaitingWorlds(
  create: (name: string) => World,
  discard: (world: World) => void,
): WaitingWorlds {
  /** In the order of their last requests. */
  const worlds = new Map<string, World>();

  return {
    find(name) {
      const world = worlds.get(name) ?? create(name);
      worlds.delete(name);
      worlds.set(name, world);
      for (const [oldest, waiting] of worlds) {
        if (worlds.size <= MOST_WAITING) break;
        worlds.delete(oldest);
        discard(waiting);
      }

      return world;
    },
    remove(name) {
      const found = worlds.get(name);
      worlds.delete(name);

      return found;
    },
  };
}
