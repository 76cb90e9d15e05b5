/** Judges a client: runs it against mocks that behave as the document allows, and reports what it sends. */
import { randomInt } from 'node:crypto';
import { CLIENT_RULE_IDS } from '../../src/contract/client-rule-ids.ts';
import { readContract } from '../../src/contract/document.ts';
import { maskAddresses } from '../../src/text/mask.ts';
import { quoteWord } from '../../src/text/shell.ts';
import { clientDigests, withEvidence } from '../evidence/digests.ts';
import { recordClient } from '../evidence/record-client.ts';
import type { RecordOptions } from '../evidence/record-run.ts';
import type { ClientHead } from '../evidence/recording.ts';
import type { Report } from '../report/report.ts';
import { toClientReport } from '../report/to-client-report.ts';
import { mustSelection } from '../rule/selection.ts';
import { profileOf } from '../verdict/profile.ts';
import type { Baseline } from '../verdict/waivers/baseline.ts';
import type { Waiver } from '../verdict/waivers/waiver-file.ts';
import { toMockOptions } from './client-mock.ts';
import { createRunsAhead } from './run-ahead.ts';
import { type RunOptions, type RunSource, runClient } from './run-client.ts';
import { type PlanOptions, runPlan } from './run-plan.ts';

export interface CheckClientOptions
  extends Pick<RunOptions, 'startMock' | 'run'>,
    Partial<Omit<PlanOptions, 'source' | 'replayOf'>> {
  /** The seed of the mock, a 32-bit number. */
  readonly seed?: number;
  /** How many runs may take place side by side; 1 by default. More suit a client whose runs share no port, file or database. */
  readonly jobs?: number | undefined;
  /** Ends the check early. The report has what was judged by then. */
  readonly signal?: AbortSignal | undefined;
  /** Counts a `should` as a `must`. */
  readonly strict?: boolean;
  /** Patterns of should rules that count as a must, such as `client-flow/*`. */
  readonly must?: readonly string[];
  /** Accepted failures: `readWaivers` reads them from a file. */
  readonly waivers?: readonly Waiver[];
  /** The report of an earlier check, whose failures do not count. */
  readonly baseline?: Baseline | undefined;
  /** A released profile with its modules, such as `2026-11+several`, that the verdict is about. */
  readonly profile?: string | undefined;
  readonly toolVersion?: string;
  /** The name of the client in the report, such as its command. */
  readonly target?: string;
  /** The command of tollgate, for the commands that the report prints. */
  readonly command?: string;
  /** The arguments with which `tollgate mock` has the merchants of these mocks, for the commands that the report prints. */
  readonly mockArguments?: readonly string[];
  /** Records the runs, for `tollgate verify`. */
  readonly record?: RecordOptions | undefined;
  /** Called after the baseline run where it failed, with what the client printed. */
  readonly onBaselineFailure?: (output: string) => void;
}

/** Where `tollgate mock` listens, which the report names to reproduce a failure. */
const MOCK_ADDRESS = 'http://127.0.0.1:4010';

/** The options of a check, without any that a random number or the time decides. */
export interface GivenCheck
  extends Omit<CheckClientOptions, 'startMock' | 'run' | 'record' | 'signal' | 'jobs'> {
  readonly seed: number;
  readonly startedAt: Date;
}

/**
 * Judges a client (all sections). Resolves to a report whatever the client does.
 *
 * @throws SelectionError if a pattern of `must` matches no rule on clients; ProfileError if there is no such profile, or
 *   another option changes what counts in it; HarWriteError if a recording exists or cannot be created
 */
export async function checkClient(options: CheckClientOptions): Promise<Report> {
  const { seed = randomInt(2 ** 31), startMock, run, signal, record, jobs = 1 } = options;
  const { effort = profileOf(options, 'client')?.effort ?? 'standard' } = options;
  const given = { ...options, effort, seed, startedAt: new Date() };
  mustSelection(options.must ?? [], 'clients');
  const recorder = record && recordClient(record, toClientHead(given));

  const ahead = createRunsAhead({
    ...{ jobs, signal },
    start: ({ variation, timeLimit }, job, ending) =>
      runClient(variation, { startMock, run, seed, timeLimit, job, signal: ending }),
  });
  const source: RunSource = {
    ...ahead,
    async run(planned, isTrusted) {
      const done = await ahead.run(planned, isTrusted);

      return recorder?.record(planned, done) ?? done;
    },
  };
  try {
    return await withEvidence(record, recorder, () => judgeClient(given, source));
  } finally {
    await ahead.close();
  }
}

/** @param source runs the client, or takes its runs from a recording */
export async function judgeClient(given: GivenCheck, source: RunSource): Promise<Report> {
  const { effort = 'standard', seed, startedAt, like = {}, selects = () => true, timeLimit, onRun } = given;
  const { command = 'tollgate', mockArguments = [], strict = false, waivers = [], baseline } = given;
  const { info } = readContract();
  const check = await runPlan({
    ...{ source, effort, selects, like, timeLimit, onRun },
    replayOf({ choices, faults }) {
      const varied = toMockOptions({ choices: { ...like, ...choices }, faults });

      return [command, 'mock', ...mockArguments.map(quoteWord), ...(varied === '' ? [] : [varied])].join(' ');
    },
  });
  if (!check.baseline.passed) given.onBaselineFailure?.(check.baseline.output);

  return toClientReport(check.results, {
    target: given.target ?? 'client',
    address: MOCK_ADDRESS,
    toolVersion: given.toolVersion ?? '0.0.0',
    contract: { title: info.title, version: info.version },
    ...{ startedAt, durationMs: check.durationMs, requests: check.requests, choices: like },
    ...{ seed, effort, strict, must: mustSelection(given.must ?? [], 'clients'), waivers, baseline },
    ...{ profile: profileOf(given, 'client'), digests: clientDigests(waivers), deliberate: check.deliberate },
    ...{ inconclusive: check.inconclusive, wasInterrupted: check.wasInterrupted },
    ...{ coverage: check.coverage, choicesMet: check.choicesMet },
  });
}

/** The options as a recording holds them. */
function toClientHead(given: GivenCheck): ClientHead {
  const { effort = 'standard', seed, startedAt, like = {}, selects = () => true, timeLimit } = given;
  const {
    command = 'tollgate',
    mockArguments = [],
    strict = false,
    must = [],
    waivers = [],
    baseline,
  } = given;

  return {
    kind: 'check-client',
    tool: given.toolVersion ?? '0.0.0',
    startedAt: startedAt.toISOString(),
    ...{ seed, effort, strict, must, profile: given.profile, like, timeLimit, command, mockArguments },
    ...{ waivers, baseline },
    selected: CLIENT_RULE_IDS.filter(selects),
    target: maskAddresses(given.target ?? 'client'),
  };
}
