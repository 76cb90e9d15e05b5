/** Starts a server on a free port and waits for its first fee. */
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../test/free-port.ts';
import { askFee, type FeeCall } from './fee-call.ts';
import type { Child, Processes } from './processes.ts';

/** The pause between two attempts to connect, and so the precision of the start time. In milliseconds. */
const PAUSE = 2;

/** In milliseconds. */
const PATIENCE = 60_000;

/** The command that starts a server. */
export interface Command {
  /** Default: Node. */
  readonly program?: string;
  readonly args: readonly string[];
}

/** A running server. Disposing of it ends the process. */
export interface Serving extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** The body of the answer to the first fee call. */
  readonly answer: string;
  /** From the start of the process to that answer. */
  readonly milliseconds: number;
}

/**
 * @param longest how long it may live, in milliseconds; the default of `Processes.start` otherwise
 * @throws where the process ends, answers without a fee, or does not listen in time
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

function isRefusedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
