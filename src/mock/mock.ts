/** Puts a mock together, and starts and ends it. */
import { readContract } from '../contract/document.ts';
import { compileValidators } from '../contract/validators.ts';
import type { Merchant } from '../engine/index.ts';
import { createMemoryLedger } from '../ledger/memory.ts';
import { createAnswers } from './answers.ts';
import { createAuthority } from './authority.ts';
import type { Certificate, CertificateAndKey } from './certificate.ts';
import { createFaults, type Faults } from './faults/fault-store.ts';
import { withFaults } from './faults/with-faults.ts';
import { loadFitting } from './fitting.ts';
import type { AnswerBody, InjectedAnswer, InjectedRequest } from './inject.ts';
import { createLines } from './lines.ts';
import { toStartError } from './mock-error.ts';
import type { MockOptions, StartOptions } from './options.ts';
import { lazyPrism } from './prism-loader.ts';
import { readMerchants } from './read-merchants.ts';
import { lazyReference } from './reference/lazy-reference.ts';
import { createRoster } from './roster.ts';
import { createServer, type Server } from './server.ts';
import { createToday } from './today.ts';

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

export interface RunningMock extends Mock {
  /** Such as `http://127.0.0.1:4010`, or with https. */
  readonly url: string;
  /** What clients have to trust; undefined for plain http. */
  readonly certificate: Certificate | undefined;
}

/**
 * Makes a mock that no port leads to.
 *
 * @throws MockError `merchants-unreadable`, `unknown-defect`, `unknown-choice`, `token-options`
 * @throws ConfigurationError where one of the faults cannot be read
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const { mock } = await assemble(options);

  return mock;
}

/**
 * Makes a mock and has it listen.
 *
 * @throws ConfigurationError and MockError as `createMock` does, and `address-in-use`, `address-unavailable`, `certificate-unusable`
 */
export async function startMock(options: StartOptions = {}): Promise<RunningMock> {
  const { port = 0, host = '127.0.0.1' } = options;
  const { tls, certificate } = await readTls(options.tls, host);
  const { mock, server } = await assemble(options, tls);
  const url = await server.listen(port, host).catch((cause: unknown) => {
    throw toStartError(cause, port, host);
  });

  // Not a copy, which would keep the merchants of this moment.
  return Object.assign(mock, { url, certificate });
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
  tls?: CertificateAndKey,
): Promise<{ readonly mock: Mock; readonly server: Server }> {
  const merchants = readMerchants(options.merchants);
  const authority = createAuthority(options);
  const fitting = await loadFitting(options);
  const shared = {
    ledger: fitting.ledger(options.ledger ?? createMemoryLedger()),
    today: createToday(Date.now),
  };
  const roster = await createRoster(merchants, shared, fitting.authority(authority));
  const lines = createLines({
    validators: compileValidators(readContract()),
    identify: roster.identify,
    prism: lazyPrism(),
    static: options.static ?? false,
    fitting,
  });
  const reference = lazyReference(() => ({
    merchant: roster.names[0],
    processors: roster.merchants[0].processors,
    tokens: authority.isOpen
      ? { kind: 'open', token: roster.token() }
      : { kind: 'verified', expected: authority.expected },
    isStatic: options.static ?? false,
  }));
  const faults = createFaults({ merchants: () => roster.merchants, seed: options.faultSeed ?? 1 });
  for (const rule of options.faults ?? []) faults.add(rule);
  const onBug = options.onBug ?? (() => {});
  const answers = withFaults(createAnswers(lines, onBug), { faults, identify: roster.identify, onBug });
  const { methods, largestBody } = fitting;
  const server = createServer({ answers, reference, onBug, methods, largestBody, tls });

  return {
    server,
    mock: {
      get merchants() {
        return roster.names;
      },
      token: roster.token,
      useMerchants: async (next) => roster.use(readMerchants(next)),
      faults,
      inject: server.inject as Mock['inject'],
      close: server.close,
      [Symbol.asyncDispose]: server.close,
    },
  };
}
