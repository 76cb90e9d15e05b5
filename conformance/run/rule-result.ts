/** From what judging a rule came to, to its line in the results. */
import type { Rule } from '../rule.ts';
import type { Judged } from './judge-rule.ts';
import type { Outcome, RuleResult } from './outcome.ts';

export function toResult(
  { id, section, level, title, merchant = 'one' }: Rule,
  judged: Judged,
  ms: number,
): RuleResult {
  return { id, section, level, title, merchant, ...judged, durationMs: Math.round(ms) };
}

export function notSelected(): Judged {
  return nothingDone({ kind: 'skipped', cause: 'not-selected', why: 'not selected with --only or --skip' });
}

export function notJudged(why: string): Judged {
  return nothingDone({ kind: 'skipped', cause: 'not-judged', why });
}

export function nothingDone(outcome: Outcome): Judged {
  return { outcome, exercised: 0, requests: 0 };
}
