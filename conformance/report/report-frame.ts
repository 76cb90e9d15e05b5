/** The parts that all reports have in common: the run, its verdict, and accepted failures. */
import type { AnyRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Outcome } from '../runner/outcome.ts';
import type { Conclusion, Weighed } from '../verdict/verdict.ts';
import type { Suppression } from '../verdict/waivers/apply-waivers.ts';
import type { Baseline } from '../verdict/waivers/baseline.ts';
import type { Waiver } from '../verdict/waivers/waiver-file.ts';
import type { Compared, Report, ReportRule } from './report.ts';
import { isLeftOut } from './rule-status.ts';

/** The run that a report is about. */
export interface RunDescription extends Pick<Report, 'contract' | 'seed' | 'effort' | 'strict'> {
  readonly toolVersion: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly waivers?: readonly Waiver[];
  readonly baseline?: Baseline | undefined;
  /** The should rules that count as a must. */
  readonly must?: ((id: AnyRuleId) => boolean) | undefined;
}

/** The parts that each kind of report adds. */
type Content = Pick<Report, 'subject' | 'target' | 'summary' | 'requests' | 'choices' | 'rules'> &
  Partial<Pick<Report, 'passive' | 'notes' | 'fees' | 'interrupted' | 'latencies' | 'deliberate'>>;

export function frameReport(
  content: Content,
  run: RunDescription,
  { outOfDate, fixed }: Pick<Weighed, 'outOfDate' | 'fixed'>,
  { verdict, exitCode }: Conclusion,
): Report {
  const { contract, toolVersion, startedAt, durationMs, seed, effort, strict, baseline } = run;
  const { subject, target, passive, summary, notes, fees, interrupted, requests, latencies, ...rest } =
    content;

  return {
    schema: 1,
    tool: { name: 'tollgate', version: toolVersion },
    ...{ contract, subject, target },
    ...(passive && { passive }),
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(durationMs),
    ...{ seed, effort, strict },
    ...(content.rules.some(isLeftOut) && { partial: true as const }),
    ...{ verdict, exitCode, summary },
    ...(notes && { notes }),
    ...(fees && { fees }),
    ...(interrupted && { interrupted }),
    requests,
    ...(latencies && { latencies }),
    counts: countOutcomes(content.rules),
    ...rest,
    ...(outOfDate.length > 0 && {
      outOfDate: outOfDate.map(({ kind, waiver: { rule, shape, reason, until } }) => ({
        ...{ kind, rule },
        ...(shape === undefined ? {} : { shape }),
        ...{ reason, until },
      })),
    }),
    ...(baseline && { baseline: toCompared(baseline, fixed) }),
  };
}

function toCompared({ target, startedAt, effort, strict }: Baseline, mended: Compared['mended']): Compared {
  return { target, startedAt, effort, strict, mended };
}

function countOutcomes(rules: readonly ReportRule[]): Report['counts'] {
  const counts = { pass: 0, fail: 0, unstable: 0, blocked: 0, skipped: 0, observed: 0, broken: 0 };
  for (const { outcome } of rules) counts[outcome]++;

  return counts;
}

/** Why a rule that did not fail has its outcome; empty for a pass that tried everything. */
export function reasonOf(outcome: Exclude<Outcome, { readonly kind: 'fail' | 'unstable' }>): string {
  switch (outcome.kind) {
    case 'pass':
      return outcome.omitted ?? '';
    case 'blocked':
    case 'skipped':
      return outcome.why;
    case 'observed':
      return outcome.option;
    case 'broken':
      return outcome.fault;
  }
}

/** Marks a should rule that counts without --strict. */
export function toCounted(
  { id, level }: { readonly id: AnyRuleId; readonly level: ReportRule['level'] },
  { must }: Pick<RunDescription, 'must'>,
): Pick<ReportRule, 'counted'> {
  return level === 'should' && must?.(id) === true ? { counted: true } : {};
}

export function toSuppression(suppression: Suppression | undefined): Pick<ReportRule, 'waived' | 'known'> {
  if (suppression === undefined) return {};
  const by = suppression.by === undefined ? {} : { by: suppression.by };
  if (suppression.kind === 'known') return { known: { since: suppression.since, ...by } };
  const { reason, until } = suppression.waiver;

  return { waived: { reason, until, ...by } };
}
