/** Judges rules concurrently: each after those that it depends on, and all listed scripts before random ones. */

import type { RuleId } from '../../../src/contract/rule-ids.ts';
import { now } from '../../rule/clock.ts';
import type { Rule } from '../../rule/rule.ts';
import type { Script } from '../../rule/script.ts';
import { createTurns } from '../client/turns.ts';
import type { LoggedViolation } from '../history/run-log.ts';
import {
  blockedBy,
  failuresOf,
  type Judged,
  notSelected,
  type RuleResult,
  toResult,
  withoutRequests,
} from '../outcome.ts';
import { ONE_AFTER_ANOTHER, type RunnerContext } from '../session.ts';
import { concludeViolations } from './conclusions.ts';
import { createRuleJudge, type RuleJudge, scriptsOf } from './judge-rule.ts';

interface JudgeOptions {
  readonly rules: readonly Rule[];
  /** Earlier results, of rules that these may depend on. */
  readonly before: readonly RuleResult[];
  /** The number of concurrent rules: with few requests left, some rules can then be completed. */
  readonly atOnce?: number | undefined;
  /** Whether random scripts leave requests to the other rules. */
  readonly leavesOthers?: true;
}

/**
 * The listed scripts of a stage are tried after those of all earlier stages, and random ones after them. The results keep
 * the order of the rules.
 */
export async function judgeRules(
  runContext: RunnerContext,
  { rules, before, atOnce = rules.length, leavesOthers }: JudgeOptions,
): Promise<readonly RuleResult[]> {
  const { client, selects, onJudged, contextFor } = runContext;
  const results = new Map<RuleId, RuleResult | Promise<RuleResult>>(
    before.map((result) => [result.id, result]),
  );
  const judges = new Map<Rule, RuleJudge>();
  const inLane = createTurns(() => atOnce).shared;
  const stageOf = ({ stage = 0 }: Rule) => stage;

  const judgeListed = async (rule: Rule, judge: RuleJudge): Promise<RuleResult> => {
    await null; // Until each rule of the stage has its entry.
    const dependencies = await Promise.all((rule.dependsOn ?? []).map((id) => results.get(id)));
    const startedAt = now();
    const judged = selects(rule.id)
      ? await inLane(() => judgeUnlessBlocked(rule, judge, dependencies, runContext))
      : notSelected();
    const result = toResult(rule, judged, now() - startedAt);
    if (!judge.waits) onJudged(result);

    return result;
  };
  const judgeFurther = async (
    rule: Rule,
    further: () => Promise<Judged | undefined>,
  ): Promise<RuleResult> => {
    const result = (await results.get(rule.id)) as RuleResult;
    const startedAt = now();
    const judged = await inLane(() => catchErrors(further));
    if (judged === undefined) return result;

    return toResult(rule, withOmission(judged, rule, runContext), result.durationMs + now() - startedAt);
  };
  const judgeWaiting = async (rule: Rule, judge: RuleJudge) => {
    await results.get(rule.id);
    if (!judge.waits) return;
    const result = await judgeFurther(rule, judge.judgeWaiting);
    results.set(rule.id, result);
    onJudged(result);
  };
  const waiting: Promise<void>[] = [];

  for (const stage of [...new Set(rules.map(stageOf))].toSorted()) {
    const ofStage = rules.filter((rule) => stageOf(rule) === stage);
    for (const rule of ofStage) {
      const judge = createRuleJudge(rule, runContext, priorityOf(rule, rules));
      judges.set(rule, judge);
      results.set(rule.id, judgeListed(rule, judge));
      waiting.push(judgeWaiting(rule, judge));
    }
    await Promise.all(ofStage.map(({ id }) => results.get(id)));
  }
  await Promise.all(waiting);
  if (leavesOthers) client.budget.keepFor('other-rules');
  const complete = await Promise.all(
    rules.map((rule) => judgeFurther(rule, async () => judges.get(rule)?.judgeRandom())),
  );
  if (leavesOthers) client.budget.keepFor('end');
  const failedAtOnce = complete.filter(hasFailedAtOnce).map(({ id }) => id);
  const failed = new Set(
    [...before, ...complete].filter(({ outcome }) => outcome.kind === 'fail').map(({ id }) => id),
  );

  return Promise.all(
    rules.map(async (rule, index) => {
      const result = complete[index] as RuleResult;
      const lastScripts = rule.lastScripts(contextFor(rule), failedAtOnce);
      // An outage that is over prevented them: the rule that is to judge the refused call has not failed.
      const { outcome } = result;
      const isOver = isPrevented(result) && outcome.kind === 'blocked' && !failed.has(outcome.by);
      const again = isOver ? scriptsOf(rule, runContext).listed : [];

      return concludeViolations(
        rule,
        await revisit(rule, result, runContext, [...again, ...lastScripts]),
        runContext,
      );
    }),
  );
}

