/** Starts a server on a free port and waits for its first fee. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { askFee, type FeeCall } from './fee-call.ts';
import type { Child, Processes } from './processes.ts';

/** Between two looks at whether it listens; with that the time until the first fee is known. In milliseconds. */
const PAUSE = 2;

/** In milliseconds. */
const PATIENCE = 60_000;

/** How a server is started. */
export interface Command {
  /** Node, where nothing is said. */
  readonly program?: string;
  readonly args: readonly string[];
}

/** Disposing of it ends the process. */
export interface Serving extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** The text that the first fee call was answered with. */
  readonly answer: string;
  /** From the start of the process to that answer. */
  readonly milliseconds: number;
}

/**
 * @param longest how long it may live, in milliseconds, where that is not what other processes may
 * @throws where the process ends, answers with no fee, or does not listen in time
 */
export async function serve(
  processes: Processes,
  call: FeeCall,
  commandFor: (port: number) => Command,
  longest?: number,
): Promise<Serving> {
  const port = await findFreePort();
  const { program, args } = commandFor(port);
  const from = performance.now();
  const child = processes.start(args, { program, out: 'dropped', longest });

  try {
    const answer = await firstFee(port, call, child);
    const milliseconds = performance.now() - from;
    if (child.pid === undefined) throw new Error('has no process');
    return {
      port,
      pid: child.pid,
      answer,
      milliseconds,
      [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
    };
  } catch (cause) {
    await child[Symbol.asyncDispose]();
    const { problem } = await child.ended;
    throw new Error(`${program ?? 'node'} ${args.join(' ')}: ${messageOf(cause)}\n${problem}`, { cause });
  }
}

async function firstFee(port: number, call: FeeCall, child: Child): Promise<string> {
  const deadline = performance.now() + PATIENCE;
  const isOver = child.ended.then(() => true);

  while (performance.now() < deadline) {
    try {
      return await askFee(port, call);
    } catch (error) {
      if (!isRefusedConnection(error)) throw error;
    }
    if (await Promise.race([isOver, sleep(PAUSE, false)])) throw new Error('ended before its first answer');
  }
  throw new Error(`did not listen within ${PATIENCE} ms`);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('expected a port of 127.0.0.1, got none');
}

function isRefusedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
