/** The suite's public entry: one call judges a deployment and returns a report. */
import { randomInt } from 'node:crypto';
import { readContract } from '../src/contract/document.ts';
import type { RuleId } from '../src/contract/rule-ids.ts';
import { type Deployment, DeploymentError } from './deployment/deployment.ts';
import { OBSERVATIONS } from './observations/index.ts';
import type { EffortName, Report } from './report/report.ts';
import { type Invocation, toReport } from './report/to-report.ts';
import { mustSelection } from './rule/selection.ts';
import { RULES } from './rules/index.ts';
import { EFFORTS, runLimits } from './runner/effort.ts';
import type { RuleResult } from './runner/outcome.ts';
import { run } from './runner/run.ts';
import type { Baseline } from './verdict/waivers/baseline.ts';
import type { Waiver } from './verdict/waivers/waiver-file.ts';

export { type CheckClientOptions, checkClient } from './clients/check-client.ts';
export type { ClientMock, MockSettings, StartMock } from './clients/client-mock.ts';
export type { CommandResult, RunClient, RunContext } from './clients/run-client.ts';
export type { ConnectionOptions as Reach } from './deployment/connection-options.ts';
export type { Deployment } from './deployment/deployment.ts';
export { readDeployment, readDeploymentFile } from './deployment/deployment-file.ts';
export type { ReportKind } from './report/kinds.ts';
export { WaiverError as AgreementError } from './report/read-report.ts';
export type { EffortName, Report, ReportRule, TrafficReport, TrafficSide, Verdict } from './report/report.ts';
export { REPORTERS } from './report/reporters.ts';
export { clientSelection, SelectionError, selection } from './rule/selection.ts';
export { RULES } from './rules/index.ts';
export { type SurveyOptions, survey } from './runner/survey/survey.ts';
export type { Found, Survey } from './runner/survey/survey-result.ts';
export {
  type CheckTrafficOptions,
  checkTraffic,
  createTrafficJudge,
  type TrafficJudge,
  type TrafficJudgeOptions,
} from './traffic/check-traffic.ts';
export { readTrafficPricing, type TrafficPricing } from './traffic/prices.ts';
export {
  type Baseline,
  readBaseline,
  readBaselineFile,
  readTrafficBaseline,
} from './verdict/waivers/baseline.ts';
export { readWaiverFile, readWaivers, type Waiver } from './verdict/waivers/waiver-file.ts';
export { DeploymentError };

export interface ConformOptions {
  readonly deployment: Deployment;
  /** The rules to judge; all by default. */
  readonly selects?: (id: RuleId) => boolean;
  /** `standard` by default. */
  readonly effort?: EffortName;
  /** A 32-bit number; the same seed against the same behaviour gives the same report. */
  readonly seed?: number;
  /**
   * The request limit, not counting throttled requests. By default that of the effort, or a larger one where the
   * deployment file gives more to judge.
   */
  readonly maxRequests?: number | undefined;
  /** Milliseconds after which the suite sends no more requests; by default that of the effort. */
  readonly maxTimeMs?: number | undefined;
  /** Counts a should rule as a must. */
  readonly strict?: boolean;
  /** Patterns of should rules that count as a must, such as `sale/*`. */
  readonly must?: readonly string[];
  /** Accepted failures: `readWaivers` reads them from a file. */
  readonly waivers?: readonly Waiver[];
  /** The report of an earlier run, whose failures do not count: `readBaseline` reads one. */
  readonly baseline?: Baseline | undefined;
  /** Ends the run early. The report has the rules that were judged by then; the others are not tested. */
  readonly signal?: AbortSignal | undefined;
  readonly toolVersion?: string;
  /** How the suite was called, for the commands that the report prints. */
  readonly invocation?: Invocation;
  /** Called for every rule when it was judged or skipped, with the number of requests so far. */
  readonly onJudged?: (result: RuleResult, requests: number) => void;
}

/**
 * Judges a deployment (all sections). Resolves to a report whatever the deployment does.
 *
 * @throws DeploymentError if the options have none; SelectionError if a pattern of `must` matches no rule
 */
export async function conform(options: ConformOptions): Promise<Report> {
  const {
    deployment,
    selects = () => true,
    effort = 'standard',
    seed = randomInt(2 ** 31),
    strict = false,
    must = [],
  } = options;
  if (!(deployment?.url instanceof URL))
    throw new DeploymentError(
      'deployment: expected one that readDeploymentFile or readDeployment has read, got something else',
    );
  const { info } = readContract();
  const startedAt = new Date();
  const started = performance.now();
  const result = await run({
    deployment,
    rules: RULES,
    observations: OBSERVATIONS,
    selects,
    effort: EFFORTS[effort],
    seed,
    ...runLimits(EFFORTS[effort], deployment, {
      maxRequests: options.maxRequests,
      maxTime: options.maxTimeMs,
      strict,
    }),
    goesOn: (id) => isAgreed(id, options),
    signal: options.signal,
    ...(options.onJudged === undefined ? {} : { onJudged: options.onJudged }),
  });

  return toReport(result, {
    deployment,
    toolVersion: options.toolVersion ?? '0.0.0',
    contract: { title: info.title, version: info.version },
    startedAt,
    durationMs: performance.now() - started,
    seed,
    effort,
    strict,
    must: mustSelection(must, 'services'),
    waivers: options.waivers ?? [],
    baseline: options.baseline,
    invocation: options.invocation ?? {
      command: 'tollgate',
      reportPath: undefined,
      deploymentPath: undefined,
    },
  });
}

/** Whether failures of the rule may be accepted: the run then looks for further ones. */
function isAgreed(id: RuleId, { waivers = [], baseline }: ConformOptions): boolean {
  const isKnown = baseline?.rules.some((rule) => rule.id === id && rule.counterexample !== undefined);

  return isKnown === true || waivers.some(({ rule }) => rule === id);
}
