/** Makes the report of a run: outcomes in words, what does not count, no secrets, nothing too long. */
import { dayOf } from '../../src/engine/day.ts';
import { quote } from '../../src/text/shell.ts';
import { type Agreement, agree, asAgreed, type Excuse } from '../agreement/agree.ts';
import type { Baseline } from '../agreement/baseline.ts';
import type { Waiver } from '../agreement/waiver.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { withoutStamps } from '../fresh-mtxids.ts';
import type { Counterexample, Outcome, RuleResult } from '../run/outcome.ts';
import type { RunResult } from '../run/run.ts';
import { type Judgement, reachVerdict } from '../verdict.ts';
import { abridge } from './abridge.ts';
import { type ReportCounterexample, toReportCounterexample } from './counterexample.ts';
import { createReportRedactor, type ReportRedactor } from './redact.ts';
import type { Compared, Report, ReportRule } from './report.ts';

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

/** How the suite was called, for the commands that a report prints. */
export interface Invocation {
  /** Such as `tollgate`. */
  readonly command: string;
  /** Where the report in JSON goes; `REPORT.json` stands for it where it goes nowhere. */
  readonly reportPath: string | undefined;
  readonly deploymentPath: string | undefined;
  /** What was typed about certificates, such as `--ca FILE`. */
  readonly reaching?: readonly string[];
}

export function toReport(run: RunResult, context: ReportContext): Report {
  const { deployment, startedAt, seed, effort, strict, waivers = [], baseline } = context;
  const agreement = agree(run.results, { waivers, baseline, today: dayOf(startedAt), effort });
  const { inconclusive, wasInterrupted } = run;
  const judgement = reachVerdict(run.results, { strict, inconclusive, wasInterrupted, agreement });
  const results = asAgreed(run.results, agreement);
  const redact = createReportRedactor(deployment);

  const report = redact.value<Report>({
    schema: 1,
    tool: { name: 'tollgate', version: context.toolVersion },
    contract: context.contract,
    target: deployment.url.href,
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(context.durationMs),
    seed,
    effort,
    strict,
    verdict: judgement.verdict,
    exitCode: judgement.exitCode,
    summary: `${judgement.why}${sayLimit(run, judgement)}${deployment.reach?.tls.insecure === true ? UNVERIFIED : ''}`,
    ...(wasInterrupted ? { interrupted: true } : {}),
    requests: run.requests,
    ...(run.latencies === undefined ? {} : { latencies: run.latencies }),
    counts: countOutcomes(results),
    choices: run.choices,
    rules: results.map((result) => toReportRule(result, agreement, context)),
    ...toOutOfDate(agreement),
    ...(baseline === undefined ? {} : { baseline: toCompared(baseline, agreement) }),
  });

  const alike = run.stamps === undefined ? report : withoutStamps(report, run.stamps);

  return {
    ...alike,
    summary: redact.serverText(alike.summary),
    rules: alike.rules.map((rule) => shorten(withoutSecrets(rule, redact))),
  };
}

/** What else than credentials may be in the words of a server. The ids and titles of rules stay as they are. */
function withoutSecrets(rule: ReportRule, { serverText, answers }: ReportRedactor): ReportRule {
  const { reason, counterexample, outcome, shape, otherFailures } = rule;
  const others = otherFailures?.map((other) => ({
    ...other,
    shape: serverText(other.shape),
    reason: serverText(other.reason, other.counterexample),
    counterexample: answers(other.counterexample),
  }));

  return {
    ...rule,
    // A choice that is redacted would be another one.
    reason: outcome === 'observed' ? reason : serverText(reason, counterexample),
    ...(counterexample === undefined ? {} : { counterexample: answers(counterexample) }),
    ...(shape === undefined ? {} : { shape: serverText(shape) }),
    ...(others === undefined ? {} : { otherFailures: others }),
  };
}

/** Why rules were left open, where a limit of the run kept them from being judged. */
function sayLimit({ limitReached }: RunResult, { verdict }: Judgement): string {
  return limitReached === undefined || verdict !== 'inconclusive'
    ? ''
    : ` Not all was judged: ${limitReached}.`;
}

const UNVERIFIED = ' The certificate of the deployment was not verified (--insecure).';

