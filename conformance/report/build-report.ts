/** Turns the results of any judge into a report: weighs them, reaches the verdict, masks secrets, shortens texts. */
import { dayOf } from '../../src/engine/day.ts';
import { defined } from '../../src/text/json-object.ts';
import { blockedBy } from '../runner/outcome.ts';
import type { RunDescription } from '../verdict/counting.ts';
import { requirementOn } from '../verdict/profile.ts';
import { type Conclusion, reachVerdict } from '../verdict/verdict.ts';
import { type Acceptance, type ShownResult, type WeighedResult, weigh } from '../verdict/weigh.ts';
import { shortenCounterexample, shortenSentence } from './counterexample.ts';
import type { ReportMasks } from './redact.ts';
import type { Coverage, Report, ReportRule } from './report.ts';
import { isLeftOut, nameOf } from './rule-status.ts';

/** Fields of the report that only some judges have. */
type Further = 'passive' | 'notes' | 'deliberate' | 'digests' | 'fees' | 'latencies' | 'build';

/** The judge of a report, and what it adds. */
export interface Judge
  extends Pick<Report, 'subject' | 'target' | 'requests' | 'choices'>,
    Readonly<{ [K in Further]?: Report[K] | undefined }> {
  /** That the run met several builds of the service, in a sentence. */
  readonly rebuilt?: string | undefined;
  readonly coverage?: Omit<Coverage, 'choices'> | undefined;
  /** The calls that met each choice; by default those that the observations have judged. */
  readonly choicesMet?: Coverage['choices'] | undefined;
  /** Why no rule could be judged, if so. */
  readonly inconclusive: string | undefined;
  readonly wasInterrupted?: boolean;
  /** The limit that stopped the requests, as a sentence without its full stop. */
  readonly limitReached?: string | undefined;
  /** The summary of the report. */
  readonly summarize: (conclusion: Conclusion) => string;
  readonly redact: ReportMasks;
}

/** @param results with their failures as the report shows them, not masked and not shortened */
export function buildReport(results: readonly ShownResult[], judge: Judge, run: RunDescription): Report {
  const { contract, toolVersion, startedAt, durationMs, seed, effort, strict, baseline, profile } = run;
  const { subject, target, passive, notes, fees, requests, latencies, choices, deliberate, digests } = judge;
  const { build, wasInterrupted, redact, coverage, choicesMet = observationsOf(results) } = judge;
  const weighed = weigh(results, { ...run, today: dayOf(startedAt), passive });
  const conclusion = reachVerdict(weighed, { ...run, ...judge });
  const { verdict, exitCode, withoutDisputed } = conclusion;
  const rules = weighed.results.map((result) => toReportRule(result, run));
  const counts = { pass: 0, fail: 0, unstable: 0, blocked: 0, skipped: 0, observed: 0, broken: 0 };
  for (const { outcome } of rules) counts[outcome]++;
  const given = {
    schema: 1,
    tool: { name: 'tollgate', version: toolVersion },
    ...{ contract, digests, subject, target, build, passive },
    ...{ startedAt: startedAt.toISOString(), durationMs: Math.round(durationMs), seed, effort, strict },
    partial: rules.some(isLeftOut) || undefined,
    profile: profile && { name: profile.name, modules: profile.modules, digest: profile.digest },
    ...{ withoutDisputed, verdict, exitCode, summary: judge.summarize(conclusion) },
    ...{ notes: filled(notes), fees, interrupted: wasInterrupted || undefined },
    ...{ requests, latencies, counts },
    coverage: coverage && { ...coverage, choices: choicesMet },
    ...{ choices, rules, deliberate: filled(deliberate) },
    outOfDate: filled(
      weighed.outOfDate.map(({ kind, waiver: { rule, shape, reason, until } }) =>
        defined({ kind, rule, shape, reason, until }),
      ),
    ),
    baseline: baseline && {
      ...{ target: baseline.target, startedAt: baseline.startedAt, effort: baseline.effort },
      ...{ strict: baseline.strict, mended: weighed.fixed },
    },
  } as const;
  const report: Report = redact.maskCredentials(defined(given));

  return {
    ...report,
    summary: redact.maskServerText(report.summary),
    ...(report.notes && { notes: report.notes.map((note) => redact.maskServerText(note)) }),
    rules: report.rules.map((rule) => finishRule(rule, redact)),
  };
}

