/** Judges rules side by side, each as soon as those it stands on are judged, and looks once more where there is a reason. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Rule } from '../rule.ts';
import type { Ground } from './ground.ts';
import { type Judged, judgeCases, judgeRule } from './judge-rule.ts';
import type { Outcome, RuleResult } from './outcome.ts';
import { nothingDone, notSelected, toResult } from './rule-result.ts';
import { heedSightings } from './sightings.ts';

interface Together {
  readonly rules: readonly Rule[];
  /** Results that rules may stand on, of those judged before. */
  readonly before: readonly RuleResult[];
  readonly selects: (id: RuleId) => boolean;
  /** Rules judged side by side: where requests are few, some to the end rather than all of them halfway. */
  readonly atOnce: number;
  readonly onJudged?: ((result: RuleResult) => void) | undefined;
}

/** Every rule waits for those it comes after; one of a later stage for all of the earlier ones. The results keep the order of the rules. */
export async function judgeTogether(
  ground: Ground,
  { rules, before, selects, atOnce, onJudged }: Together,
): Promise<readonly RuleResult[]> {
  const pending = new Map<RuleId, Promise<RuleResult> | RuleResult>(
    before.map((result) => [result.id, result]),
  );
  const stageOf = (rule: Rule) => rule.stage ?? 0;
  const inTurn = createLanes(atOnce);

  const judge = async (rule: Rule): Promise<RuleResult> => {
    await null; // so that every rule is on the map before one looks for another
    const earlier = rules.filter((other) => stageOf(other) < stageOf(rule));
    await Promise.all(earlier.map(({ id }) => pending.get(id)));
    if (!isCalm(rule)) await revisited;
    const standsOn = await Promise.all((rule.after ?? []).map((id) => pending.get(id)));
    const started = performance.now();
    const judged = selects(rule.id)
      ? await inTurn(() => judgeUnlessBlocked(rule, standsOn, ground))
      : notSelected();
    const result = toResult(rule, judged, performance.now() - started);
    onJudged?.(result);

    return result;
  };
  const judging = rules.map((rule) => {
    const result = judge(rule);
    pending.set(rule.id, result);

    return { rule, result };
  });
  const revisited = Promise.all(
    judging
      .filter(({ rule }) => isCalm(rule))
      .map(async ({ rule, result }) => ({ rule, result: await result })),
  ).then((calm) =>
    Promise.all(
      calm.map(({ rule, result }) => revisit(rule, result, ground, rule.revisits(ground.wordsFor(rule)))),
    ),
  );
  const results = new Map(
    [...(await Promise.all(judging.map(({ result }) => result))), ...(await revisited)].map((result) => [
      result.id,
      result,
    ]),
  );

  return rules.flatMap((rule) => {
    const result = results.get(rule.id);

    return result === undefined ? [] : [heedSightings(rule, result, ground)];
  });
}

/** Whether the deployment is surely what it was when a rule of this kind has been judged. */
function isCalm({ stage = 0 }: Rule): boolean {
  return stage < 2;
}

/** Lets so many act at the same time, in the order in which they came. */
function createLanes(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;

  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}

/** Looks once more at a rule that has not failed where the run as a whole gave a reason to. */
export async function revisit(
  rule: Rule,
  result: RuleResult,
  ground: Ground,
  cases: readonly unknown[],
): Promise<RuleResult> {
  const { kind } = result.outcome;
  if (cases.length === 0 || (kind !== 'pass' && kind !== 'unstable')) return result;
  const again = await tellFaults(() => judgeCases(rule, cases, ground));
  const requests = result.requests + again.requests;

  const isOther = kind === 'pass' ? isReason(again.outcome) : again.outcome.kind === 'fail';
  if (isOther || again.outcome.kind === 'broken') return { ...result, outcome: again.outcome, requests };
  // The deployment is free to do what was found, and the report says so.
  if (kind === 'pass' && again.outcome.kind === 'skipped')
    return { ...result, outcome: { kind, omitted: again.outcome.why }, requests };

  return { ...result, requests };
}

/** A pass that was in doubt, and could not be looked at again, is none; what the deployment is free to do leaves it one. */
function isReason(outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'fail':
    case 'unstable':
    case 'blocked':
      return true;
    case 'skipped':
      return outcome.cause === 'not-judged';
    case 'broken':
    case 'pass':
    case 'observed':
      return false;
  }
}

async function judgeUnlessBlocked(
  rule: Rule,
  standsOn: readonly (RuleResult | undefined)[],
  ground: Ground,
): Promise<Judged> {
  const why = rule.lacks(ground.wordsFor(rule));
  if (why !== undefined) return nothingDone({ kind: 'skipped', cause: 'deployment-file', why });
  const by = standsOn.map(blockerIn).find((id) => id !== undefined && id !== rule.id);
  if (by !== undefined) return nothingDone({ kind: 'blocked', by, why: `it rests on ${by}, which failed` });

  const judged = await tellFaults(() => judgeRule(rule, ground));
  const omitted = judged.outcome.kind === 'pass' ? rule.omits?.(ground.wordsFor(rule)) : undefined;

  return omitted === undefined ? judged : { ...judged, outcome: { kind: 'pass', omitted } };
}

/** What is thrown here is a fault of the tool: it is said of the rule, and the others go on. */
async function tellFaults(judge: () => Promise<Judged>): Promise<Judged> {
  try {
    return await judge();
  } catch (error) {
    const fault = error instanceof Error ? `${error.name}: ${error.message}` : String(error);

    return nothingDone({ kind: 'broken', fault });
  }
}

/** The rule that failed, where this result has one to name: its own, or the one that it is blocked by. */
function blockerIn(result: RuleResult | undefined): RuleId | undefined {
  if (result?.outcome.kind === 'fail') return result.id;

  return result?.outcome.kind === 'blocked' ? result.outcome.by : undefined;
}
