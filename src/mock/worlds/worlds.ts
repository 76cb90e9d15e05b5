/** The worlds of a mock: each begins with the first request that it lets in, and ends when idle for a while. */
import type { Ledger } from '../../ledger/ledger.ts';
import { createClock } from '../clock.ts';
import { createJournals } from '../journal/journal.ts';
import type { Noted } from '../journal/noted.ts';
import { createWatchers, type Watchers } from '../journal/watchers.ts';
import { type Refusal, refuseBecause } from '../refusal.ts';
import { ledgerOf, ledgerOfHome } from './ledger-of.ts';
import { createWorld, type Shared, type World } from './world.ts';
import { NAME_EXPECTED, readWorldPath } from './world-path.ts';

/** After so many milliseconds without a request a world ends, by the clock of the mock. */
const IDLE = 30 * 60 * 1000;
const MOST = 10_000;

/** So many worlds wait for a request that they let in; then the one that was asked longest ago is forgotten. */
const MOST_WAITING = 100;

export interface Worlds {
  /** What is outside of all worlds. */
  readonly home: World;
  /**
   * The world that an address names, by path and query as the request line has them. A new one waits until it lets a
   * request in: a web page can send requests that are refused to any address of this machine.
   */
  readonly enter: (url: string) => World | Refusal;
  /** The same for a request that is let in. */
  readonly begin: (url: string) => World | Refusal;
  /** The world of this name, which has to be one that a world can have; it begins, if it has not. */
  readonly open: (name: string) => World | Refusal;
  /** Its transactions are forgotten. Ending one that there is not is fine. */
  readonly end: (name: string) => Promise<void>;
  readonly list: () => readonly OpenWorld[];
  /** Told of every request of all worlds. */
  readonly watchers: Watchers<Noted>;
}

interface OpenWorld {
  readonly world: World;
  /** When it was last asked, in milliseconds since 1970. */
  readonly askedAt: number;
}

export interface WorldsOptions {
  /** Where transactions are kept: all, or where it can make others, those outside of all worlds. */
  readonly ledger: Ledger;
  /** How many requests each journal keeps. */
  readonly journal: number;
  readonly clock: World['clock'];
  readonly setClock: () => void;
}

export function createWorlds(shared: Shared, { ledger, journal, clock, setClock }: WorldsOptions): Worlds {
  const watchers = createWatchers<Noted>();
  const createJournal = createJournals(journal, watchers);
  const home = createWorld(shared, {
    name: undefined,
    clock,
    setClock,
    journal: createJournal(),
    ledger: ledgerOfHome(ledger),
  });
  /** In both who was asked last stands last. */
  const worlds = new Map<string, OpenWorld>();
  const waiting = new Map<string, World>();

  const make = (name: string): World => {
    const own = createClock(clock.at);

    const world = createWorld(shared, {
      name,
      clock: own,
      setClock: own.reset,
      journal: createJournal(),
      ledger: ledgerOf(ledger, name),
      onLetIn: () => letIn(name, world),
    });

    return world;
  };
  /** One that has been forgotten meanwhile comes back, unless another has taken its place. */
  const letIn = (name: string, world: World) => {
    if (waiting.get(name) === world) waiting.delete(name);
    if (!worlds.has(name)) worlds.set(name, { world, askedAt: clock.now() });
  };
  const wait = (name: string): World => {
    const world = waiting.get(name) ?? make(name);
    waiting.delete(name);
    waiting.set(name, world);
    for (const [forgotten, { journal }] of waiting) {
      if (waiting.size <= MOST_WAITING) break;
      waiting.delete(forgotten);
      journal.clear();
    }

    return world;
  };
  let sweptAt = 0;
  const sweep = () => {
    const now = clock.now();
    const past = now - IDLE;
    // Once the clock is set back, what was asked later than now would stay, and everything behind it.
    if (now < sweptAt) {
      for (const [name, { world, askedAt }] of worlds)
        worlds.set(name, { world, askedAt: Math.min(askedAt, now) });
    }
    sweptAt = now;
    for (const [name, { world, askedAt }] of worlds) {
      if (askedAt > past) return;
      worlds.delete(name);
      world.journal.clear();
    }
  };
  const known = (name: string): World | undefined => {
    sweep();
    const found = worlds.get(name);
    if (found === undefined) return undefined;
    worlds.delete(name);
    worlds.set(name, { world: found.world, askedAt: clock.now() });

    return found.world;
  };
  const enter = (name: string): World | Refusal => known(name) ?? refuseBeyondMost() ?? wait(name);
  const open = (name: string): World | Refusal => {
    const entered = enter(name);
    if (entered.kind === 'world') letIn(name, entered);

    return entered;
  };
  const refuseBeyondMost = (): Refusal | undefined =>
    worlds.size < MOST
      ? undefined
      : refuseBecause(
          'too-many-worlds',
          `${MOST} worlds are open: end some with DELETE /_tollgate/worlds/NAME, or wait until one was idle for 30 minutes`,
        );
  const by = (url: string, find: (name: string) => World | Refusal): World | Refusal => {
    const path = readWorldPath(url);
    switch (path.kind) {
      case 'home':
        return home;
      case 'world':
        return find(path.name);
      case 'misnamed':
        return refuseBecause('not-found', `/w/NAME: expected a name of ${NAME_EXPECTED}`);
    }
  };

  return {
    home,
    open,
    enter: (url) => by(url, enter),
    begin: (url) => by(url, open),
    async end(name) {
      const world = worlds.get(name)?.world ?? waiting.get(name);
      worlds.delete(name);
      waiting.delete(name);
      // A ledger that outlives the process may have transactions of a world that this one never met.
      if (world !== undefined || ledger.apart === undefined) await (world ?? make(name)).reset();
    },
    list() {
      sweep();

      return [...worlds.values()];
    },
    watchers,
  };
}
