/** The worlds of a mock: each starts with the first request that it accepts, and ends when it is idle. */

import { createJournals } from '../../exchange/journal/journal.ts';
import { createEntryStreams, type EntryStreams } from '../../exchange/journal/stream-entries.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { describeValue } from '../../text/describe.ts';
import { type Refusal, refuseBecause } from '../refusal.ts';
import { createClock } from './clock.ts';
import { createOpenWorlds, type OpenWorld } from './open-worlds.ts';
import { createWaitingWorlds } from './waiting-worlds.ts';
import { createWorld, type Shared, type World } from './world.ts';
import { ledgerOfHome, ledgerOfWorld } from './world-ledger.ts';
import { NAME_EXPECTED, type WorldPath } from './world-path.ts';

export interface Worlds {
  /** The mock itself, outside of all worlds. */
  readonly home: World;
  /**
   * The world of an address. A new world waits until it accepts a request: a web page can send requests that are refused
   * to any address of this machine.
   */
  readonly find: (address: WorldPath) => World | Refusal;
  /** The same for a request that is accepted: a new world is open at once. */
  readonly open: (address: WorldPath) => World | Refusal;
  /** The open world of this valid name; a new one where there is none. */
  readonly openByName: (name: string) => World;
  /** Ends a world and deletes its transactions. A name without a world is not an error. */
  readonly end: (name: string) => Promise<void>;
  readonly list: () => readonly OpenWorld[];
  /** Streams the journal entries of all worlds. */
  readonly streams: EntryStreams;
}

export interface WorldsOptions {
  /** The ledger of the mock; worlds have their own where the ledger can make others. */
  readonly ledger: Ledger;
  /** Requests that each journal keeps. */
  readonly journal: number;
  readonly clock: World['clock'];
  readonly setClock: () => void;
  /** Whether the ledger is new, and has no transactions. */
  readonly isNew: boolean;
}

export function createWorlds(
  shared: Shared,
  { ledger, journal, clock, setClock, isNew }: WorldsOptions,
): Worlds {
  const streams = createEntryStreams();
  const createJournal = createJournals(journal, streams.publish);
  const home = createWorld(shared, {
    name: undefined,
    clock,
    setClock,
    journal: createJournal(),
    startsEmpty: isNew,
    ledger: ledgerOfHome(ledger),
    onAuthenticated: () => {},
    onObserved: () => {},
  });
  const create = (name: string): World => {
    const own = createClock(clock.at);

    const world = createWorld(shared, {
      name,
      clock: own,
      setClock: own.reset,
      journal: createJournal(),
      startsEmpty: isNew,
      ledger: ledgerOfWorld(ledger, name),
      onAuthenticated: () => open(name, world),
      onObserved: () => opened.weigh(name),
    });

    return world;
  };
  const discard = (world: World) => {
    world.journal.clear();
    // Transactions in a shared store outlast their world, as they outlast the mock.
    if (ledger.apart !== undefined) void world.ledger.clear();
  };
  const opened = createOpenWorlds(discard);
  const waiting = createWaitingWorlds(create, discard);
  /** A world that has ended opens again, unless another has taken its name. */
  const open = (name: string, world: World) => {
    waiting.remove(name);
    opened.add(name, world);
  };

  const findByName = (name: string): World => opened.find(name) ?? waiting.find(name);
  const openByName = (name: string): World => {
    const world = findByName(name);
    open(name, world);

    return world;
  };
  const at = (path: WorldPath, byName: (name: string) => World): World | Refusal => {
    switch (path.kind) {
      case 'home':
        return home;
      case 'world':
        return byName(path.name);
      case 'misnamed': {
        const got = describeValue(path.name);

        return refuseBecause('not-found', `/w/NAME: expected a name of ${NAME_EXPECTED}, got ${got}`);
      }
    }
  };

  return {
    home,
    find: (address) => at(address, findByName),
    open: (address) => at(address, openByName),
    openByName,
    async end(name) {
      const [openWorld, waitingWorld] = [opened.remove(name), waiting.remove(name)];
      const world = openWorld ?? waitingWorld;
      // A ledger on disk may have transactions of this world from an earlier process.
      if (world !== undefined || ledger.apart === undefined) await (world ?? create(name)).reset();
    },
    list: opened.list,
    streams,
  };
}
