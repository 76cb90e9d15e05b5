/** Puts a mock together, and starts and ends it. */
import { readContract } from '../contract/document.ts';
import { compileValidators } from '../contract/validators.ts';
import { createFeeEngine } from '../engine/index.ts';
import { createMemoryLedger } from '../ledger/memory.ts';
import { loadFitting } from './fitting.ts';
import type { Context } from './handler.ts';
import type { InjectedAnswer, InjectedRequest } from './inject.ts';
import { createLines } from './lines.ts';
import { MockError, toStartError } from './mock-error.ts';
import type { MockOptions, StartOptions } from './options.ts';
import { lazyPrism } from './prism-loader.ts';
import { readMerchants } from './read-merchants.ts';
import { createServer, type Server } from './server.ts';
import { mintToken } from './tokens.ts';

export interface Mock extends AsyncDisposable {
  /** The names of its merchants; the first is the default one. */
  readonly merchants: readonly string[];
  /**
   * A token of the merchant, or of the default one.
   *
   * @throws MockError `unknown-merchant`
   */
  readonly token: (merchant?: string) => string;
  /** Asks in this process, without a port. */
  readonly inject: (request: InjectedRequest) => Promise<InjectedAnswer>;
  readonly close: () => Promise<void>;
}

export interface RunningMock extends Mock {
  /** Such as `http://127.0.0.1:4010`. */
  readonly url: string;
}

/**
 * Makes a mock that no port leads to.
 *
 * @throws MockError `merchants-unreadable`, `unknown-defect`
 */
export async function createMock(options: MockOptions = {}): Promise<Mock> {
  const { mock } = await assemble(options);

  return mock;
}

/**
 * Makes a mock and has it listen.
 *
 * @throws MockError as `createMock` does, and `address-in-use`, `address-unavailable`
 */
export async function startMock(options: StartOptions = {}): Promise<RunningMock> {
  const { port = 0, host = '127.0.0.1' } = options;
  const { mock, server } = await assemble(options);
  const url = await server.listen(port, host).catch((cause: unknown) => {
    throw toStartError(cause, port, host);
  });

  return { ...mock, url };
}

async function assemble(options: MockOptions): Promise<{ readonly mock: Mock; readonly server: Server }> {
  const [first, ...others] = readMerchants(options.merchants);
  const fitting = await loadFitting(options.defects ?? []);
  const ledger = fitting.ledger(options.ledger ?? createMemoryLedger());
  const contextOf = (merchant: typeof first): Context => ({
    merchant,
    engine: createFeeEngine(merchant),
    ledger,
  });
  const lines = createLines({
    validators: compileValidators(readContract()),
    contexts: [contextOf(first), ...others.map(contextOf)],
    prism: lazyPrism(),
    static: options.static ?? false,
    fitting,
  });
  const server = createServer(lines, options.onBug ?? (() => {}));
  const names = [first, ...others].map(({ name }) => name);
  const tokens = new Map(
    await Promise.all(names.map(async (name) => [name, await mintToken(name)] as const)),
  );

  return {
    server,
    mock: {
      merchants: names,
      token(merchant = first.name) {
        const token = tokens.get(merchant);
        if (token !== undefined) return token;
        throw new MockError(
          'unknown-merchant',
          `merchant: expected one of ${names.join(', ')}, got ${merchant}`,
        );
      },
      inject: server.inject,
      close: server.close,
      [Symbol.asyncDispose]: server.close,
    },
  };
}
