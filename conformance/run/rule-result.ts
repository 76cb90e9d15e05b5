/** From what judging a rule came to, to its line in the results. */
import type { RuleHead } from '../rule.ts';
import type { Judged } from './judge-rule.ts';
import type { Outcome, RuleResult } from './outcome.ts';

export function toResult(
  {
    id,
    section,
    level,
    title,
    merchant = 'one',
  }: Pick<RuleHead, 'id' | 'section' | 'level' | 'title' | 'merchant'>,
  judged: Judged,
  ms: number,
): RuleResult {
  return { id, section, level, title, merchant, ...judged, durationMs: Math.round(ms) };
}

export const NOT_SELECTED = 'not selected with --only or --skip';

export function notSelected(): Judged {
  return nothingDone({ kind: 'skipped', cause: 'not-selected', why: NOT_SELECTED });
}

export function notJudged(why: string): Judged {
  return nothingDone({ kind: 'skipped', cause: 'not-judged', why });
}

export function nothingDone(outcome: Outcome): Judged {
  return { outcome, exercised: 0, requests: 0 };
}
