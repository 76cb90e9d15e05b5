/** The report as data, schema version 1: what every reporter prints and what `replay` reads. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Latencies } from '../client/latencies.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { EffortName } from '../run/effort.ts';
import type { Counterexample, Outcome, RuleResult } from '../run/outcome.ts';
import type { RunResult } from '../run/run.ts';
import { type Judgement, reachVerdict, type Verdict } from '../verdict.ts';
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
  readonly waived?: Waiver;
}

interface Waiver {
  readonly reason: string;
  /** The last day on which it counts, such as 2027-01-31. */
  readonly until?: string;
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
  readonly exitCode: Judgement['exitCode'];
  /** The verdict's ground in one sentence. */
  readonly summary: string;
  readonly requests: number;
  /** Left out where nothing was answered. */
  readonly latencies?: Latencies;
  readonly counts: Readonly<Record<Outcome['kind'], number>>;
  readonly choices: Readonly<Record<string, string>>;
  readonly rules: readonly ReportRule[];
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
}

/** How the suite was called, for the commands that a report prints. */
export interface Invocation {
  /** Such as `tollgate`. */
  readonly command: string;
  /** Where the report in JSON goes; `REPORT.json` stands for it where it goes nowhere. */
  readonly reportPath: string | undefined;
  readonly deploymentPath: string | undefined;
}

export function toReport(run: RunResult, context: ReportContext): Report {
  const { deployment, startedAt, seed, effort, strict } = context;
  const judgement = reachVerdict(run.results, { strict, inconclusive: run.inconclusive });
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
    summary: judgement.why,
    requests: run.requests,
    ...(run.latencies === undefined ? {} : { latencies: run.latencies }),
    counts: countOutcomes(run.results),
    choices: run.choices,
    rules: run.results.map((result) => toReportRule(result, context)),
  });

  return { ...report, rules: report.rules.map(shorten) };
}

/** Long answers are cut only now: a piece of a secret would not be recognised as one. */
function shorten(rule: ReportRule): ReportRule {
  const { counterexample } = rule;
  const reason = cut(rule.reason);

  return counterexample === undefined
    ? { ...rule, reason }
    : { ...rule, reason, counterexample: { ...counterexample, got: cut(counterexample.got) } };
}

/** Half a character at the end would be no text to many a reader of JSON. */
function cut(text: string): string {
  return text.length > LONGEST_TEXT
    ? `${text.slice(0, LONGEST_TEXT).replace(/[\ud800-\udbff]$/, '')}…`
    : text;
}

const LONGEST_TEXT = 300;

function toReportRule(
  { outcome, merchant, ...rest }: RuleResult,
  { deployment, invocation }: ReportContext,
): ReportRule {
  const rule = { ...rest, outcome: outcome.kind, reason: reasonOf(outcome) };
  if (outcome.kind !== 'fail' && outcome.kind !== 'unstable') return rule;
  const { command, reportPath = 'REPORT.json', deploymentPath } = invocation;
  const where = deploymentPath === undefined ? [] : ['--deployment', deploymentPath];
  const words = ['replay', reportPath, rule.id, deployment.url.href, ...where];

  return {
    ...rule,
    counterexample: toReportCounterexample(outcome.counterexample, merchant, deployment),
    replay: [command, ...words.map(toWord)].join(' '),
  };
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
