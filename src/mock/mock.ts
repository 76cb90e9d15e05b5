/** Puts a mock together, and starts and ends it. */
import { readContract } from '../contract/document.ts';
import { compileValidators } from '../contract/validators.ts';
import type { Merchant } from '../engine/index.ts';
import { createMemoryLedger } from '../ledger/memory.ts';
import { describeValue } from '../text/describe.ts';
import { createAuthority } from './authority.ts';
import type { Certificate, CertificateAndKey } from './certificate.ts';
import { type Clock, createClock } from './clock.ts';
import { BASE } from './control/base.ts';
import { lazyControl } from './control-loader.ts';
import type { Faults } from './faults/fault-store.ts';
import { loadFitting } from './fitting.ts';
import type { AnswerBody, InjectedAnswer, InjectedRequest } from './inject.ts';
import { refuseUnknown } from './known-options.ts';
import { MockError, toStartError } from './mock-error.ts';
import type { MockOptions, StartOptions } from './options.ts';
import { createPrismThread } from './prism-thread.ts';
import { readMerchants } from './read-merchants.ts';
import { lazyReference } from './reference/lazy-reference.ts';
import { createRoster } from './roster.ts';
import { createServer, type Server } from './server.ts';
import { createHandles } from './worlds/handle.ts';
import { createWorlds } from './worlds/worlds.ts';

export interface Mock extends AsyncDisposable {
  /** The names of its merchants; the first is the default one. */
  readonly merchants: readonly string[];
  /**
   * A token of the merchant, or of the default one.
   *
   * @throws MockError `unknown-merchant`, and `no-signing-key` where tokens are verified by a JWK set
   */
  readonly token: (merchant?: string) => string;
  /**
   * Takes these merchants in place of those it has, between two requests: what is under way ends as it began, and
   * transactions stay with the name of their merchant. The first is the default one.
   *
   * @throws MockError `merchants-unreadable` where there are none
   */
  readonly useMerchants: (merchants: readonly Merchant[]) => Promise<void>;
  /** What time it is for the mock: the day of the fees, tokens that expire, the journal. */
  readonly clock: Clock;
  /**
   * A state of its own, apart from the mock and from all other worlds; below `/w/NAME` one begins with the first
   * request that it lets in.
   *
   * @param name 1 to 64 letters, digits, dots, hyphens and low lines
   * @throws MockError `world-name`
   */
  readonly world: (name: string) => MockWorld;
  /** Begins anew: no transactions, an empty journal, the clock as at the start. Worlds are left alone. */
  readonly reset: () => Promise<void>;
  /** What goes wrong on purpose, and with which calls. */
  readonly faults: Faults;
  /**
   * Asks in this process, without a port.
   *
   * @throws MockError `no-answer` where a fault has it that none comes, or not wholly
   */
  readonly inject: <Path extends string>(
    request: InjectedRequest<Path>,
  ) => Promise<InjectedAnswer<AnswerBody<Path>>>;
  readonly close: () => Promise<void>;
}

/** One world of a mock. Merchants and tokens are those of the mock. */
export interface MockWorld {
  /** What its addresses begin with, after that of the mock, such as `/w/cart-7`. */
  readonly path: string;
  /** The paths are those of the mock, without the world's. */
  readonly inject: Mock['inject'];
  /** Goes by the clock of the mock until it is moved. */
  readonly clock: Clock;
  /** What goes wrong on purpose in this world; it begins with what the mock was started with. */
  readonly faults: Faults;
  readonly reset: () => Promise<void>;
  /** Forgets it. Asked again, it begins anew. */
  readonly end: () => Promise<void>;
}

export interface RunningWorld extends MockWorld {
  /** Its base address, such as `http://127.0.0.1:4010/w/cart-7`. */
  readonly url: string;
}

export interface RunningMock extends Mock {
  readonly world: (name: string) => RunningWorld;
  /** Such as `http://127.0.0.1:4010`, or with https. */
  readonly url: string;
  /** What clients have to trust; undefined for plain http. */
  readonly certificate: Certificate | undefined;
}

/**
 * Makes a mock that no port leads to.
 *
 * @throws MockError `unknown-option`, `merchants-unreadable`, `unknown-defect`, `unknown-choice`, `token-options`,
 * `control-options`
 * @throws ConfigurationError where one of the faults cannot be read
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  refuseUnknown(options, 'createMock');
  const { mock } = await assemble(options, 'localhost');

  return mock;
}

/**
 * Makes a mock and has it listen.
 *
 * @throws ConfigurationError and MockError as `createMock` does, and `address-in-use`, `address-unavailable`, `certificate-unusable`
 */
