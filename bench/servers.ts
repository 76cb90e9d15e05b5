/** Servers that answer the fee call, and how fast they do. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { createHistogram, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon, { type Result } from 'autocannon';
import { ask, FEE, feeCall } from '../build/package/commands.ts';
import { HERE, start } from '../build/processes.ts';
import { mintToken } from '../src/mock/index.ts';
import { findFreePort } from '../test/deployments/listen.ts';

/** How long a server's first answer may take, and the pause between two attempts, in milliseconds. */
const [PATIENCE, PAUSE] = [60_000, 2];

export const CONNECTIONS = 32;

export const STAND_IN = fileURLToPath(import.meta.resolve('./stand-in.ts'));

/** What runs `tollgate` with these arguments. */
export function tollgate(...args: readonly string[]): readonly string[] {
  return [process.execPath, 'cli/tollgate.js', ...args];
}

/** A running server. Disposing of it ends the process. */
export interface Serving extends AsyncDisposable {
  readonly name: string;
  readonly port: number;
  /** From the start of the process to the first fee. */
  readonly milliseconds: number;
}

/**
 * Starts a server on a free port and waits for its first fee.
 *
 * @throws where the process ends, answers without a fee, or does not listen in time
 */
export async function serve(name: string, commandFor: (port: number) => readonly string[]): Promise<Serving> {
  const port = await findFreePort();
  const from = performance.now();
  const child = start(HERE, commandFor(port));
  const isOver = child.ended.then(() => true);
  try {
    while (!(await isListening(port))) {
      if (performance.now() - from > PATIENCE) throw new Error(`did not listen within ${PATIENCE} ms`);
      if (await Promise.race([isOver, sleep(PAUSE, false)])) throw new Error('ended before its first answer');
    }
    const { transactionFee } = await ask(`http://127.0.0.1:${port}`, mintToken());
    if (typeof transactionFee !== 'number') throw new Error(`expected a fee, got ${transactionFee}`);

    return {
      ...{ name, port, milliseconds: performance.now() - from },
      [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
    };
  } catch (cause) {
    await child[Symbol.asyncDispose]();
    const { said } = await child.ended;
    throw new Error(`${name}: ${cause instanceof Error ? cause.message : cause}\n${said}`, { cause });
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');

    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export interface LoadResult {
  /** How many were answered. */
  readonly calls: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The share of the time that the caller was busy. Near 1, the caller limits the rate, not the server. */
  readonly callerBusy: number;
}

/** Makes as many fee calls as a server answers, and times each. @throws where any was not answered with 2xx */
export async function load(
  { name, port }: Pick<Serving, 'name' | 'port'>,
  duration: number,
  connections = CONNECTIONS,
): Promise<LoadResult> {
  const microseconds = createHistogram();
  const before = performance.eventLoopUtilization();
  const result = await new Promise<Result>((resolve, reject) => {
    const options = { url: `http://127.0.0.1:${port}${FEE}`, ...feeCall(mintToken()), connections, duration };
    autocannon(options, (error: unknown, done) => (error ? reject(error) : resolve(done))).on(
      'response',
      // autocannon's own histogram has whole milliseconds only.
      (_client, _status, _bytes, milliseconds) => microseconds.record(Math.ceil(milliseconds * 1000)),
    );
  });
  expectAnswers(name, result);

  return {
    calls: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    p50: microseconds.percentile(50) / 1000,
    p99: microseconds.percentile(99) / 1000,
    callerBusy: performance.eventLoopUtilization(before).utilization,
  };
}

export type Answers = Pick<Result, '2xx' | 'non2xx' | 'errors' | 'timeouts'>;

/** @throws where any call was refused or failed, since the rate of refusals means nothing */
export function expectAnswers(server: string, { '2xx': answered, non2xx, errors, timeouts }: Answers): void {
  if (answered > 0 && non2xx === 0 && errors === 0 && timeouts === 0) return;
  throw new Error(
    `${server}: expected every call to be answered with 2xx, got ${answered} such, ${non2xx} others, ${errors} errors, ${timeouts} of them timeouts`,
  );
}