/** Undefined for an empty list. */
function filled<T>(list: readonly T[] = []): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function observationsOf(
  results: readonly Pick<ReportRule, 'id' | 'level' | 'exercised'>[],
): Coverage['choices'] {
  const observations = results.filter(({ level }) => level === 'observe');

  return Object.fromEntries(observations.map(({ id, exercised }) => [nameOf(id), exercised]));
}

function toReportRule(result: WeighedResult, { must, profile }: RunDescription): ReportRule {
  const { id, revision, disputed, section, level, title, outcome, accepted } = result;
  const { exercised, requests, durationMs } = result;
  const [first, ...others] = result.failures;
  const required = profile && requirementOn(result, profile);

  return defined({
    ...{ id, revision, disputed, section, level, title, outcome: outcome.kind },
    reason: first?.reason ?? reasonOf(outcome, accepted),
    ...{ exercised, requests, durationMs: Math.round(durationMs) },
    counted: (level === 'should' && (must?.(id) === true || required !== undefined)) || undefined,
    least: required?.least,
    ...accepted,
    counterexample: first?.counterexample,
    shape: first?.shape,
    otherFailures: filled(
      others.map((other) => ({
        ...{ shape: other.shape ?? '', outcome: other.kind, reason: other.reason },
        ...{ counterexample: other.counterexample, ...other.accepted },
      })),
    ),
    replay: first?.replay,
  });
}

/** Why a rule that did not fail has its outcome; empty for a pass that tried everything. */
function reasonOf(outcome: ShownResult['outcome'], accepted: Acceptance | undefined): string {
  switch (outcome.kind) {
    case 'pass':
      return outcome.omitted ?? '';
    case 'blocked':
      return explainBlocked(outcome, accepted);
    case 'skipped':
      return outcome.why;
    case 'observed':
      return outcome.option;
    case 'broken':
      return outcome.fault;
    case 'fail':
    case 'unstable':
      return '';
  }
}

/** A blocked rule says in its reason what accepts the failure that blocks it. */
function explainBlocked(
  { by, why }: ReturnType<typeof blockedBy>,
  { waived, known }: Acceptance = {},
): string {
  const behind = (waived ?? known)?.by;
  if (behind === undefined) return why;
  const accepted = waived
    ? `is waived until ${waived.until}: ${waived.reason}`
    : 'is known from the baseline';

  return why === blockedBy(by).why
    ? `it depends on ${behind}, which ${accepted}`
    : `${why}; ${behind} ${accepted}`;
}

function finishRule(rule: ReportRule, redact: ReportMasks): ReportRule {
  // The reason of an observation is its option: a masked or shortened option would be another one.
  if (rule.outcome === 'observed') return rule;
  const { otherFailures } = rule;

  return {
    ...finishFailure(rule, redact),
    ...(otherFailures && { otherFailures: otherFailures.map((other) => finishFailure(other, redact)) }),
  };
}

/** Masks text of the server, then shortens it: a part of a secret would not be recognised. */
function finishFailure<F extends Pick<ReportRule, 'reason' | 'shape' | 'counterexample'>>(
  failure: F,
  redact: ReportMasks,
): F {
  const { reason, shape, counterexample } = failure;

  return {
    ...failure,
    reason: shortenSentence(redact.maskServerText(reason, counterexample)),
    ...(counterexample && {
      counterexample: shortenCounterexample(redact.maskCounterexample(counterexample)),
    }),
    ...(shape === undefined ? {} : { shape: redact.maskServerText(shape) }),
  };
}