export async function startMock(options: StartOptions = {}): Promise<RunningMock> {
  refuseUnknown(options, 'startMock');
  const { port = 0, host = '127.0.0.1' } = options;
  const { tls, certificate } = await readTls(options.tls, host);
  const { mock, server } = await assemble(options, host, tls);
  const url = await server.listen(port, host).catch((cause: unknown) => {
    throw toStartError(cause, port, host);
  });

  // Not a copy, which would keep the merchants of this moment.
  return Object.assign(mock, {
    url,
    certificate,
    world: worldsOf(mock, (world) => Object.assign(world, { url: `${url}${world.path}` })),
  });
}

function worldsOf(mock: Mock, reach: (world: MockWorld) => RunningWorld): RunningMock['world'] {
  const { world } = mock;

  return (name) => reach(world(name));
}

/** What reads and makes certificates is loaded only where one is served. @throws MockError `certificate-unusable` */
async function readTls(
  asked: StartOptions['tls'],
  host: string,
): Promise<{ readonly tls?: CertificateAndKey; readonly certificate: Certificate | undefined }> {
  if (asked === undefined) return { certificate: undefined };
  const { selfSignedFor, toCertificate } = await import('./certificate.ts');
  const tls = asked === 'self-signed' ? selfSignedFor(host) : asked;

  return { tls, certificate: toCertificate(tls) };
}

async function assemble(
  options: MockOptions,
  host: string,
  tls?: CertificateAndKey,
): Promise<{ readonly mock: Mock; readonly server: Server }> {
  const { asOf, ledger = createMemoryLedger(), onBug = () => {} } = options;
  const access = options.control ?? 'loopback';
  const merchants = readMerchants(options.merchants);
  const clock = createClock();
  const setClock = () => (asOf === undefined ? clock.reset() : clock.set(asOf));
  const journal = readSize(options.journal);
  attemptToSet(setClock);
  const authority = createAuthority(options, clock.now);
  const createFitting = await loadFitting(options);
  const { authority: overAuthority, methods, largestBody } = createFitting();
  const roster = await createRoster(merchants, overAuthority(authority));
  const validators = compileValidators(readContract(), describeValue);
  const prism = createPrismThread();
  const shared = {
    validators,
    roster,
    prism,
    static: options.static ?? false,
    createFitting,
    faults: options.faults ?? [],
    faultSeed: options.faultSeed ?? 1,
    onBug,
  };
  const worlds = createWorlds(shared, { ledger, journal, clock, setClock });
  const reference = lazyReference(() => ({
    merchant: roster.names[0],
    processors: roster.merchants[0].processors,
    tokens: authority.isOpen
      ? { kind: 'open', token: roster.token() }
      : { kind: 'verified', expected: authority.expected },
    isStatic: options.static ?? false,
    ...(access === 'off' ? {} : { control: BASE }),
  }));
  const ending = new AbortController();
  const closing = ending.signal;
  const control =
    access === 'off' ? undefined : lazyControl({ access, host, worlds, roster, validators, ledger, closing });
  const server = createServer({ worlds, reference, control, onBug, methods, largestBody, tls });
  const close = async () => {
    ending.abort();
    await Promise.all([server.close(), prism.close()]);
  };

  return {
    server,
    mock: {
      get merchants() {
        return roster.names;
      },
      token: roster.token,
      useMerchants: async (next) => roster.use(readMerchants(next)),
      clock,
      world: createHandles(worlds, server.inject),
      reset: worlds.home.reset,
      get faults() {
        return worlds.home.faults;
      },
      inject: server.inject as Mock['inject'],
      close,
      [Symbol.asyncDispose]: close,
    },
  };
}

/** In requests. */
const KEPT = 1000;
const MOST_KEPT = 1_000_000;

/** @throws MockError `control-options` */
function readSize(size = KEPT): number {
  if (Number.isInteger(size) && size >= 0 && size <= MOST_KEPT) return size;
  throw new MockError(
    'control-options',
    `journal: expected a whole number from 0 to ${MOST_KEPT}, got ${size}`,
  );
}

/** @throws MockError `control-options` */
function attemptToSet(setClock: () => void): void {
  try {
    setClock();
  } catch (error) {
    throw error instanceof RangeError ? new MockError('control-options', `asOf: ${error.message}`) : error;
  }
}