/** Long answers are cut only now: a piece of a secret would not be recognised as one. */
function shorten(rule: ReportRule): ReportRule {
  const { counterexample } = rule;
  // What is observed is short already, and a choice that is cut is another one.
  const reason = rule.outcome === 'observed' ? rule.reason : cut(rule.reason);

  if (counterexample === undefined) return { ...rule, reason };
  const others = rule.otherFailures?.map((other) => ({
    ...other,
    reason: cut(other.reason),
    counterexample: shortenExample(other.counterexample),
  }));

  return {
    ...rule,
    reason,
    counterexample: shortenExample(counterexample),
    ...(others === undefined ? {} : { otherFailures: others }),
  };
}

function shortenExample(counterexample: ReportCounterexample): ReportCounterexample {
  return { ...abridge(counterexample), got: cut(counterexample.got) };
}

/** Half a character at the end would be no text to many a reader of JSON. */
function cut(text: string): string {
  return text.length > LONGEST_TEXT
    ? `${text.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, '')}…`
    : text;
}

const LONGEST_TEXT = 300;

function toOutOfDate({ outOfDate }: Agreement): Pick<Report, 'outOfDate'> {
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

function toCompared({ target, startedAt, effort, strict }: Baseline, { mended }: Agreement): Compared {
  return { target, startedAt, effort, strict, mended };
}

function toReportRule(
  { outcome, merchant, held: _, ...rest }: RuleResult,
  agreement: Agreement,
  { deployment, invocation }: ReportContext,
): ReportRule {
  const excuse = agreement.excuses.get(rest.id);
  const rule = {
    ...rest,
    outcome: outcome.kind,
    reason: reasonOf(outcome) + sayExcuse(excuse),
    ...toExcuse(excuse),
  };
  if (outcome.kind !== 'fail' && outcome.kind !== 'unstable') return rule;
  const { command, reportPath = 'REPORT.json', deploymentPath, reaching = [] } = invocation;
  const where = deploymentPath === undefined ? [] : ['--deployment', deploymentPath];
  const words = ['replay', reportPath, rule.id, deployment.url.href, ...where, ...reaching];
  const [first, ...others] = agreement.failures.get(rule.id) ?? [];
  const otherFailures = others.map(({ failure, shape, excuse }) => ({
    shape,
    outcome: failure.kind,
    reason: reasonOf(failure),
    counterexample: toReportCounterexample(failure.counterexample, merchant, deployment),
    ...toExcuse(excuse),
  }));

  return {
    ...rule,
    counterexample: toReportCounterexample(outcome.counterexample, merchant, deployment),
    ...(first === undefined ? {} : { shape: first.shape }),
    ...(otherFailures.length === 0 ? {} : { otherFailures }),
    replay: [command, ...words.map(toWord)].join(' '),
  };
}

function toExcuse(excuse: Excuse | undefined): Pick<ReportRule, 'waived' | 'known'> {
  if (excuse === undefined) return {};
  const by = excuse.by === undefined ? {} : { by: excuse.by };
  if (excuse.kind === 'known') return { known: { since: excuse.since, ...by } };
  const { reason, until } = excuse.waiver;

  return { waived: { reason, until, ...by } };
}

/** What was not judged for the sake of another rule is told by its reason alone. */
function sayExcuse(excuse: Excuse | undefined): string {
  if (excuse?.by === undefined) return '';

  return excuse.kind === 'waived'
    ? `; ${excuse.by} is waived until ${excuse.waiver.until}: ${excuse.waiver.reason}`
    : `; ${excuse.by} is known from the baseline`;
}

/** Quoted only where a shell would read something into it, for it is read by people as well. */
function toWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : quote(text);
}

function reasonOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'pass':
      return outcome.omitted ?? '';
    case 'fail': {
      const { counterexample, often } = outcome;

      return `${often === undefined ? '' : `${howOften(often)}: `}${difference(counterexample)}`;
    }
    case 'unstable':
      return `${howOften(outcome)}: ${difference(outcome.counterexample)}`;
    case 'blocked':
    case 'skipped':
      return outcome.why;
    case 'observed':
      return outcome.option;
    case 'broken':
      return outcome.fault;
  }
}

function difference({ expected, got }: Counterexample): string {
  return `expected ${expected}, got ${got}`;
}

function howOften({ repeated, attempts }: { readonly repeated: number; readonly attempts: number }): string {
  return attempts === 1
    ? 'failed, and could not be asked again to confirm it'
    : `failed ${repeated} of ${attempts} times`;
}

function countOutcomes(results: readonly RuleResult[]): Report['counts'] {
  const counts = { pass: 0, fail: 0, unstable: 0, blocked: 0, skipped: 0, observed: 0, broken: 0 };
  for (const { outcome } of results) counts[outcome.kind]++;

  return counts;
}
