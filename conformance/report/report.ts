/** The report as data, schema version 1: what every reporter prints and what `replay` reads. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { dayOf } from '../../src/engine/day.ts';
import { type Agreement, agree, type Excuse } from '../agreement/agree.ts';
import type { Baseline } from '../agreement/baseline.ts';
import type { Waiver } from '../agreement/waiver.ts';
import type { Latencies } from '../client/latencies.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { withoutStamps } from '../fresh-mtxids.ts';
import type { EffortName } from '../run/effort.ts';
import type { Counterexample, Outcome, RuleResult } from '../run/outcome.ts';
import type { RunResult } from '../run/run.ts';
import { type Judgement, reachVerdict, type Verdict } from '../verdict.ts';
import { abridge } from './abridge.ts';
import { type ReportCounterexample, toReportCounterexample } from './counterexample.ts';
import { quote } from './curl.ts';
import { createRedactor } from './redact.ts';

export interface ReportRule {
  readonly id: RuleId;
  readonly section: string;
  readonly level: RuleResult['level'];
  readonly title: string;
  readonly outcome: Outcome['kind'];
  /** Why the outcome is what it is; empty for a pass. */
  readonly reason: string;
  readonly exercised: number;
  readonly requests: number;
  /** Milliseconds. */
  readonly durationMs: number;
  readonly counterexample?: ReportCounterexample;
  /** The command that runs the counterexample again. */
  readonly replay?: string;
  /** Why a failure is not counted, where it was agreed that it is not. */
  readonly waived?: Waived;
  /** Of a failure that the baseline has: it does not count. */
  readonly known?: Known;
}

interface Waived {
  readonly reason: string;
  /** The last day on which it counts, such as 2027-01-31. */
  readonly until?: string;
  /** The rule that failed, where this one rests on it and was therefore not judged. */
  readonly by?: RuleId;
}

interface Known {
  /**
   * When the failure was first reported, as far as baselines tell.
   *
   * @format date-time
   */
  readonly since: string;
  /** The rule that failed, where this one rests on it and was therefore not judged. */
  readonly by?: RuleId;
}

/** A waiver that makes the exit code 1: its last day is over, or the rule passes. */
interface OutOfDateWaiver {
  readonly kind: 'expired' | 'stale';
  readonly rule: RuleId;
  readonly reason: string;
  readonly until: string;
}

/** The earlier run that this one was compared with. */
interface Compared {
  readonly target: string;
  /** @format date-time */
  readonly startedAt: string;
  readonly effort: EffortName;
  readonly strict: boolean;
  /** What failed there and passes here. */
  readonly mended: readonly RuleId[];
}

export interface Report {
  readonly schema: 1;
  readonly tool: { readonly name: 'tollgate'; readonly version: string };
  readonly contract: { readonly title: string; readonly version: string };
  readonly target: string;
  /**
   * ISO 8601, in UTC.
   *
   * @format date-time
   */
  readonly startedAt: string;
  /** Milliseconds. */
  readonly durationMs: number;
  readonly seed: number;
  readonly effort: EffortName;
  /** Whether a `should` counts as a `must`. */
  readonly strict: boolean;
  readonly verdict: Verdict;
  /** What the verdict comes to. The command ends with 130 or 143 where it was interrupted. */
  readonly exitCode: Judgement['exitCode'];
  /** The verdict's ground in one sentence. */
  readonly summary: string;
  /** Only of a run that was ended before its time. */
  readonly interrupted?: true;
  readonly requests: number;
  /** Left out where nothing was answered. */
  readonly latencies?: Latencies;
  /** Rules by outcome alone: a warning, and a failure that is waived or known, is a `fail` here as well. */
  readonly counts: Readonly<Record<Outcome['kind'], number>>;
  readonly choices: Readonly<Record<string, string>>;
  readonly rules: readonly ReportRule[];
  /** Left out where no waiver is. */
  readonly outOfDate?: readonly OutOfDateWaiver[];
  /** Left out where there is none. */
  readonly baseline?: Compared;
}

export interface ReportContext {
  readonly deployment: Deployment;
  readonly toolVersion: string;
  readonly contract: Report['contract'];
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly seed: number;
  readonly effort: EffortName;
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
  const agreement = agree(run.results, { waivers, baseline, today: dayOf(startedAt) });
  const { inconclusive, wasInterrupted } = run;
  const judgement = reachVerdict(run.results, { strict, inconclusive, wasInterrupted, agreement });
  const redact = createRedactor(deployment);

  const report = redact<Report>({
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
    summary: `${judgement.why}${deployment.reach?.tls.insecure === true ? UNVERIFIED : ''}`,
    ...(wasInterrupted ? { interrupted: true } : {}),
    requests: run.requests,
    ...(run.latencies === undefined ? {} : { latencies: run.latencies }),
    counts: countOutcomes(run.results),
    choices: run.choices,
    rules: run.results.map((result) => toReportRule(result, agreement.excuses.get(result.id), context)),
    ...toOutOfDate(agreement),
    ...(baseline === undefined ? {} : { baseline: toCompared(baseline, agreement) }),
  });

  const alike = run.stamps === undefined ? report : withoutStamps(report, run.stamps);

  return { ...alike, rules: alike.rules.map(shorten) };
}

const UNVERIFIED = ' The certificate of the deployment was not verified (--insecure).';

/** Long answers are cut only now: a piece of a secret would not be recognised as one. */
function shorten(rule: ReportRule): ReportRule {
  const { counterexample } = rule;
  // What is observed is short already, and a choice that is cut is another one.
  const reason = rule.outcome === 'observed' ? rule.reason : cut(rule.reason);

  return counterexample === undefined
    ? { ...rule, reason }
    : { ...rule, reason, counterexample: { ...abridge(counterexample), got: cut(counterexample.got) } };
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
    outOfDate: outOfDate.map(({ kind, waiver: { rule, reason, until } }) => ({ kind, rule, reason, until })),
  };
}

function toCompared({ target, startedAt, effort, strict }: Baseline, { mended }: Agreement): Compared {
  return { target, startedAt, effort, strict, mended };
}

function toReportRule(
  { outcome, merchant, ...rest }: RuleResult,
  excuse: Excuse | undefined,
  { deployment, invocation }: ReportContext,
): ReportRule {
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

  return {
    ...rule,
    counterexample: toReportCounterexample(outcome.counterexample, merchant, deployment),
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
      return '';
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
