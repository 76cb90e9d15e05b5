/** Judges a client: runs it against mocks that behave as the document allows, and reports what it sends. */
import { randomInt } from 'node:crypto';
import { readContract } from '../../src/contract/document.ts';
import { quoteWord } from '../../src/text/shell.ts';
import type { Report } from '../report/report.ts';
import { toClientReport } from '../report/to-client-report.ts';
import { mustSelection } from '../rule/selection.ts';
import type { Baseline } from '../verdict/waivers/baseline.ts';
import type { Waiver } from '../verdict/waivers/waiver-file.ts';
import { toMockOptions } from './client-mock.ts';
import { type PlanOptions, runPlan } from './run-plan.ts';

export interface CheckClientOptions
  extends Pick<PlanOptions, 'startMock' | 'run'>,
    Partial<Omit<PlanOptions, 'startMock' | 'run' | 'replayOf'>> {
  /** Counts a `should` as a `must`. */
  readonly strict?: boolean;
  /** Patterns of should rules that count as a must, such as `client-flow/*`. */
  readonly must?: readonly string[];
  /** Accepted failures: `readWaivers` reads them from a file. */
  readonly waivers?: readonly Waiver[];
  /** The report of an earlier check, whose failures do not count. */
  readonly baseline?: Baseline | undefined;
  readonly toolVersion?: string;
  /** The name of the client in the report, such as its command. */
  readonly target?: string;
  /** The command of tollgate, for the commands that the report prints. */
  readonly command?: string;
  /** The arguments with which `tollgate mock` has the merchants of these mocks, for the commands that the report prints. */
  readonly mockArguments?: readonly string[];
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
  const { effort = 'standard', seed = randomInt(2 ** 31), like = {}, startMock, run } = options;
  const { selects = () => true, timeLimit, signal, onRun } = options;
  const { command = 'tollgate', mockArguments = [], strict = false, waivers = [], baseline } = options;
  const must = mustSelection(options.must ?? [], 'clients');
  const { info } = readContract();
  const startedAt = new Date();
  const check = await runPlan({
    ...{ startMock, run, effort, seed, selects, like, timeLimit, signal, onRun },
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
    ...{ startedAt, durationMs: Date.now() - startedAt.getTime(), requests: check.requests, choices: like },
    ...{ seed, effort, strict, must, waivers, baseline, deliberate: check.deliberate },
    ...{ inconclusive: check.inconclusive, wasInterrupted: check.wasInterrupted },
  });
}
