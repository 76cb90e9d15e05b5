/** The worlds of a mock: each starts with the first request that it accepts, and ends when it is idle, or others need its memory. */
import { createJournals } from '../../exchange/journal/journal.ts';
import { createEntryStreams, type EntryStreams } from '../../exchange/journal/stream-entries.ts';
import { type Ledger, renameMerchants, wrapLedger } from '../../ledger/ledger.ts';
import { describeValue } from '../../text/describe.ts';
import { type Refusal, refuseBecause } from '../refusal.ts';
import { createClock } from './clock.ts';
import { createWorld, type Shared, type World } from './world.ts';

/** The address of a request: that of a world begins with `/w/NAME`. */
export interface WorldAddress {
  /** As the address has it, which may be no valid name; undefined for the mock itself. */
  readonly name: string | undefined;
  /** Path and query without the part of a world that has a valid name. */
  readonly url: string;
  /** Whether it ends with the name. */
  readonly isBare: boolean;
}

const PREFIX = '/w/';

export const NAME_EXPECTED = '1 to 64 letters, digits, dots, hyphens and underscores, and not only dots';

/** @param url path and query, as the request line has them */
export function readWorldAddress(url: string): WorldAddress {
  if (!url.startsWith(PREFIX)) return { name: undefined, url, isBare: false };
  const name = url.slice(PREFIX.length).split(/[/?]/, 1)[0] ?? '';
  if (!isWorldName(name)) return { name, url, isBare: false };
  const rest = url.slice(PREFIX.length + name.length);
  const isBare = !rest.startsWith('/');

  return { name, url: isBare ? `/${rest}` : rest, isBare };
}

/** Clients resolve `.` and `..` as folders. */
export function isWorldName(name: string): boolean {
  return /^(?!\.+$)[A-Za-z0-9._-]{1,64}$/.test(name);
}

export function pathOfWorld(name: string): string {
  return `${PREFIX}${name}`;
}

export interface Worlds {
  /** The mock itself, outside of all worlds. */
  readonly home: World;
  /**
   * The world of an address. A new world waits until it accepts a request: a web page can send requests that are refused
   * to any address of this machine.
   */
  readonly find: (address: WorldAddress) => World | Refusal;
  /** The same for a request that is accepted: a new world is open at once. */
  readonly open: (address: WorldAddress) => World | Refusal;
  /** The open world of this valid name; a new one where there is none. */
  readonly openByName: (name: string) => World;
  /** Ends a world and deletes its transactions. A name without a world is not an error. */
  readonly end: (name: string) => Promise<void>;
  readonly list: () => readonly Readonly<OpenWorld>[];
  /** Streams the journal entries of all worlds. */
  readonly streams: EntryStreams;
}

