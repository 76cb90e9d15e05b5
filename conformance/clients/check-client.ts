/** Judges a client: runs it against mocks that behave as the document allows, and reports what it sends. */
import { randomInt } from 'node:crypto';
import { CLIENT_RULE_IDS } from '../../src/contract/client-rule-ids.ts';
import { maskAddresses } from '../../src/text/mask.ts';
import { quoteWord } from '../../src/text/shell.ts';
import { clientDigests, withEvidence } from '../evidence/digests.ts';
import { recordClient } from '../evidence/record-client.ts';
import type { RecordOptions } from '../evidence/record-run.ts';
import { headOf } from '../evidence/recording.ts';
import type { Report } from '../report/report.ts';
import { toClientReport } from '../report/to-client-report.ts';
import { mustSelection } from '../rule/selection.ts';
import { type CountingOptions, describeRun } from '../verdict/counting.ts';
import { profileOf } from '../verdict/profile.ts';
import { createRunsAhead } from './run-ahead.ts';
import { type RunOptions, type RunSource, runClient, toMockOptions } from './run-client.ts';
import { type CheckResult, type PlanOptions, runPlan } from './run-plan.ts';

export interface CheckClientOptions
  extends CountingOptions,
    Pick<RunOptions, 'startMock' | 'run'>,
    Partial<Omit<PlanOptions, 'source' | 'replayOf' | 'effort' | 'like'>> {
  readonly effort?: PlanOptions['effort'] | undefined;
  readonly like?: PlanOptions['like'] | undefined;
  /** The seed of the mock, a 32-bit number. */
  readonly seed?: number | undefined;
  /** How many runs may take place side by side; 1 by default. More suit a client whose runs share no port, file or database. */
  readonly jobs?: number | undefined;
  /** Ends the check early. The report has what was judged by then. */
  readonly signal?: AbortSignal | undefined;
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
    start: ({ variation, timeLimit, isEndless }, job, ending) =>
      runClient(variation, { startMock, run, seed, timeLimit, isEndless, job, signal: ending }),
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
  const { effort = 'standard', like = {}, selects = () => true, timeLimit, onRun } = given;
  const { command = 'tollgate', mockArguments = [], waivers = [] } = given;
  const check = await runPlan({
    ...{ source, effort, selects, like, timeLimit, onRun },
    replayOf({ choices, faults }) {
      const varied = toMockOptions({ choices: { ...like, ...choices }, faults });

      return [command, 'mock', ...mockArguments.map(quoteWord), ...(varied === '' ? [] : [varied])].join(' ');
    },
  });
  if (!check.baseline.passed) given.onBaselineFailure?.(check.baseline.output);

  const { results, durationMs, requests, deliberate, wasInterrupted } = check;
  const inconclusive = check.inconclusive ?? whyUntried(check, given.must ?? [], effort);

  return toClientReport(
    results,
    {
      ...{ target: given.target ?? 'client', address: MOCK_ADDRESS, requests, choices: like },
      ...{ digests: clientDigests(waivers), deliberate, inconclusive, wasInterrupted },
      ...{ coverage: check.coverage, choicesMet: check.choicesMet },
    },
    describeRun('client', { ...given, effort }, durationMs),
  );
}

/** A pass says nothing about rules that count and were not tried: undefined where each pattern has one that was. */
function whyUntried(
  { results, wasInterrupted }: CheckResult,
  must: readonly string[],
  effort: string,
): string | undefined {
  const untried = must.filter((pattern) => {
    const counts = mustSelection([pattern], 'clients');
    const causes = results.flatMap(({ id, outcome }) =>
      counts?.(id) ? [outcome.kind === 'skipped' ? outcome.cause : 'tried'] : [],
    );

    return (
      causes.includes('effort') && causes.every((cause) => cause === 'effort' || cause === 'not-selected')
    );
  });
  if (untried.length === 0 || wasInterrupted) return undefined;
  const options = untried.map((pattern) => `--must ${quoteWord(pattern)}`).join(' ');

  return `The effort ${effort} tries none of the rules of ${options}: take the effort standard, or leave the option out.`;
}

/** The options as a recording holds them. */
function toClientHead(given: GivenCheck) {
  const { like = {}, selects = () => true, timeLimit, command = 'tollgate', mockArguments = [] } = given;
  const target = maskAddresses(given.target ?? 'client');
  const selected = CLIENT_RULE_IDS.filter(selects);

  return {
    kind: 'check-client',
    ...headOf(given),
    selected,
    target,
    like,
    timeLimit,
    command,
    mockArguments,
  };
}
