/** The fee call of the benchmarks, servers that answer it, and how fast and in how much memory they do. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createHistogram, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon, { type Result } from 'autocannon';
import { HERE, type Running, start } from '../build/processes.ts';
import { mintToken } from '../src/mock/index.ts';
import { findFreePort } from '../test/free-port.ts';

/** How long one answer and a server's first answer may take, in milliseconds. */
const PATIENCE = { answer: 5_000, start: 60_000 };

/** The pause between two attempts to connect, and so the precision of the start time. In milliseconds. */
const PAUSE = 2;

export const CONNECTIONS = 32;

export const STAND_IN = fileURLToPath(import.meta.resolve('./stand-in.ts'));

export interface FeeCall {
  readonly method: 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The minimal example of the contract. */
export async function createFeeCall(): Promise<FeeCall> {
  return {
    method: 'POST',
    path: '/v1/ch',
    headers: {
      authorization: `Bearer ${await mintToken()}`,
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
    },
    body: '{"region":"85004","nicn":"424242","amount":100.00}',
  };
}

/** Whether this is the body of an accepted fee call (document 4.1). */
export function isFee(text: string): boolean {
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== 'object' || answer === null) return false;
  const { transactionFee, sTxId, message } = answer as Readonly<Record<string, unknown>>;

  return typeof transactionFee === 'number' && typeof sTxId === 'string' && message === 'ok';
}

/** Sends the call once, on a connection of its own. @throws where no answer comes */
export function ask(port: number, { method, path, headers, body }: FeeCall) {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const timeout = PATIENCE.answer;
    const options = { host: '127.0.0.1', port, method, path, headers, agent: false, timeout };
    const asked = request(options, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString('utf8');
      resolve({ status: response.statusCode ?? 0, text });
    });
    asked.once('timeout', () => asked.destroy(new Error(`no answer within ${timeout} ms`)));
    asked.once('error', reject);
    asked.end(body);
  });
}

/** A running server. Disposing of it ends the process. */
export interface Serving extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** From the start of the process to the first fee. */
  readonly milliseconds: number;
}

/** What runs `tollgate` with these arguments. */
export function tollgate(...args: readonly string[]): readonly string[] {
  return [process.execPath, 'cli/tollgate.js', ...args];
}

/**
 * Starts a server on a free port and waits for its first fee.
 *
 * @throws where the process ends, answers without a fee, or does not listen in time
 */
export async function serve(
  call: FeeCall,
  commandFor: (port: number) => readonly string[],
): Promise<Serving> {
  const port = await findFreePort();
  const command = commandFor(port);
  const from = performance.now();
  const child = start(HERE, command);
  try {
    await expectFee(port, call, child);

    return {
      ...{ port, pid: child.pid!, milliseconds: performance.now() - from },
      [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
    };
  } catch (cause) {
    await child[Symbol.asyncDispose]();
    const { said } = await child.ended;
    throw new Error(`${command.join(' ')}: ${cause instanceof Error ? cause.message : cause}\n${said}`, {
      cause,
    });
  }
}

/** @throws where the first answer is no fee */
async function expectFee(port: number, call: FeeCall, child: Running): Promise<void> {
  const isOver = child.ended.then(() => true);
  for (const deadline = performance.now() + PATIENCE.start; performance.now() < deadline; ) {
    const answered = await ask(port, call).catch((error) => {
      if (error.code !== 'ECONNREFUSED') throw error;
    });
    if (answered !== undefined) {
      const { status, text } = answered;
      if (status >= 200 && status < 300 && isFee(text)) return;
      throw new Error(`expected a fee, got status ${status}: ${text.slice(0, 500)}`);
    }
    if (await Promise.race([isOver, sleep(PAUSE, false)])) throw new Error('ended before its first answer');
  }
  throw new Error(`did not listen within ${PATIENCE.start} ms`);
}

/** In bytes. */
export interface Resident {
  readonly now: number;
  /** The peak. */
  readonly most: number;
}

/** The resident memory of another process, from /proc; undefined where the system does not tell. */
export function residentOf(pid: number | undefined): Resident | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)![1]) * 1024;

    return { now: read('VmRSS'), most: read('VmHWM') };
  } catch {
    return undefined;
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

/**
 * Makes as many fee calls as a server answers, and times each.
 *
 * @param howLong ends earlier after `calls` calls @throws where any call was not answered with 2xx
 */
export async function load(
  { name, port }: { readonly name: string; readonly port: number },
  { method, path, headers, body }: FeeCall,
  howLong: { readonly seconds: number; readonly calls?: number; readonly connections?: number },
): Promise<LoadResult> {
  const { seconds, calls, connections = CONNECTIONS } = howLong;
  const microseconds = createHistogram();
  const before = performance.eventLoopUtilization();
  const result = await new Promise<Result>((resolve, reject) => {
    const options = {
      ...{ url: `http://127.0.0.1:${port}${path}`, method, headers: { ...headers }, body },
      ...{ connections, pipelining: 1, duration: seconds },
      ...(calls === undefined ? {} : { maxOverallRequests: calls }),
    };
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
