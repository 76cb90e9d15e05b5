/** The worlds of a mock: made when they are first asked, gone when nobody has asked them for a while. */
import type { Ledger } from '../../ledger/ledger.ts';
import { createClock } from '../clock.ts';
import { createJournal } from '../journal/journal.ts';
import type { Noted } from '../journal/noted.ts';
import { createWatchers, type Watchers } from '../journal/watchers.ts';
import { type Refusal, refuseBecause } from '../refusal.ts';
import { ledgerOf, ledgerOfHome } from './ledger-of.ts';
import { createWorld, type Shared, type World } from './world.ts';
import { NAME_EXPECTED, readWorldPath } from './world-path.ts';

/** After so many milliseconds without a request a world ends, by the clock of the mock. */
const IDLE = 30 * 60 * 1000;
const MOST = 10_000;

export interface Worlds {
  /** What is outside of all worlds. */
  readonly home: World;
  /** The world that an address names, by path and query as the request line has them. */
  readonly enter: (url: string) => World | Refusal;
  /** The world of this name, which has to be one that a world can have. */
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
  const home = createWorld(shared, {
    name: undefined,
    clock,
    setClock,
    journal: createJournal(journal, watchers),
    ledger: ledgerOfHome(ledger),
  });
  /** Who was asked last stands last. */
  const worlds = new Map<string, OpenWorld>();

  const make = (name: string): World => {
    const own = createClock(clock.at);

    return createWorld(shared, {
      name,
      clock: own,
      setClock: own.reset,
      journal: createJournal(journal, watchers),
      ledger: ledgerOf(ledger, name),
    });
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
    for (const [name, { askedAt }] of worlds) {
      if (askedAt > past) return;
      worlds.delete(name);
    }
  };
  const open = (name: string): World | Refusal => {
    sweep();
    const known = worlds.get(name);
    if (known === undefined && worlds.size === MOST) {
      return refuseBecause(
        'too-many-worlds',
        `${MOST} worlds are open: end some with DELETE /_tollgate/worlds/NAME, or wait until one was idle for 30 minutes`,
      );
    }
    worlds.delete(name);
    const world = known?.world ?? make(name);
    worlds.set(name, { world, askedAt: clock.now() });

    return world;
  };

  return {
    home,
    open,
    enter(url) {
      const path = readWorldPath(url);
      switch (path.kind) {
        case 'home':
          return home;
        case 'world':
          return open(path.name);
        case 'misnamed':
          return refuseBecause('not-found', `/w/NAME: expected a name of ${NAME_EXPECTED}`);
      }
    },
    async end(name) {
      const world = worlds.get(name)?.world;
      worlds.delete(name);
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
