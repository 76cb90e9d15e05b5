/** Runs the client once against a new mock, and collects its exchanges. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Call } from '../../src/exchange/call.ts';
import type { ClientObserver, ObservedWorld } from '../../src/exchange/client-observer.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { callsOf } from '../rule/client-calls.ts';
import type { StartMock, Variation } from './client-mock.ts';

/** What a client needs to call the mock. */
export interface RunContext {
  readonly url: string;
  /** Of the default merchant. */
  readonly token: string;
  readonly tokenOf: (merchant: string) => string;
  /** Aborts at the time limit of the run, and when the whole check is interrupted. */
  readonly signal: AbortSignal;
}

/** How a client ended. */
export interface CommandResult {
  readonly passed: boolean;
  /** Of a process; absent where it has none, such as a function, or a process that a signal ended. */
  readonly exitCode?: number;
  /** Such as `ended with exit code 1`; absent where it passed. */
  readonly reason?: string;
  /** What it printed, or the beginning of it. */
  readonly output?: string;
}

/** Runs the client. It passes by resolving to nothing or to `passed: true`, and fails by throwing too. */
export type RunClient = (context: RunContext) => Promise<CommandResult | undefined> | Promise<void>;

export interface ClientRun extends Pick<CommandResult, 'passed' | 'exitCode'> {
  readonly ending: 'by-itself' | 'time-limit' | 'interrupted';
  /** Such as `ended with exit code 1`; empty where it passed. */
  readonly reason: string;
  readonly output: string;
  /** In the order of their responses. */
  readonly exchanges: readonly Exchange[];
  /** In the order in which they were sent. */
  readonly calls: readonly Call[];
  /** Exchanges that were too many to keep. */
  readonly dropped: number;
  /** On the clock of `Exchange.endedAt`. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** The runs after the baseline. */
export interface Runs {
  readonly selects: (id: ClientRuleId) => boolean;
  readonly baseline: ClientRun;
  /** Of each run, in milliseconds. */
  readonly timeLimit: number;
  /** @param isObserved whether rules judge its single exchanges, too */
  readonly run: (what: string, variation: Variation, isObserved?: boolean) => Promise<ClientRun>;
  /** The command that starts such a mock. */
  readonly replayOf: (variation: Variation) => string;
}

export interface RunOptions {
  readonly startMock: StartMock;
  readonly run: RunClient;
  readonly seed: number;
  /** In milliseconds. */
  readonly timeLimit: number;
  readonly signal: AbortSignal | undefined;
  /** How long a client may take to end after its signal, in milliseconds; five seconds by default. */
  readonly grace?: number;
  /** Creates the function that receives each kept exchange of a world. */
  readonly observe?: (world: Pick<ObservedWorld, 'hasSeveralProcessors'>) => (exchange: Exchange) => void;
  /** Records a kept exchange, with its world as a number, and returns what is judged of it. */
  readonly record?:
    | ((exchange: Exchange, world: number, several: boolean | undefined) => Exchange)
    | undefined;
}

/** Runs the client once: against a new mock, or as it was recorded. */
export type RunOnce = (
  what: string,
  variation: Variation,
  options: Pick<RunOptions, 'timeLimit' | 'observe'>,
) => Promise<ClientRun>;

/** Exchanges of one run that are kept. */
const MOST_EXCHANGES = 10_000;

/** In milliseconds. */
const GRACE = 5_000;

export async function runClient(variation: Variation, options: RunOptions): Promise<ClientRun> {
  const { startMock, run, seed, timeLimit, signal, observe, record, grace = GRACE } = options;
  const exchanges: Exchange[] = [];
  let [dropped, worlds] = [0, 0];
  let isOver = false;
  const observeClient = (world: ObservedWorld): ClientObserver => {
    const onExchange = observe?.(world);
    const number = worlds++;

    return {
      observe(observed) {
        if (isOver) return [];
        if (exchanges.length < MOST_EXCHANGES) {
          const exchange =
            record?.(observed, number, world.hasSeveralProcessors(observed.merchant)) ?? observed;
          exchanges.push(exchange);
          onExchange?.(exchange);
        } else dropped += 1;

        return [];
      },
      report: () => ({}),
    };
  };
  const mock = await startMock({ ...variation, faultSeed: seed, observeClient });
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeLimit);
  const ending = AbortSignal.any([limit.signal, ...(signal === undefined ? [] : [signal])]);
  const startedAt = performance.now();
  const context: RunContext = { url: mock.url, token: mock.token(), tokenOf: mock.token, signal: ending };
  try {
    const result = await Promise.race([settle(run, context), abandoned(ending, grace)]);
    const endedAt = performance.now();
    isOver = true;
    const kept = {
      exchanges,
      calls: callsOf(exchanges),
      dropped,
      startedAt,
      endedAt,
      output: result.output ?? '',
    };
    if (signal?.aborted) return { ...kept, passed: false, ending: 'interrupted', reason: 'was interrupted' };
    if (limit.signal.aborted) {
      const reason = `did not end within ${timeLimit / 1000} s`;

      return { ...kept, passed: false, ending: 'time-limit', reason };
    }

    const { exitCode } = result;
    if (exitCode !== undefined)
      return { ...kept, passed: exitCode === 0, exitCode, ending: 'by-itself', reason: reasonOf(exitCode) };

    return { ...kept, passed: result.passed, ending: 'by-itself', reason: result.reason ?? '' };
  } finally {
    clearTimeout(timer);
    await mock.close();
  }
}

/** Empty where it passed. */
export function reasonOf(exitCode: number): string {
  return exitCode === 0 ? '' : `ended with exit code ${exitCode}`;
}

async function settle(run: RunClient, context: RunContext): Promise<CommandResult> {
  try {
    return (await run(context)) ?? { passed: true };
  } catch (error) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);

    return { passed: false, reason: `failed with ${text.split('\n', 1)[0]}`, output: text };
  }
}

/** A client that ignores its signal is not waited for. */
async function abandoned(signal: AbortSignal, grace: number): Promise<CommandResult> {
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await pause(grace, undefined, { ref: false });

  return { passed: false };
}
