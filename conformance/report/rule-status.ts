/** The status of a rule in a report: its outcome weighed by level, strictness, waivers and baseline. */
import { NOT_SELECTED } from '../runner/outcome.ts';
import type { Report, ReportRule } from './report.ts';

export type RuleStatus =
  | 'passed'
  /** Counts against the verdict. */
  | 'failed'
  /** Failed, but does not count: a should rule that neither --strict nor --must counts. */
  | 'warning'
  /** Failed only some of the times, so that the verdict stays open. */
  | 'unstable'
  /** Failed, and waivers accept every failure. */
  | 'waived'
  /** Failed, and the baseline has every failure. */
  | 'known'
  | 'not-tested'
  /** A choice of the deployment where the document is silent. */
  | 'observed'
  | 'not-observed'
  /** tollgate itself failed. */
  | 'broken';

export function statusOf(
  { outcome, level, counted, waived, known }: ReportRule,
  { strict }: Pick<Report, 'strict'>,
): RuleStatus {
  const counts = level === 'must' || counted === true || (strict && level === 'should');

  switch (outcome) {
    case 'pass':
      return 'passed';
    case 'fail':
    case 'unstable':
      if (waived !== undefined) return 'waived';
      if (known !== undefined) return 'known';
      if (!counts) return 'warning';
      return outcome === 'fail' ? 'failed' : 'unstable';
    case 'blocked':
    case 'skipped':
      return level === 'observe' ? 'not-observed' : 'not-tested';
    case 'observed':
    case 'broken':
      return outcome;
  }
}

/** A status in words. */
export function labelOf(status: RuleStatus): string {
  return status.replace('-', ' ');
}

/** The rules with these statuses, in the order of the statuses. */
export function rulesWith(report: Report, ...statuses: readonly RuleStatus[]): readonly ReportRule[] {
  return statuses.flatMap((status) => report.rules.filter((rule) => statusOf(rule, report) === status));
}

/** Whether --only or --skip left out a rule that is judged otherwise. */
export function isLeftOut({ level, reason }: ReportRule): boolean {
  return level !== 'observe' && reason === NOT_SELECTED;
}

/** Such as ` (5 of 68 rules selected)`, for the heading of a report; empty where all rules were. */
export function selectedPart({ partial, rules }: Report): string {
  const judged = rules.filter(({ level }) => level !== 'observe');
  const selected = judged.filter((rule) => !isLeftOut(rule));

  return partial === true ? ` (${selected.length} of ${judged.length} rules selected)` : '';
}

/** The part of an id before the slash. */
export function groupOf(id: string): string {
  return id.split('/')[0] ?? id;
}

/** The part of an id after the slash. */
export function nameOf(id: string): string {
  return id.slice(groupOf(id).length + 1);
}

export function byGroup(rules: readonly ReportRule[]): ReadonlyMap<string, readonly ReportRule[]> {
  return Map.groupBy(rules, ({ id }) => groupOf(id));
}
