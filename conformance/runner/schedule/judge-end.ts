/** Judges the end of a run: late violations, the rules over all requests, and whether the deployment still answers. */
import type { RuleId } from '../../../src/contract/rule-ids.ts';
import type { Rule } from '../../rule/rule.ts';
import { isLimitReached } from '../client/budget.ts';
import { checkLiveness, type FinalState, goneState, LIVENESS_RULE } from '../liveness.ts';
import type { RuleResult } from '../outcome.ts';
import type { RunContext } from '../run-context.ts';
import { concludeViolations } from './conclusions.ts';
import { judgeRules, revisit } from './judge-rules.ts';

/** Rules whose failure explains that the deployment responds at the end, but returns no fee. */
const EXPLAINING: ReadonlySet<RuleId> = new Set<RuleId>([LIVENESS_RULE, 'robustness/refuses-oversized-body']);

interface EndResult {
  /** In the order of the rules. */
  readonly results: readonly RuleResult[];
  /** One sentence if the deployment stopped answering and no selected rule reports it. */
  readonly inconclusive: string | undefined;
}

/** Whether a rule is judged after all requests of the other rules. */
export function isLast({ stage }: Rule): boolean {
  return stage === 5;
}

export async function judgeEnd(
  runContext: RunContext,
  rules: readonly Rule[],
  judged: readonly RuleResult[],
): Promise<EndResult> {
  const { client, liveness, reserves } = runContext;
  const stopped = async () => (liveness.isGone ? await goneState(runContext) : undefined);

  client.budget.reserve(reserves.end);
  liveness.beginEnd();
  const early = await stopped();
  const isBroken = early !== undefined || judged.some(explains);
  const before = isBroken ? judged : await judgeLateViolations(rules, judged, runContext);
  client.budget.reserve(0);
  const last = await judgeRules(runContext, {
    rules: rules.filter(isLast),
    before: before.map((result) => failWhereStopped(result, early)),
  });
  const isExplained = before.some(explains) || last.some(({ outcome }) => outcome.kind === 'fail');
  const state: FinalState =
    early ?? (await stopped()) ?? (isExplained ? { kind: 'answers' } : await checkLiveness(runContext));
  const all = new Map([...before, ...last].map((result) => [result.id, failWhereStopped(result, state)]));
  const results = rules.flatMap((rule) => {
    const result = all.get(rule.id);

    return result === undefined ? [] : [concludeViolations(rule, result, runContext)];
  });

  return { results, inconclusive: sentenceFor(state, runContext) };
}

function explains({ id, outcome }: RuleResult): boolean {
  return EXPLAINING.has(id) && outcome.kind === 'fail';
}

/** Judges violations that were seen after their rule was judged, such as in observations, or that the cap deferred. */
async function judgeLateViolations(
  rules: readonly Rule[],
  judged: readonly RuleResult[],
  runContext: RunContext,
): Promise<readonly RuleResult[]> {
  const { findings } = runContext.log;
  const results: RuleResult[] = [];
  for (const result of judged) {
    const { outcome } = result;
    const rule = rules.find(({ id }) => id === result.id);
    const isCutOff = outcome.kind === 'skipped' && isLimitReached(outcome.why);
    const passed = isCutOff ? { ...result, outcome: { kind: 'pass' } as const } : result;
    const again =
      rule === undefined
        ? result
        : await revisit(rule, passed, runContext, [], isCutOff ? findings.violations(rule.id) : undefined);
    const { kind } = again.outcome;
    results.push(kind === 'fail' || kind === 'unstable' ? again : result);
  }

  return results;
}

function failWhereStopped(result: RuleResult, state: FinalState | undefined): RuleResult {
  const { outcome } = result;
  const isExcluded = outcome.kind === 'skipped' && outcome.cause === 'not-selected';
  if (state?.kind !== 'stopped' || result.id !== LIVENESS_RULE || isExcluded) return result;

  return {
    ...result,
    outcome: { kind: 'fail', counterexample: state.counterexample },
    exercised: Math.max(1, result.exercised),
  };
}

function sentenceFor(state: FinalState, { deployment: { url }, selects }: RunContext): string | undefined {
  switch (state.kind) {
    case 'answers':
      return undefined;
    case 'unknown':
      return state.why;
    case 'stopped':
      return selects(LIVENESS_RULE)
        ? undefined
        : `${url.origin} stopped answering in the course of the run: ${state.counterexample.got}.`;
  }
}
