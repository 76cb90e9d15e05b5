/** Judges rules concurrently: each after those that it depends on, and all edge cases before random cases. */

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
import { ONE_AFTER_ANOTHER, type RunnerContext } from '../run-context.ts';
import { concludeViolations } from './conclusions.ts';
import { casesOf, createRuleJudge, type RuleJudge } from './judge-rule.ts';

interface JudgeOptions {
  readonly rules: readonly Rule[];
  /** Earlier results, of rules that these may depend on. */
  readonly before: readonly RuleResult[];
  /** The number of concurrent rules: with few requests left, some rules can then be completed. */
  readonly atOnce?: number | undefined;
  /** Whether random cases leave requests to the other rules. */
  readonly leavesOthers?: true;
}

/** A rule with its judge and its latest result. */
interface RuleEntry {
  readonly rule: Rule;
  readonly judge: RuleJudge;
  readonly result: RuleResult;
}

/**
 * The edge cases of a stage are tried after those of all earlier stages, and random cases after them. The results keep
 * the order of the rules.
 */
export async function judgeRules(
  runContext: RunnerContext,
  { rules, before, atOnce = rules.length, leavesOthers }: JudgeOptions,
): Promise<readonly RuleResult[]> {
  const { client, selects, onJudged } = runContext;
  const results = new Map<RuleId, RuleResult | Promise<RuleResult>>(
    before.map((result) => [result.id, result]),
  );
  const inLane = createTurns(() => atOnce).shared;

  const judgeProbes = async (rule: Rule, judge: RuleJudge): Promise<RuleResult> => {
    await null; // Until each rule of the stage has its entry.
    const dependencies = await Promise.all((rule.dependsOn ?? []).map((id) => results.get(id)));
    const startedAt = now();
    const judged = selects(rule.id)
      ? await inLane(() => judgeUnlessBlocked(rule, judge, dependencies, runContext))
      : notSelected();
    const result = toResult(rule, judged, now() - startedAt);
    onJudged(result);

    return result;
  };
  const judgeStage = (some: readonly Rule[]): Promise<readonly RuleEntry[]> =>
    Promise.all(
      some
        .map((rule) => {
          const judge = createRuleJudge(rule, runContext, priorityOf(rule, rules));
          const result = judgeProbes(rule, judge);
          results.set(rule.id, result);

          return { rule, judge, result };
        })
        .map(async (entry) => ({ ...entry, result: await entry.result })),
    );
  const judgeRandomCases = async ({ rule, judge, result }: RuleEntry): Promise<RuleResult> => {
    if (result.outcome.kind === 'blocked' || result.outcome.kind === 'skipped') return result;
    const startedAt = now();
    const judged = await inLane(() => catchErrors(() => judge.judgeRandomCases()));
    if (judged.requests === result.requests) return result;

    return toResult(rule, withOmission(judged, rule, runContext), result.durationMs + now() - startedAt);
  };

  const judged: RuleEntry[] = [];
  for (const stage of [...new Set(rules.map(stageOf))].toSorted())
    judged.push(...(await judgeStage(rules.filter((rule) => stageOf(rule) === stage))));
  if (leavesOthers) client.budget.keepFor('other-rules');
  const complete = await Promise.all(
    judged.map(async (entry) => ({ rule: entry.rule, result: await judgeRandomCases(entry) })),
  );
  if (leavesOthers) client.budget.keepFor('end');
  const failedAtOnce = complete.flatMap(({ result }) => (hasFailedAtOnce(result) ? [result.id] : []));
  const failed = new Set(
    [...before, ...complete.map(({ result }) => result)].flatMap(({ id, outcome }) =>
      outcome.kind === 'fail' ? [id] : [],
    ),
  );
  const final = await Promise.all(
    complete.map(async ({ rule, result }) => {
      const lastScripts = rule.lastScripts(runContext.contextFor(rule), failedAtOnce);
      // An outage that is over prevented them: the rule that is to judge the refused call has not failed.
      const { outcome } = result;
      const isOver = isPrevented(result) && outcome.kind === 'blocked' && !failed.has(outcome.by);
      const again = isOver ? casesOf(rule, runContext).probes : [];

      return { rule, result: await revisit(rule, result, runContext, [...again, ...lastScripts]) };
    }),
  );

  return final
    .toSorted((one, other) => rules.indexOf(one.rule) - rules.indexOf(other.rule))
    .map(({ rule, result }) => concludeViolations(rule, result, runContext));
}

function stageOf({ stage = 0 }: Rule): number {
  return stage;
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

/** Judges a rule that has not failed by violations that observers saw since it was judged, and by its last cases. */
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
  if (outcome.kind === 'fail' || outcome.kind === 'broken') return { ...result, outcome, requests };
  if (kind === 'unstable') return { ...result, requests };
  switch (outcome.kind) {
    case 'unstable':
    case 'blocked':
      return { ...result, outcome, requests };
    case 'skipped':
      // The rule still passes after a legal choice, but not with an unresolved doubt.
      return {
        ...result,
        outcome: outcome.cause === 'not-judged' ? outcome : { kind: 'pass', omitted: outcome.why },
        requests,
      };
    case 'pass':
    case 'observed':
      return { ...result, ...(kind === 'blocked' ? { outcome } : {}), requests };
  }
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
  const why = rule.missing(runContext.contextFor(rule));
  if (why !== undefined) return withoutRequests({ kind: 'skipped', cause: 'deployment-file', why });
  const failed = dependencies.map(failedRuleOf).find((id) => id !== undefined && id !== rule.id);
  if (failed !== undefined) return withoutRequests(blockedBy(failed));

  return withOmission(await catchErrors(() => judge.judgeProbes()), rule, runContext);
}

/** Adds to a pass what the deployment file leaves untested. */
function withOmission(judged: Judged, rule: Rule, { contextFor }: RunnerContext): Judged {
  const omitted = judged.outcome.kind === 'pass' ? rule.untested?.(contextFor(rule)) : undefined;

  return omitted === undefined ? judged : { ...judged, outcome: { kind: 'pass', omitted } };
}

/** Catches internal errors: the report shows them for their rule, and the other rules are judged. */
async function catchErrors(judge: () => Promise<Judged>): Promise<Judged> {
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
