/** Converts a run to a report: applies waivers, reaches the verdict, masks secrets, shortens long texts. */
import { dayOf } from '../../src/engine/day.ts';
import { quoteWord } from '../../src/text/shell.ts';
import { capitalize } from '../../src/text/words.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { maskStamps } from '../rule/mtxids.ts';
import { blockedBy, type Failure, type Frequency, type Outcome, type RuleResult } from '../runner/outcome.ts';
import type { RunResult } from '../runner/run.ts';
import { type Conclusion, reachVerdict } from '../verdict/verdict.ts';
import { applyWaivers, type Suppression, type WaiverResult } from '../verdict/waivers/apply-waivers.ts';
import { shortenCounterexample, shortenSentence, toReportCounterexample } from './counterexample.ts';
import { createReportRedactor, type ReportRedactor } from './redact.ts';
import type { Report, ReportCounterexample, ReportRule } from './report.ts';
import { frameReport, type RunDescription, reasonOf, toCounted, toSuppression } from './report-frame.ts';

export interface ReportContext extends RunDescription {
  readonly deployment: Deployment;
  readonly invocation: Invocation;
}

/** How the suite was called, for the replay commands of the report. */
export interface Invocation {
  /** Such as `tollgate`. */
  readonly command: string;
  /** The path of the JSON report; replay commands name `REPORT.json` if there is none. */
  readonly reportPath: string | undefined;
  readonly deploymentPath: string | undefined;
  /** The given options on certificates and time limits, such as `--ca FILE`. */
  readonly reaching?: readonly string[];
}

export function toReport(run: RunResult, context: ReportContext): Report {
  const { deployment, startedAt, effort, strict, must, waivers = [], baseline } = context;
  const { inconclusive, wasInterrupted, latencies } = run;
  const applied = applyWaivers(run.results, { waivers, baseline, today: dayOf(startedAt), effort });
  const conclusion = reachVerdict(applied, { strict, must, inconclusive, wasInterrupted });
  const redact = createReportRedactor(deployment);
  const content = {
    subject: 'service' as const,
    target: deployment.url.href,
    summary: summaryOf(run, conclusion, deployment),
    ...(wasInterrupted ? { interrupted: true as const } : {}),
    requests: run.requests,
    ...(latencies === undefined ? {} : { latencies }),
    choices: run.choices,
    rules: applied.results.map((result) => toReportRule(result, applied, context)),
  };
  const report = redact.maskCredentials(frameReport(content, context, applied, conclusion));
  const masked = run.stamps === undefined ? report : maskStamps(report, run.stamps);

  return {
    ...masked,
    summary: redact.maskServerText(masked.summary),
    rules: masked.rules.map((rule) => finishRule(rule, redact)),
  };
}

function summaryOf(
  { limitReached }: RunResult,
  { verdict, summary }: Conclusion,
  { reach }: Deployment,
): string {
  const isLimited = limitReached !== undefined && verdict === 'inconclusive';

  return [
    summary,
    ...(isLimited ? [`Some rules were not judged: ${limitReached}.`] : []),
    ...(reach?.tls.insecure === true
      ? ['The certificate of the deployment was not verified (--insecure).']
      : []),
  ].join(' ');
}

function toReportRule(
  { outcome, merchant: _, held: __, ...rest }: RuleResult,
  { suppressions, failures }: WaiverResult,
  { deployment, invocation, must }: ReportContext,
): ReportRule {
  const suppression = suppressions.get(rest.id);
  const rule = {
    ...rest,
    outcome: outcome.kind,
    reason: explain(outcome, suppression),
    ...toCounted(rest, { must }),
    ...toSuppression(suppression),
  };
  if (outcome.kind !== 'fail' && outcome.kind !== 'unstable') return rule;
  const [first, ...others] = failures.get(rule.id) ?? [];
  const otherFailures = others.map(({ failure, shape, suppression }) => ({
    shape,
    outcome: failure.kind,
    reason: explainFailure(failure),
    counterexample: toReportCounterexample(failure.counterexample, deployment),
    ...toSuppression(suppression),
  }));

  return {
    ...rule,
    counterexample: toReportCounterexample(outcome.counterexample, deployment),
    ...(first === undefined ? {} : { shape: first.shape }),
    ...(otherFailures.length === 0 ? {} : { otherFailures }),
    replay: replayCommand(rule.id, deployment, invocation),
  };
}

function explain(outcome: Outcome, suppression: Suppression | undefined): string {
  if (outcome.kind === 'fail' || outcome.kind === 'unstable') return explainFailure(outcome);

  return outcome.kind === 'blocked' ? explainBlocked(outcome, suppression) : reasonOf(outcome);
}

function explainFailure(failure: Failure): string {
  const { expected, got, summary, transcript } = failure.counterexample;
  const often = failure.kind === 'fail' ? failure.often : failure;
  const frequency = often === undefined ? '' : `${describeFrequency(often)}: `;
  const connection = transcript.connection === undefined ? '' : 'over one connection, ';

  const finding = `${frequency}${connection}expected ${expected}, got ${got}`;

  return summary === undefined ? finding : `${summary}. ${capitalize(finding)}`;
}

function describeFrequency({ repeated, attempts }: Frequency): string {
  return attempts === 1
    ? 'failed, and could not be repeated to confirm it'
    : `failed ${repeated} of ${attempts} times`;
}

/** A blocked rule shows its suppression only in its reason. */
function explainBlocked({ by, why }: Blocked, suppression: Suppression | undefined): string {
  if (suppression?.by === undefined) return why;
  const accepted =
    suppression.kind === 'waived'
      ? `is waived until ${suppression.waiver.until}: ${suppression.waiver.reason}`
      : 'is known from the baseline';

  return why === blockedBy(by).why
    ? `it depends on ${suppression.by}, which ${accepted}`
    : `${why}; ${suppression.by} ${accepted}`;
}

type Blocked = Extract<Outcome, { readonly kind: 'blocked' }>;

function replayCommand(id: string, { url }: Deployment, invocation: Invocation): string {
  const { command, reportPath = 'REPORT.json', deploymentPath, reaching = [] } = invocation;
  const file = deploymentPath === undefined ? [] : ['--deployment', deploymentPath];
  const words = ['replay', reportPath, id, url.href, ...file, ...reaching];

  return [command, ...words.map(quoteWord)].join(' ');
}

function finishRule(rule: ReportRule, redact: ReportRedactor): ReportRule {
  // The reason of an observation is its option: a masked or shortened option would be another one.
  if (rule.outcome === 'observed') return rule;
  const { otherFailures } = rule;

  return {
    ...finishFailure(rule, redact),
    ...(otherFailures === undefined
      ? {}
      : { otherFailures: otherFailures.map((other) => finishFailure(other, redact)) }),
  };
}

interface Finishable {
  readonly reason: string;
  readonly shape?: string;
  readonly counterexample?: ReportCounterexample;
}

/** Masks text of the server, then shortens it: a part of a secret would not be recognised. */
function finishFailure<F extends Finishable>(failure: F, redact: ReportRedactor): F {
  const { reason, shape, counterexample } = failure;

  return {
    ...failure,
    reason: shortenSentence(redact.maskServerText(reason, counterexample)),
    ...(counterexample === undefined
      ? {}
      : { counterexample: shortenCounterexample(redact.maskCounterexample(counterexample)) }),
    ...(shape === undefined ? {} : { shape: redact.maskServerText(shape) }),
  };
}
