/** Runs the client once against a new mock, which the caller hands in, and collects its exchanges. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Choices } from '../../src/contract/choices.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Call } from '../../src/exchange/call.ts';
import type { ClientObserver, ObserveClient, ObservedWorld } from '../../src/exchange/client-observer.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { callsOf } from '../rule/client-calls.ts';
import type { ClientRunResult } from '../rule/client-rule.ts';

/** How a mock differs from its default: options of `startMock` of `tollgate`. */
export interface MockSettings {
  readonly choices: Choices;
  /** Each with its conditions, such as `path=/v1/ch, times=1: status=503`. */
  readonly faults: readonly string[];
  /** The seed of the mock, a 32-bit number. */
  readonly faultSeed: number;
  /** Creates the observer of every exchange. */
  readonly observeClient: ObserveClient;
}

/** A new mock, without a transaction, for one run. */
export interface ClientMock {
  readonly url: string;
  /** An access token of this merchant, or of the default one. */
  readonly token: (merchant?: string) => string;
  readonly close: () => unknown;
}

export type StartMock = (settings: MockSettings) => Promise<ClientMock>;

/** The choices and faults of a run. */
export type Variation = Pick<MockSettings, 'choices' | 'faults'>;

export const NO_VARIATION: Variation = { choices: {}, faults: [] };

export function joinVariations(variations: readonly Variation[]): Variation {
  return {
    choices: Object.assign({}, ...variations.map(({ choices }) => choices)),
    faults: variations.flatMap(({ faults }) => faults),
  };
}

/** A variation as the command line of the mock takes it, such as `--choose stxid-form=long`. */
export function toMockOptions({ choices, faults }: Variation): string {
  return [
    ...Object.entries(choices).map(([name, option]) => `--choose ${name}=${option}`),
    ...faults.map((fault) => `--fault '${fault}'`),
  ].join(' ');
}

/** What a client needs to call the mock. */
export interface RunContext {
  readonly url: string;
  /** Of the default merchant. */
  readonly token: string;
  readonly tokenOf: (merchant: string) => string;
  /** From 1 to the number of runs side by side, so that each can have a port, a file or a database of its own. */
  readonly job: number;
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

/** Where an exchange took place. */
interface Origin {
  /** The worlds of the mock count from 0 on. */
  readonly world: number;
  /** Whether its merchant has several processors; undefined for an unknown one. */
  readonly several: boolean | undefined;
}

export interface ClientRun extends ClientRunResult, Pick<CommandResult, 'exitCode'> {
  /** In the order of their responses. */
  readonly exchanges: readonly Exchange[];
  /** Of each exchange. */
  readonly origins: readonly Origin[];
  /** In the order in which they were sent. */
  readonly calls: readonly Call[];
  /** Exchanges that were too many to keep. */
  readonly dropped: number;
}

/** The runs after the baseline. */
export interface Runs {
  readonly selects: (id: ClientRuleId) => boolean;
  readonly baseline: ClientRun;
  /** The time limit of a run without responses, in milliseconds. */
  readonly silentLimit: number;
  readonly run: (name: RunName, options?: JudgedRun) => Promise<ClientRun>;
  /** The command that starts such a mock. */
  readonly replayOf: (variation: Variation) => string;
}

export interface JudgedRun {
  /** Whether the run counts although others took place beside it; by default if it passed. */
  readonly isTrusted?: (run: ClientRun) => boolean;
  /** Whether rules judge its single exchanges, too. */
  readonly isObserved?: boolean;
}

/** What is run. */
export interface RunName {
  /** Such as `tolerance`. */
  readonly what: string;
  readonly variation: Variation;
  /** Whether it lasts as long as the client waits for a response. */
  readonly isLong?: boolean | undefined;
}

export interface PlannedRun extends RunName {
  /** In milliseconds. */
  readonly timeLimit: number;
  /** Whether the run ends with this exchange, since the client repeats one request without an end. */
  readonly isEndless?: ((exchange: Exchange) => boolean) | undefined;
}

export interface RunOptions extends Pick<PlannedRun, 'isEndless'> {
  readonly startMock: StartMock;
  readonly run: RunClient;
  readonly seed: number;
  /** In milliseconds. */
  readonly timeLimit: number;
  readonly signal: AbortSignal | undefined;
  /** How long a client may take to end after its signal, in milliseconds; five seconds by default. */
  readonly grace?: number;
  /** As in `RunContext`; 1 by default. */
  readonly job?: number;
}

/** Where the runs of a check come from: the client, or a recording. */
export interface RunSource {
  /** Says which runs follow most likely, in this order. */
  readonly expect?: (runs: readonly PlannedRun[]) => void;
  readonly run: (run: PlannedRun, isTrusted: (run: ClientRun) => boolean) => Promise<ClientRun>;
}

/** Exchanges of one run that are kept. */
const MOST_EXCHANGES = 10_000;

/** In milliseconds. */
const GRACE = 5_000;

/** Runs the client once, against a new mock. */
export async function runClient(variation: Variation, options: RunOptions): Promise<ClientRun> {
  const { startMock, run, seed, timeLimit, signal, isEndless, job = 1, grace = GRACE } = options;
  const exchanges: Exchange[] = [];
  const origins: Origin[] = [];
  let [dropped, worlds] = [0, 0];
  let isOver = false;
  const limit = new AbortController();
  const attempts = new AbortController();
  const observeClient = ({ hasSeveralProcessors }: ObservedWorld): ClientObserver => {
    const world = worlds++;

    return {
      observe(exchange) {
        if (isOver) return [];
        if (exchanges.length < MOST_EXCHANGES) {
          exchanges.push(exchange);
          origins.push({ world, several: hasSeveralProcessors(exchange.merchant) });
        } else dropped += 1;
        if (isEndless?.(exchange)) attempts.abort();

        return [];
      },
      report: () => ({}),
    };
  };
  const mock = await startMock({ ...variation, faultSeed: seed, observeClient });
  const timer = setTimeout(() => limit.abort(), timeLimit);
  const ending = AbortSignal.any([limit.signal, attempts.signal, ...(signal === undefined ? [] : [signal])]);
  const startedAt = performance.now();
  const { url, token } = mock;
  const context: RunContext = { url, token: token(), tokenOf: token, job, signal: ending };
  try {
    const result = await Promise.race([settle(run, context), abandoned(ending, grace)]);
    const endedAt = performance.now();
    isOver = true;
    const kept = {
      ...{ exchanges, origins, calls: callsOf(exchanges), dropped, startedAt, endedAt },
      output: result.output ?? '',
    };
    if (signal?.aborted) return { ...kept, passed: false, ending: 'interrupted', reason: 'was interrupted' };
    if (attempts.signal.aborted)
      return { ...kept, passed: false, ending: 'attempts', reason: 'sent one request without an end' };
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
