/** Creates, starts and closes a mock. */
import { readContract } from '../contract/document.ts';
import { createValidators } from '../contract/validators.ts';
import { createMetrics } from '../control/metrics.ts';
import { BASE, ControlRefusal } from '../control/routes.ts';
import { toEntry } from '../exchange/journal/entry.ts';
import { createMemoryLedger } from '../ledger/memory.ts';
import { describeValue } from '../text/describe.ts';
import type { InjectedAnswer, InjectedRequest, Mock, MockWorld, RunningMock, State } from './api.ts';
import { createApp } from './app.ts';
import { createMerchantRegistry } from './auth/authenticate.ts';
import { createTokenVerifier } from './auth/verifier.ts';
import { composeBehaviors } from './behavior.ts';
import { loadBehaviors } from './behaviors/load-behaviors.ts';
import { verifyJournal } from './control/verification.ts';
import type { Certificate, CertificateAndKey } from './http/certificate.ts';
import { MockError, toStartError } from './mock-error.ts';
import { type MockOptions, readJournalSize, refuseUnknownOptions, type StartOptions } from './options.ts';
import type { OnBug } from './pipeline.ts';
import { readMerchants } from './read-merchants.ts';
import { createServer } from './server.ts';
import { createClock } from './worlds/clock.ts';
import { createScenarioList } from './worlds/scenario.ts';
import { isEmpty, type Shared, type World } from './worlds/world.ts';
import { createWorlds, isWorldName, NAME_EXPECTED, pathOfWorld, type Worlds } from './worlds/worlds.ts';

/**
 * Creates a mock without a port.
 *
 * @throws MockError `unknown-option`, `merchants-unreadable`, `unknown-defect`, `unknown-choice`, `unknown-scenario`, `token-options`,
 * `control-options`
 * @throws ConfigurationError where one of the faults or scenarios cannot be read
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  refuseUnknownOptions(options, 'createMock');
  const { mock } = await assemble(options, 'localhost');

  return mock;
}

/**
 * Creates a mock that listens.
 *
 * @throws ConfigurationError and MockError as `createMock` does, and `address-in-use`, `address-unavailable`, `certificate-unusable`
 */
export async function startMock(options: StartOptions = {}): Promise<RunningMock> {
  refuseUnknownOptions(options, 'startMock');
  const port = options.port ?? 0;
  const host = options.host ?? '127.0.0.1';
  const { tls, certificate } = await readTls(options.tls, host);
  const { mock, server } = await assemble(options, host, tls);
  const url = await server.listen(port, host).catch((cause: unknown) => {
    throw toStartError(cause, port, host);
  });
  const { world: worldOf } = mock;

  return Object.assign(mock, {
    ...{ url, certificate },
    world(name: string) {
      const world = worldOf(name);

      return { ...world, url: `${url}${world.path}` };
    },
  });
}

/** Loads the code for certificates only where one is served. @throws MockError `certificate-unusable` */
async function readTls(
  option: StartOptions['tls'],
  host: string,
): Promise<{ readonly tls?: CertificateAndKey; readonly certificate: Certificate | undefined }> {
  if (option === undefined) return { certificate: undefined };
  const { selfSignedFor, toCertificate } = await import('./http/certificate.ts');
  const tls = option === 'self-signed' ? selfSignedFor(host) : option;

  return { tls, certificate: toCertificate(tls) };
}

