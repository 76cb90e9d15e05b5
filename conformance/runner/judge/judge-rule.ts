/** Judges one rule: first by its edge cases, later by random ones. */
import { INTERRUPTED } from '../../rule/interruption.ts';
import type { Rule } from '../../rule/rule.ts';
import type { LoggedViolation } from '../history/run-log.ts';
import { type Judged, notJudged, type Outcome, withoutRequests } from '../outcome.ts';
import type { RunContext } from '../run-context.ts';
import { casesOf } from './cases.ts';
import { createTester } from './tester.ts';

const NO_CASE: Outcome = {
  kind: 'skipped',
  cause: 'effort',
  why: 'it is not tried at this effort: raise --effort',
};

export interface RuleJudge {
  /** Judges violations that observers logged, and the rule's own edge cases. @throws internal errors */
  judgeProbes(): Promise<Judged>;
  /** Judges random cases where they can change the outcome. The result covers all cases. @throws internal errors */
  judgeRandomCases(): Promise<Judged>;
}

/** @param priority of its requests among those of all rules */
export function createRuleJudge(rule: Rule, runContext: RunContext, priority: number): RuleJudge {
  const tester = createTester(rule, runContext, priority);
  let judged = withoutRequests(NO_CASE);
  let random: readonly unknown[] = [];

  return {
    async judgeProbes() {
      const { findings } = runContext.log;
      const logged = findings.takeNew(rule.id);
      const holds = findings.holds(rule.id);
      if (rule.observationSuffices && logged.length === 0 && holds >= runContext.effort.seenEnough)
        return { outcome: { kind: 'pass' }, exercised: holds, requests: 0 };
      if (runContext.signal.aborted) return withoutRequests(notJudged(INTERRUPTED));
      const cases = casesOf(rule, runContext);
      random = cases.random;
      if (logged.length + cases.probes.length > 0)
        judged = await tester.test({ logged, values: cases.probes });

      return judged;
    },
    async judgeRandomCases() {
      const canChange = random.length > 0 && isOpen(judged.outcome);
      if (canChange) judged = await tester.test({ values: random, isOptional: true });

      return judged;
    },
  };
}

/** Whether further cases can change the outcome. */
function isOpen(outcome: Outcome): boolean {
  const isFailed = outcome.kind === 'fail' || outcome.kind === 'unstable';

  return outcome.kind === 'pass' || (isFailed && outcome.unfinished === undefined);
}

/** Judges a rule by logged violations and by cases, each run alone. @throws internal errors */
export async function judgeAgain(
  rule: Rule,
  logged: readonly LoggedViolation[],
  lastScripts: readonly unknown[],
  runContext: RunContext,
): Promise<Judged> {
  const tester = createTester(rule, runContext);
  const judged = await tester.test({ logged, values: [] });
  const { kind } = judged.outcome;
  if (lastScripts.length === 0 || kind === 'fail' || kind === 'unstable') return judged;

  return tester.test({ values: lastScripts, isAlone: true });
}
