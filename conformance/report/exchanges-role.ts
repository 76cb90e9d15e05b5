/** The role of the exchanges of a failure: a reproduction, or only the exchanges in which it was seen. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { PRICED_EARLIER } from '../runner/outcome.ts';
import type { Report, ReportRule } from './report.ts';

export type ExchangesRole =
  /** Sent again, they show the failure again. */
  | 'reproduction'
  /** The failure was seen in them, and they need not show it again. */
  | 'sighting'
  /** The last requests before the deployment returned no more fees: one of them, or an earlier one, may be the cause. */
  | 'last-requests'
  /** The last requests before the deployment stopped responding at all. */
  | 'last-answered';

const LIVENESS_RULE: RuleId = 'robustness/survives-malformed-input';

export function roleOf(
  { id, outcome, counterexample }: Pick<ReportRule, 'id' | 'outcome' | 'counterexample'>,
  { subject, passive }: Pick<Report, 'subject' | 'passive'>,
): ExchangesRole {
  // The exchanges of a client name identifiers of the mock that answered, and may lack the call that opened the transaction.
  if (subject === 'client' || passive === true || outcome === 'unstable') return 'sighting';
  if (id !== LIVENESS_RULE || counterexample?.expected !== PRICED_EARLIER) return 'reproduction';
  const last = counterexample.steps.at(-1);

  return last !== undefined && 'none' in last.response ? 'last-answered' : 'last-requests';
}

/** Whether the failure was not repeated because the deployment no longer worked. */
export function isUnrepeated(rule: ReportRule, report: Report): boolean {
  return roleOf(rule, report).startsWith('last-');
}

const CAPTIONS: Readonly<Record<ExchangesRole, string>> = {
  reproduction: 'minimal reproduction',
  sighting: 'seen in',
  'last-requests': 'the last requests before it gave no more fees',
  'last-answered': 'the last requests before it stopped answering; it did not answer again',
};

/** The caption above the exchanges. */
export function captionOf(role: ExchangesRole): string {
  return CAPTIONS[role];
}
