/** Judges a client: runs it against mocks that behave as the document allows, and reports what it sends. */
import { randomInt } from 'node:crypto';
import type { Choices } from '../../src/contract/choices.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import { readContract } from '../../src/contract/document.ts';
import { quoteWord } from '../../src/text/shell.ts';
import type { EffortName, Report } from '../report/report.ts';
import { toClientReport } from '../report/to-client-report.ts';
import { mustSelection } from '../rule/selection.ts';
import type { Baseline } from '../verdict/waivers/baseline.ts';
import type { Waiver } from '../verdict/waivers/waiver-file.ts';
import { type StartMock, toMockOptions } from './client-mock.ts';
import type { RunClient } from './run-client.ts';
import { runPlan } from './run-plan.ts';

export interface CheckClientOptions {
  /** Starts a new mock for each run: `startMock` of `tollgate`. */
  readonly startMock: StartMock;
  /** Runs the client once; it passes by resolving, and fails by throwing. */
  readonly run: RunClient;
  /** `standard` by default: quick is a baseline and one tolerance run, deep tries every option alone. */
  readonly effort?: EffortName;
  /** The seed of the mock, a 32-bit number. */
  readonly seed?: number;
  /** Which rules to judge; all by default. */
  readonly selects?: (id: ClientRuleId) => boolean;
  /** What the mock chooses in every run, such as the choices that a report observed of a deployment. */
  readonly like?: Choices;
  /** The time limit of each run in milliseconds. By default ten minutes for the first, then three times its duration. */
  readonly timeLimit?: number | undefined;
  /** Counts a `should` as a `must`. */
  readonly strict?: boolean;
  /** Patterns of should rules that count as a must, such as `client-flow/*`. */
  readonly must?: readonly string[];
  /** Accepted failures: `readWaivers` reads them from a file. */
  readonly waivers?: readonly Waiver[];
  /** The report of an earlier check, whose failures do not count. */
  readonly baseline?: Baseline | undefined;
  /** Ends the check early. The report has what was judged by then. */
  readonly signal?: AbortSignal | undefined;
  readonly toolVersion?: string;
  /** The name of the client in the report, such as its command. */
  readonly target?: string;
  /** The command of tollgate, for the commands that the report prints. */
  readonly command?: string;
  /** The arguments with which `tollgate mock` has the merchants of these mocks, for the commands that the report prints. */
  readonly mockArguments?: readonly string[];
  /** Called before each run, with its number and its kind. */
  readonly onRun?: (run: number, what: string) => void;
  /** Called after the baseline run where it failed, with what the client printed. */
  readonly onBaselineFailure?: (output: string) => void;
}

/** Where `tollgate mock` listens, which the report names to reproduce a failure. */
const MOCK_ADDRESS = 'http://127.0.0.1:4010';

/**
 * Judges a client (all sections). Resolves to a report whatever the client does.
 *
 * @throws SelectionError if a pattern of `must` matches no rule on clients
 */
export async function checkClient(options: CheckClientOptions): Promise<Report> {
  const { effort = 'standard', seed = randomInt(2 ** 31), strict = false, command = 'tollgate' } = options;
  const { selects = () => true, like = {}, waivers = [], baseline } = options;
  const must = mustSelection(options.must ?? [], 'clients');
  const { info } = readContract();
  const startedAt = new Date();
  const { mockArguments = [] } = options;
  const check = await runPlan({
    ...{ startMock: options.startMock, run: options.run, effort, seed, selects, like },
    ...{ timeLimit: options.timeLimit, signal: options.signal, onRun: options.onRun },
    replayOf({ choices, faults }) {
      const varied = toMockOptions({ choices: { ...like, ...choices }, faults });

      return [command, 'mock', ...mockArguments.map(quoteWord), ...(varied === '' ? [] : [varied])].join(' ');
    },
  });
  if (!check.baseline.passed) options.onBaselineFailure?.(check.baseline.output);

  return toClientReport(check.results, {
    target: options.target ?? 'client',
    address: MOCK_ADDRESS,
    toolVersion: options.toolVersion ?? '0.0.0',
    contract: { title: info.title, version: info.version },
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    seed,
    effort,
    strict,
    must,
    requests: check.requests,
    choices: like,
    deliberate: check.deliberate,
    inconclusive: check.inconclusive,
    wasInterrupted: check.wasInterrupted,
    waivers,
    baseline,
  });
}
