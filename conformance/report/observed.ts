/** What a report says of what the document leaves open: what the deployment does, and what no answer told. */
import { NOT_SELECTED } from '../run/rule-result.ts';
import { groupOf } from './groups.ts';
import type { Report } from './report.ts';
import { rulesOf } from './standing.ts';

export interface Observed {
  /** The id without its group, such as `success-status`. */
  readonly name: string;
  readonly question: string;
  readonly option: string;
}

export interface Untold {
  readonly reason: string;
  readonly names: readonly string[];
}

/** Words for the head of the section. */
export const SILENT = 'What this deployment does where the document is silent';

export function observedIn(report: Report): readonly Observed[] {
  return rulesOf(report, 'observed').map(({ id, title, reason }) => ({
    name: nameOf(id),
    question: title,
    option: reason,
  }));
}

/** By reason. What was not asked for is no news. */
export function untoldIn(report: Report): readonly Untold[] {
  const untold = rulesOf(report, 'unobserved').filter(({ reason }) => reason !== NOT_SELECTED);

  return [...Map.groupBy(untold, ({ reason }) => reason)].map(([reason, rules]) => ({
    reason,
    names: rules.map(({ id }) => nameOf(id)),
  }));
}

function nameOf(id: string): string {
  return id.slice(groupOf(id).length + 1);
}