async function assemble(options: MockOptions, host: string, tls?: CertificateAndKey) {
  const { asOf } = options;
  // Callers in JavaScript may pass null for undefined.
  const ledger = options.ledger ?? createMemoryLedger();
  const faults = options.faults ?? [];
  const faultSeed = options.faultSeed ?? 1;
  const access = options.control ?? 'loopback';
  const isStatic = options.static ?? false;
  const onBug = withoutErrors(options.onBug);
  const file = readMerchants(options.merchants);
  const scenarios = createScenarioList({ ...file.scenarios, ...options.scenarios });
  const scenario = options.scenario === undefined ? undefined : scenarios.find(options.scenario);
  const clock = createClock();
  const setClock = () => (asOf === undefined ? clock.reset() : clock.set(asOf));
  try {
    setClock();
  } catch (error) {
    throw error instanceof RangeError ? new MockError('control-options', `asOf: ${error.message}`) : error;
  }
  const metrics = createMetrics();
  const journal = readJournalSize(options.journal);
  const verifier = createTokenVerifier(
    { ...options, choices: { ...options.choices, ...scenario?.choices } },
    clock.now,
  );
  const validators = createValidators(readContract(), describeValue);
  const behaviors = await loadBehaviors(options, validators);
  const { methods, largestBody } = composeBehaviors(behaviors.create()(behaviors.choices));
  const registry = createMerchantRegistry(file.merchants, verifier);
  const sample = isStatic ? (await import('./sampling/sample.ts')).createSample(validators) : undefined;
  // Others may get transactions from elsewhere at any time.
  const isNew = ledger.apart !== undefined && (await isEmpty(ledger, registry.names));
  const shared: Shared = {
    ...{ validators, registry, verifier, behaviors, faults, faultSeed, onBug, sample, scenarios, scenario },
    ...{ metrics, observeClient: options.observeClient },
    address: () => server.url() ?? `http://${host}`,
  };
  const worlds = createWorlds(shared, { ledger, journal, clock, setClock, isNew });
  const facts = () => ({
    merchant: registry.names[0],
    processors: registry.merchants[0].processors,
    tokens: verifier.isOpen
      ? { kind: 'open' as const, token: registry.token() }
      : { kind: 'verified' as const, expected: verifier.expected },
    isStatic,
    ...(access === 'off' ? {} : { control: BASE }),
  });
  const ending = new AbortController();
  const startedAt = performance.now();
  const app = createApp({
    ...{ worlds, methods, onBug, isTls: tls !== undefined },
    // Both are loaded with the first request for them: most mocks receive none, and start 10 ms earlier.
    reference: once(async () => {
      const { createReference } = await import('./reference/reference.ts');

      return createReference(facts);
    }),
    consoleFiles: access === 'off' ? undefined : options.consoleFiles,
    control:
      access === 'off'
        ? undefined
        : once(async () => {
            const [{ createControl }, { CONTROL_ROUTES: routes }] = await Promise.all([
              import('./control/control.ts'),
              import('./control/control-routes.ts'),
            ]);

            return createControl({
              ...{ ...shared, routes, access, host, worlds, startedAt, ledgerKind: ledger.kind },
              ...{ closing: ending.signal, send: server.inject },
            });
          }),
  });
  const server = createServer({ app, home: worlds.home, onBug, largestBody, tls });
  const close = async () => {
    ending.abort();
    await server.close();
  };

  const mock: Mock = {
    get merchants() {
      return registry.names;
    },
    token: registry.token,
    async useMerchants(next, own) {
      const { merchants } = readMerchants(next);
      if (own !== undefined) scenarios.use({ ...own, ...options.scenarios });
      registry.use(merchants);
    },
    ...stateOf(() => worlds.home, server.inject),
    world: createWorldHandles(worlds, server.inject),
    close,
    [Symbol.asyncDispose]: close,
  };

  return { mock, server };
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;

  return () => {
    loading ??= load();

    return loading;
  };
}

/** Ignores errors and rejections of the callback, which would end the process. */
function withoutErrors(onBug: OnBug | undefined): OnBug {
  return async (error, requestId) => {
    try {
      await onBug?.(error, requestId);
    } catch {
      // The mock has no other place to report to.
    }
  };
}

type Inject = (request: InjectedRequest) => Promise<InjectedAnswer>;

/** @param find the world at the time of each use */
function stateOf(find: () => World, inject: Inject): State {
  return {
    inject: inject as State['inject'],
    clock: live(() => find().clock),
    faults: live(() => find().faults),
    choices: live(() => find().choices),
    useScenario: (name) => find().useScenario(name),
    reset: () => find().reset(),
    journal: () => find().journal.exchanges().map(toEntry),
    verify(expected) {
      try {
        return verifyJournal(find().journal, expected);
      } catch (error) {
        throw error instanceof ControlRefusal ? new MockError('verification', error.message) : error;
      }
    },
    verdict: (counting) => find().verdict(counting),
  };
}

/** @returns a function of the name, which throws MockError `world-name` */
function createWorldHandles(worlds: Worlds, inject: Inject): (name: string) => MockWorld {
  return (name) => {
    if (!isWorldName(name))
      throw new MockError(
        'world-name',
        `world: expected a name of ${NAME_EXPECTED}, got ${describeValue(name)}`,
      );
    const path = pathOfWorld(name);

    return {
      // Found again for each use: it may have ended.
      ...stateOf(
        () => worlds.openByName(name),
        (request) => inject({ ...request, path: `${path}${request.path}` }),
      ),
      path,
      end: () => worlds.end(name),
    };
  };
}

/** An object whose members are those of another one at the time of each use. */
function live<T extends object>(find: () => T): T {
  return new Proxy({} as T, { get: (_, name) => Reflect.get(find(), name) });
}
