/** What was not tested, by reason, so that nobody takes it for tested: whole rules, and parts of rules that passed. */
import { byGroup, groupOf } from './groups.ts';
import type { Report, ReportRule } from './report.ts';
import { rulesOf } from './standing.ts';

export interface Untested {
  readonly reason: string;
  /** Ids; a group that is there as a whole is one entry. */
  readonly rules: readonly string[];
  /** Whole rules. */
  readonly count: number;
}

export function untestedByReason(report: Report): readonly Untested[] {
  const reasons = Map.groupBy(
    [...rulesOf(report, 'untested'), ...rulesOf(report, 'passed').filter(({ reason }) => reason !== '')],
    ({ reason }) => reason,
  );
  const groups = byGroup(report.rules);

  return [...reasons].map(([reason, untested]) => ({
    reason,
    rules: summarise(untested, groups),
    count: untested.filter(({ outcome }) => outcome !== 'pass').length,
  }));
}

function summarise(
  untested: readonly ReportRule[],
  groups: ReadonlyMap<string, readonly ReportRule[]>,
): readonly string[] {
  const lines = untested.map(({ id }) => {
    const group = groups.get(groupOf(id)) ?? [];
    const isWhole = group.length > 1 && group.every((rule) => untested.includes(rule));

    return isWhole ? `${groupOf(id)}/*  (${group.length} rules)` : id;
  });

  return [...new Set(lines)];
}