/** Rules that others wait for come first, the longest chain before others; then those that had to wait longest. */
function priorityOf(rule: Rule, rules: readonly Rule[]): number {
  if (rule.stage === 2) return ONE_AFTER_ANOTHER.rule;
  const chainOf = (from: Rule, next: (one: Rule) => readonly Rule[]): number =>
    1 + Math.max(0, ...next(from).map((one) => chainOf(one, next)));
  const dependents = chainOf(rule, ({ id }) => rules.filter(({ dependsOn }) => dependsOn?.includes(id)));
  const dependencies = chainOf(rule, ({ dependsOn = [] }) =>
    rules.filter(({ id }) => dependsOn.includes(id)),
  );

  return dependents + dependencies / rules.length;
}

/** Judges a rule that has not failed by violations that observers saw since it was judged, and by its last scripts. */
export async function revisit(
  rule: Rule,
  result: RuleResult,
  runContext: RunnerContext,
  lastScripts: readonly Script[] = [],
  logged: readonly LoggedViolation[] = runContext.log.findings.takeNew(rule.id),
): Promise<RuleResult> {
  const { kind } = result.outcome;
  const isOpen = kind === 'pass' || kind === 'unstable' || isPrevented(result);
  if (logged.length + lastScripts.length === 0 || !isOpen) return result;
  const again = await catchErrors(() => createRuleJudge(rule, runContext).judgeAgain(logged, lastScripts));
  const requests = result.requests + again.requests;
  const { outcome } = again;
  const isWorse = outcome.kind === 'fail' || outcome.kind === 'broken';
  if (kind === 'unstable' && !isWorse) return { ...result, requests };
  if (outcome.kind === 'pass' || outcome.kind === 'observed')
    return { ...result, ...(kind === 'blocked' && { outcome }), requests };
  // The rule still passes after a legal choice, but not with an unresolved doubt.
  const isChoice = outcome.kind === 'skipped' && outcome.cause !== 'not-judged';

  return { ...result, outcome: isChoice ? { kind: 'pass', omitted: outcome.why } : outcome, requests };
}

/** Whether a server error prevented the judgement, perhaps as other requests were in progress. */
function isPrevented({ outcome }: RuleResult): boolean {
  return outcome.kind === 'blocked' && /was refused: refused: 5\d\d\b/.test(outcome.why);
}

async function judgeUnlessBlocked(
  rule: Rule,
  judge: RuleJudge,
  dependencies: readonly (RuleResult | undefined)[],
  runContext: RunnerContext,
): Promise<Judged> {
  const context = runContext.contextFor(rule);
  const lacking = rule.missing(context);
  if (lacking !== undefined)
    return withoutRequests({ kind: 'skipped', cause: 'deployment-file', why: lacking });
  const needless = rule.notApplicable?.(context);
  if (needless !== undefined) return withoutRequests({ kind: 'skipped', cause: 'choice', why: needless });
  const failed = dependencies.map(failedRuleOf).find((id) => id !== undefined && id !== rule.id);
  if (failed !== undefined) return withoutRequests(blockedBy(failed));

  return withOmission(await catchErrors(() => judge.judgeListed()), rule, runContext);
}

/** Adds to a pass what the deployment file leaves untested. */
function withOmission(judged: Judged, rule: Rule, { contextFor }: RunnerContext): Judged {
  const omitted = judged.outcome.kind === 'pass' ? rule.untested?.(contextFor(rule)) : undefined;

  return omitted === undefined ? judged : { ...judged, outcome: { kind: 'pass', omitted } };
}

/** Catches internal errors: the report shows them for their rule, and the other rules are judged. */
async function catchErrors<T extends Judged | undefined>(judge: () => Promise<T>): Promise<T | Judged> {
  try {
    return await judge();
  } catch (error) {
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);

    return withoutRequests({ kind: 'broken', fault });
  }
}

function hasFailedAtOnce(result: RuleResult): boolean {
  const { outcome } = result;
  if (outcome.kind !== 'unstable') return isPrevented(result);

  return outcome.atOnce || outcome.counterexample.transcript.steps.some(({ concurrent }) => concurrent);
}

/**
 * The rule that failed: this one, or the one that it is blocked by. A failure that belongs to another rule blocks none,
 * nor does a rule of which a request was refused, as by a server that fails under concurrent requests.
 */
function failedRuleOf(result: RuleResult | undefined): RuleId | undefined {
  const { id, outcome } = result ?? {};
  if (outcome?.kind === 'fail')
    return failuresOf(outcome).every(({ counterexample }) => counterexample.owner) ? undefined : id;

  return outcome?.kind === 'blocked' && outcome.why === blockedBy(outcome.by).why ? outcome.by : undefined;
}
