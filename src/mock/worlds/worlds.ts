/** The worlds of a mock: each starts with the first request that it accepts, and ends when it is idle. */
import type { Ledger } from '../../ledger/ledger.ts';
import { createJournals } from '../journal/journal.ts';
import type { RecordedExchange } from '../journal/record.ts';
import { type Refusal, refuseBecause } from '../refusal.ts';
import { createClock } from './clock.ts';
import { createWorld, type Shared, type World } from './world.ts';
import { ledgerOfHome, ledgerOfWorld } from './world-ledger.ts';
import { NAME_EXPECTED, readWorldPath } from './world-path.ts';

/** A world ends after this time without a request, by the clock of the mock; in milliseconds. */
const IDLE = 30 * 60 * 1000;
const MOST = 10_000;

/** Worlds that have accepted no request yet; beyond that the one used longest ago is dropped. */
const MOST_WAITING = 100;

export interface Worlds {
  /** The mock itself, outside of all worlds. */
  readonly home: World;
  /**
   * The world of an address. A new world waits until it accepts a request: a web page can send requests that are refused
   * to any address of this machine.
   *
   * @param url path and query as the request line has them
   */
  readonly enter: (url: string) => World | Refusal;
  /** The same for a request that is accepted. */
  readonly begin: (url: string) => World | Refusal;
  /** The world of this valid name, which starts where it has not. */
  readonly open: (name: string) => World | Refusal;
  /** Drops a world with its transactions; one that does not exist is fine. */
  readonly end: (name: string) => Promise<void>;
  readonly list: () => readonly OpenWorld[];
  /** Calls the watcher with each request of all worlds. @returns a function that ends it */
  readonly watch: (watcher: (exchange: RecordedExchange) => void) => () => void;
}

interface OpenWorld {
  readonly world: World;
  /** The time of its last request, in milliseconds since 1970. */
  readonly askedAt: number;
}

export interface WorldsOptions {
  /** Of the mock; worlds have their own where the ledger can make others. */
  readonly ledger: Ledger;
  /** Requests that each journal keeps. */
  readonly journal: number;
  readonly clock: World['clock'];
  readonly setClock: () => void;
}

export function createWorlds(shared: Shared, { ledger, journal, clock, setClock }: WorldsOptions): Worlds {
  const watchers = new Set<(exchange: RecordedExchange) => void>();
  const createJournal = createJournals(journal, (exchange) => {
    for (const watcher of watchers) watcher(exchange);
  });
  const home = createWorld(shared, {
    name: undefined,
    clock,
    setClock,
    journal: createJournal(),
    ledger: ledgerOfHome(ledger),
    onAuthenticated: () => {},
  });
  /** Both in the order of their last requests. */
  const worlds = new Map<string, OpenWorld>();
  const waiting = new Map<string, World>();

  const make = (name: string): World => {
    const own = createClock(clock.at);

    const world = createWorld(shared, {
      name,
      clock: own,
      setClock: own.reset,
      journal: createJournal(),
      ledger: ledgerOfWorld(ledger, name),
      onAuthenticated: () => accept(name, world),
    });

    return world;
  };
  /** A world that was dropped meanwhile returns, unless another has taken its place. */
  const accept = (name: string, world: World) => {
    if (waiting.get(name) === world) waiting.delete(name);
    if (!worlds.has(name)) worlds.set(name, { world, askedAt: clock.now() });
  };
  const wait = (name: string): World => {
    const world = waiting.get(name) ?? make(name);
    waiting.delete(name);
    waiting.set(name, world);
    for (const [oldest, { journal }] of waiting) {
      if (waiting.size <= MOST_WAITING) break;
      waiting.delete(oldest);
      journal.clear();
    }

    return world;
  };
  let sweptAt = 0;
  const sweep = () => {
    const now = clock.now();
    const past = now - IDLE;
    // After the clock was set back, worlds used later than now would stay, with all worlds behind them.
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
    if (entered.kind === 'world') accept(name, entered);

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
      // A ledger on disk may have transactions of this world from an earlier process.
      if (world !== undefined || ledger.apart === undefined) await (world ?? make(name)).reset();
    },
    list() {
      sweep();

      return [...worlds.values()];
    },
    watch(watcher) {
      watchers.add(watcher);

      return () => watchers.delete(watcher);
    },
  };
}
