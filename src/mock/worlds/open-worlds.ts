/** The worlds that have accepted a request. Each ends when it has been idle for 30 minutes, or when others need its memory. */
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
  /** Takes note of the memory of a world, which a request has changed. */
  readonly weigh: (name: string) => void;
  /** @returns the world that it has removed */
  readonly remove: (name: string) => World | undefined;
  readonly list: () => readonly OpenWorld[];
}

/** Any web page can open worlds: beyond these the one that was idle for the longest ends. */
const MOST_OPEN = 5_000;

/** Of all open worlds together, transactions and journals apart, in bytes. */
const BUDGET = 128 * 2 ** 20;

/** In milliseconds of the machine's clock: a test that moves the clock of the mock ends no worlds of other tests. */
const LONGEST_IDLE = 30 * 60 * 1000;

/** @param discard frees the memory of a world that has ended */
export function createOpenWorlds(discard: (world: World) => void): OpenWorlds {
  /** In the order of their last requests. */
  const worlds = new Map<string, OpenWorld & { bytes: number }>();
  let bytesOfAll = 0;

  const endIdle = () => {
    for (const [name, { world, lastRequestAt }] of worlds) {
      const isOverBudget = worlds.size > 1 && (worlds.size > MOST_OPEN || bytesOfAll > BUDGET);
      if (!isOverBudget && lastRequestAt > Date.now() - LONGEST_IDLE) return;
      remove(name);
      discard(world);
    }
  };
  const remove = (name: string): World | undefined => {
    const found = worlds.get(name);
    worlds.delete(name);
    bytesOfAll -= found?.bytes ?? 0;

    return found?.world;
  };
  const add = (name: string, world: World) => {
    if (worlds.has(name)) return;
    worlds.set(name, { world, lastRequestAt: Date.now(), bytes: 0 });
    weigh(name);
  };
  const weigh = (name: string) => {
    const open = worlds.get(name);
    if (open === undefined) return;
    bytesOfAll -= open.bytes;
    open.bytes = open.world.bytes();
    bytesOfAll += open.bytes;
    endIdle();
  };

  return {
    find(name) {
      endIdle();
      const world = remove(name);
      if (world !== undefined) add(name, world);

      return world;
    },
    add,
    weigh,
    remove,
    list() {
      endIdle();

      return [...worlds.values()].map(({ world, lastRequestAt }) => ({ world, lastRequestAt }));
    },
  };
}
