/** The suite's public entry: one call judges a deployment and returns a report. */
import '../src/contract/expect-node.ts';
import { randomInt } from 'node:crypto';
import { DeploymentError } from './deployment/deployment.ts';
import { obtainTokens } from './deployment/token-command.ts';
import { withEvidence } from './evidence/digests.ts';
import { recordRun } from './evidence/record-run.ts';
import { openWorld } from './evidence/world.ts';
import { type ConformOptions, judgeDeployment, toRunHead } from './judge-deployment.ts';
import type { Report } from './report/report.ts';
import { neverInterrupted } from './rule/interruption.ts';
import { createStamps } from './rule/mtxids.ts';
import { openDeployment } from './runner/client/renewing-transport.ts';
import { profileOf } from './verdict/profile.ts';

export { checkClient } from './clients/check-client.ts';
export type { CheckClientOptions } from './clients/judge-client.ts';
export type {
  ClientMock,
  CommandResult,
  MockSettings,
  RunClient,
  RunContext,
  StartMock,
} from './clients/run-client.ts';
export type { ConnectionOptions as Reach, Deployment } from './deployment/deployment.ts';
export { readDeployment, readDeploymentFile } from './deployment/read-deployment.ts';
export type { RecordOptions } from './evidence/record-run.ts';
export { WaiverError as AgreementError } from './report/read-report.ts';
export type {
  EffortName,
  Report,
  ReportKind,
  ReportRule,
  TrafficReport,
  TrafficSide,
  Verdict,
} from './report/report.ts';
export { REPORTERS } from './report/reporters.ts';
export { clientSelection, SelectionError, selection } from './rule/selection.ts';
export { RULES } from './rules/index.gen.ts';
export { type Found, type Survey, type SurveyOptions, survey } from './runner/survey.ts';
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
  readWaiverFile,
  readWaivers,
  type Waiver,
} from './verdict/read-accepted.ts';
export { type ConformOptions, DeploymentError };

/**
 * Judges a deployment (all sections). Resolves to a report whatever the deployment does.
 *
 * @throws DeploymentError if the options have none; SelectionError if a pattern of `must` matches no rule; ProfileError if
 *   there is no such profile, another option changes what counts in it, or the deployment lacks what it needs;
 *   HarWriteError if a recording exists or cannot be created
 */
export async function conform(options: ConformOptions): Promise<Report> {
  const { seed = randomInt(2 ** 31), signal = neverInterrupted() } = options;
  if (!(options.deployment?.url instanceof URL))
    throw new DeploymentError(
      'deployment: expected one that readDeploymentFile or readDeployment has read, got something else',
    );
  const deployment = await obtainTokens(options.deployment);
  const startedAt = new Date();
  const stamps = createStamps();
  const { effort = profileOf(options, 'service', deployment)?.effort ?? 'standard' } = options;
  const given = { ...options, deployment, effort, seed, stamps, startedAt };
  const recorder = options.record && recordRun(options.record, toRunHead(given), deployment);
  const world = openWorld(openDeployment(deployment), signal, startedAt, recorder);

  return withEvidence(options.record, recorder, () => judgeDeployment(given, world));
}
