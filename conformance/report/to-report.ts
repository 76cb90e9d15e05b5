/** Converts a run to a report: applies waivers, reaches the verdict, masks secrets, shortens long texts. */
import { dayOf } from '../../src/engine/day.ts';
import { quote } from '../../src/text/shell.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { maskStamps } from '../rule/mtxids.ts';
import type { Outcome, RuleResult } from '../runner/outcome.ts';
import type { RunResult } from '../runner/run.ts';
import { type Conclusion, reachVerdict } from '../verdict/verdict.ts';
import { applyWaivers, type Suppression, type WaiverResult } from '../verdict/waivers/apply-waivers.ts';
import type { Baseline } from '../verdict/waivers/baseline.ts';
import type { Waiver } from '../verdict/waivers/waiver-file.ts';
import { shortenCounterexample, shortenSentence, toReportCounterexample } from './counterexample.ts';
import { createReportRedactor, type ReportRedactor } from './redact.ts';
import type { Compared, Report, ReportCounterexample, ReportRule } from './report.ts';

export interface ReportContext {
  readonly deployment: Deployment;
  readonly toolVersion: string;
  readonly contract: Report['contract'];
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly seed: number;
  readonly effort: Report['effort'];
  readonly strict: boolean;
  readonly invocation: Invocation;
  readonly waivers?: readonly Waiver[];
  readonly baseline?: Baseline | undefined;
}

/** How the suite was called, for the replay commands of the report. */
export interface Invocation {
  /** Such as `tollgate`. */
  readonly command: string;
  /** The path of the JSON report; replay commands name `REPORT.json` if there is none. */
  readonly reportPath: string | undefined;
  readonly deploymentPath: string | undefined;
  /** The given options on certificates, such as `--ca FILE`. */
  readonly reaching?: readonly string[];
}

export function toReport(run: RunResult, context: ReportContext): Report {
  const { deployment, startedAt, seed, effort, strict, waivers = [], baseline } = context;
  const { inconclusive, wasInterrupted } = run;
  const applied = applyWaivers(run.results, { waivers, baseline, today: dayOf(startedAt), effort });
  const conclusion = reachVerdict(applied, { strict, inconclusive, wasInterrupted });
  const redact = createReportRedactor(deployment);

  const report = redact.maskCredentials<Report>({
    schema: 1,
    tool: { name: 'tollgate', version: context.toolVersion },
    contract: context.contract,
    subject: 'service',
    target: deployment.url.href,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(context.durationMs),
    seed,
    effort,
    strict,
    verdict: conclusion.verdict,
    exitCode: conclusion.exitCode,
    summary: summaryOf(run, conclusion, deployment),
    ...(wasInterrupted ? { interrupted: true } : {}),
    requests: run.requests,
    ...(run.latencies === undefined ? {} : { latencies: run.latencies }),
    counts: countOutcomes(applied.results),
    choices: run.choices,
    rules: applied.results.map((result) => toReportRule(result, applied, context)),
    ...toOutOfDate(applied),
    ...(baseline === undefined ? {} : { baseline: toCompared(baseline, applied) }),
  });
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

function countOutcomes(results: readonly RuleResult[]): Report['counts'] {
  const counts = { pass: 0, fail: 0, unstable: 0, blocked: 0, skipped: 0, observed: 0, broken: 0 };
  for (const { outcome } of results) counts[outcome.kind]++;

  return counts;
}

function toReportRule(
  { outcome, merchant: _, held: __, ...rest }: RuleResult,
  { suppressions, failures }: WaiverResult,
  { deployment, invocation }: ReportContext,
): ReportRule {
  const suppression = suppressions.get(rest.id);
  const rule = {
    ...rest,
    outcome: outcome.kind,
    reason: reasonOf(outcome) + blockReason(suppression),
    ...toSuppression(suppression),
  };
  if (outcome.kind !== 'fail' && outcome.kind !== 'unstable') return rule;
  const [first, ...others] = failures.get(rule.id) ?? [];
  const otherFailures = others.map(({ failure, shape, suppression }) => ({
    shape,
    outcome: failure.kind,
    reason: reasonOf(failure),
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

function reasonOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'pass':
      return outcome.omitted ?? '';
    case 'fail':
    case 'unstable': {
      const { expected, got, transcript } = outcome.counterexample;
      const often = outcome.kind === 'fail' ? outcome.often : outcome;
      const frequency = often === undefined ? '' : `${frequencyOf(often)}: `;
      const connection = transcript.connection === undefined ? '' : 'over one connection, ';

      return `${frequency}${connection}expected ${expected}, got ${got}`;
    }
    case 'blocked':
    case 'skipped':
      return outcome.why;
    case 'observed':
      return outcome.option;
    case 'broken':
      return outcome.fault;
  }
}

function frequencyOf({
  repeated,
  attempts,
}: {
  readonly repeated: number;
  readonly attempts: number;
}): string {
  return attempts === 1
    ? 'failed, and could not be repeated to confirm it'
    : `failed ${repeated} of ${attempts} times`;
}

/** A blocked rule shows its suppression only in its reason. */
function blockReason(suppression: Suppression | undefined): string {
  if (suppression?.by === undefined) return '';

  return suppression.kind === 'waived'
    ? `; ${suppression.by} is waived until ${suppression.waiver.until}: ${suppression.waiver.reason}`
    : `; ${suppression.by} is known from the baseline`;
}

function toSuppression(suppression: Suppression | undefined): Pick<ReportRule, 'waived' | 'known'> {
  if (suppression === undefined) return {};
  const by = suppression.by === undefined ? {} : { by: suppression.by };
  if (suppression.kind === 'known') return { known: { since: suppression.since, ...by } };
  const { reason, until } = suppression.waiver;

  return { waived: { reason, until, ...by } };
}

function replayCommand(id: string, { url }: Deployment, invocation: Invocation): string {
  const { command, reportPath = 'REPORT.json', deploymentPath, reaching = [] } = invocation;
  const file = deploymentPath === undefined ? [] : ['--deployment', deploymentPath];
  const words = ['replay', reportPath, id, url.href, ...file, ...reaching];

  return [command, ...words.map(quoteWord)].join(' ');
}

/** Quotes only what a shell would interpret, because people read the command too. */
function quoteWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : quote(word);
}

function toOutOfDate({ outOfDate }: WaiverResult): Pick<Report, 'outOfDate'> {
  if (outOfDate.length === 0) return {};

  return {
    outOfDate: outOfDate.map(({ kind, waiver: { rule, shape, reason, until } }) => ({
      kind,
      rule,
      ...(shape === undefined ? {} : { shape }),
      reason,
      until,
    })),
  };
}

function toCompared({ target, startedAt, effort, strict }: Baseline, { fixed }: WaiverResult): Compared {
  return { target, startedAt, effort, strict, mended: fixed };
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

/** Masks what the server wrote, then shortens it: a part of a secret would not be recognised. */
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
