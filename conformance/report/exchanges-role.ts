/** What the exchanges of a failure are to its reader: a reproduction, or only where it was seen. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { PRICED_EARLIER } from '../runner/outcome.ts';
import type { Report, ReportRule } from './report.ts';

export type ExchangesRole =
  /** Sent again, they show the failure again. */
  | 'reproduction'
  /** The failure was seen in them, and they need not show it again. */
  | 'sighting'
  /** One of them, or one before them, may be the cause: the deployment gave no fee afterwards. */
  | 'last-requests'
  /** The same, of a deployment that did not even answer. */
  | 'last-answered';

const LIVENESS_RULE: RuleId = 'robustness/survives-malformed-input';

export function roleOf(
  { id, outcome, counterexample }: Pick<ReportRule, 'id' | 'outcome' | 'counterexample'>,
  { passive }: Pick<Report, 'passive'>,
): ExchangesRole {
  if (passive === true || outcome === 'unstable') return 'sighting';
  if (id !== LIVENESS_RULE || counterexample?.expected !== PRICED_EARLIER) return 'reproduction';
  const last = counterexample.steps.at(-1);

  return last !== undefined && 'none' in last.response ? 'last-answered' : 'last-requests';
}

/** Whether it was not repeated, because the deployment no longer worked. */
export function isUnrepeated(rule: ReportRule, report: Report): boolean {
  return roleOf(rule, report).startsWith('last-');
}

const CAPTIONS: Readonly<Record<ExchangesRole, string>> = {
  reproduction: 'minimal reproduction',
  sighting: 'seen in',
  'last-requests': 'the last requests before it gave no more fees',
  'last-answered': 'the last requests before it stopped answering; it did not answer again',
};

/** Stands above the exchanges. */
export function captionOf(role: ExchangesRole): string {
  return CAPTIONS[role];
}