interface OpenWorld {
  readonly world: World;
  /** By the machine's clock, in milliseconds since 1970. */
  lastRequestAt: number;
  /** Whether it has accepted a request; otherwise it waits. */
  isOpen: boolean;
  /** As last measured; 0 while it waits. */
  bytes: number;
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

/** Any web page can open worlds: beyond these the one that was idle for the longest ends. */
const MOST_OPEN = 5_000;

/** Of worlds that have accepted no request yet: those that were used last stay. */
const MOST_WAITING = 100;

/** Of all open worlds together, transactions and journals apart, in bytes. */
const BUDGET = 128 * 2 ** 20;

/** In milliseconds of the machine's clock: a test that moves the clock of the mock ends no worlds of other tests. */
const LONGEST_IDLE = 30 * 60 * 1000;

export function createWorlds(
  shared: Shared,
  { ledger, journal, clock, setClock, isNew }: WorldsOptions,
): Worlds {
  const streams = createEntryStreams();
  const createJournal = createJournals(journal, streams.publish);
  /** In the order of their last requests. */
  const all = new Map<string, OpenWorld>();
  let [opened, bytesOfAll] = [0, 0];

  const home = createWorld(shared, {
    ...{ name: undefined, path: '', clock, setClock, journal: createJournal(), startsEmpty: isNew },
    ledger: ledgerOfHome(ledger),
    onAuthenticated: () => {},
    onObserved: () => {},
  });
  const create = (name: string): World => {
    const own = createClock(clock.at);
    const world = createWorld(shared, {
      ...{
        name,
        path: pathOfWorld(name),
        clock: own,
        setClock: own.reset,
        journal: createJournal(),
        startsEmpty: isNew,
      },
      ledger: ledgerOfWorld(ledger, name),
      onAuthenticated: () => open(name, world),
      onObserved: () => weigh(name),
    });

    return world;
  };
  const remove = (name: string): World | undefined => {
    const found = all.get(name);
    all.delete(name);
    if (found?.isOpen === true) opened -= 1;
    bytesOfAll -= found?.bytes ?? 0;

    return found?.world;
  };
  /** Ends the worlds that are idle, and the oldest beyond a limit. */
  const endOldest = () => {
    const since = Date.now() - LONGEST_IDLE;
    for (const [name, { world, lastRequestAt, isOpen }] of all) {
      const areTooMany = opened > 1 && (opened > MOST_OPEN || bytesOfAll > BUDGET);
      const waitTooMany = all.size - opened > MOST_WAITING;
      if (lastRequestAt <= since || (isOpen ? areTooMany : waitTooMany)) {
        remove(name);
        world.journal.clear();
        // Transactions in a shared store outlast their world, as they outlast the mock.
        if (ledger.apart !== undefined) void world.ledger.clear();
      } else if (!areTooMany && !waitTooMany) return;
    }
  };
  /** Takes note of the memory of a world, which a request has changed. */
  const weigh = (name: string) => {
    const one = all.get(name);
    if (one?.isOpen !== true) return;
    bytesOfAll -= one.bytes;
    one.bytes = one.world.bytes();
    bytesOfAll += one.bytes;
    endOldest();
  };
  const visit = (name: string, world?: World): OpenWorld => {
    const entry = all.get(name) ?? {
      ...{ world: world ?? create(name), lastRequestAt: 0, isOpen: false, bytes: 0 },
    };
    entry.lastRequestAt = Date.now();
    all.delete(name);
    all.set(name, entry);
    endOldest();

    return entry;
  };
  /** A world that has ended opens again, unless another has taken its name. */
  const open = (name: string, world?: World): World => {
    const entry = visit(name, world);
    if (!entry.isOpen) opened += 1;
    entry.isOpen = true;
    weigh(name);

    return entry.world;
  };
  const at = ({ name }: WorldAddress, byName: (name: string) => World): World | Refusal => {
    if (name === undefined) return home;
    if (isWorldName(name)) return byName(name);

    return refuseBecause(
      'not-found',
      `/w/NAME: expected a name of ${NAME_EXPECTED}, got ${describeValue(name)}`,
    );
  };

  return {
    home,
    find: (address) => at(address, (name) => visit(name).world),
    open: (address) => at(address, open),
    openByName: open,
    async end(name) {
      const world = remove(name);
      // A ledger on disk may have transactions of this world from an earlier process.
      if (world !== undefined || ledger.apart === undefined) await (world ?? create(name)).reset();
    },
    list() {
      endOldest();

      return [...all.values()].filter(({ isOpen }) => isOpen);
    },
    streams,
  };
}

/** Merchant names never contain this. */
const MARK = '\u{0}world:';

/** A new ledger where the given one can make one; otherwise the given one under other merchant names. */
function ledgerOfWorld(ledger: Ledger, world: string): Ledger {
  if (ledger.apart !== undefined) return ledger.apart();
  const prefix = `${MARK}${world}:`;

  return renameMerchants(ledger, (merchant) => prefix + merchant, {
    clear: () => ledger.clear((merchant) => merchant.startsWith(prefix)),
    // The mock closes it.
    close: () => {},
  });
}

/** The given ledger, whose `clear` keeps the transactions of worlds. */
function ledgerOfHome(ledger: Ledger): Ledger {
  if (ledger.apart !== undefined) return ledger;

  return wrapLedger(ledger, { clear: () => ledger.clear((merchant) => !merchant.startsWith(MARK)) });
}
