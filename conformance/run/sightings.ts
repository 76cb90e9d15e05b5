/** What was seen in passing and did not come again when it was asked for: often enough, it counts all the same. */
import type { Rule } from '../rule.ts';
import type { Ground } from './ground.ts';
import type { Outcome, RuleResult } from './outcome.ts';

/** The rule's result, or a failure where the run as a whole has seen it broken. */
export function heedSightings(rule: Rule, result: RuleResult, ground: Ground): RuleResult {
  if (!mayStillFail(result)) return result;
  const sightings = rule.sightings?.(ground.wordsFor(rule));
  const [first] = sightings?.breaches ?? [];
  if (sightings === undefined || first === undefined) return result;
  const { breaches, of, proofFrom = Number.POSITIVE_INFINITY } = sightings;
  const often = { repeated: breaches.length, attempts: Math.max(of, breaches.length) };
  const { expected, got } = first.failure;
  const counterexample = { value: first.value, expected, got, transcript: first.transcript };
  const isEnough = breaches.length >= proofFrom;
  const outcome: Outcome = isEnough
    ? { kind: 'fail', counterexample, often }
    : { kind: 'unstable', counterexample, ...often };

  return { ...result, outcome, exercised: Math.max(result.exercised, often.repeated) };
}

/** A rule that another one's failure keeps from being judged stays so. */
function mayStillFail({ id, outcome }: RuleResult): boolean {
  switch (outcome.kind) {
    case 'pass':
    case 'unstable':
      return true;
    case 'blocked':
      return outcome.by === id;
    case 'skipped':
      return ['choice', 'effort', 'not-judged'].includes(outcome.cause);
    case 'fail':
    case 'observed':
    case 'broken':
      return false;
  }
}
