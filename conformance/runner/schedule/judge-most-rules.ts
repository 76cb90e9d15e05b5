/** Judges all rules except the last ones, and makes the observations, concurrently if enough requests are left. */
import { HARMLESS_STAGES, LATE_STAGES } from '../../observations/index.ts';
import type { Observation } from '../../observations/observation.ts';
import type { Rule } from '../../rule/rule.ts';
import { isLimitReached } from '../client/budget.ts';
import { checkLiveness, whyUnavailable } from '../liveness.ts';
import { notJudged, notSelected, type RuleResult, toResult, withoutRequests } from '../outcome.ts';
import type { RunContext } from '../run-context.ts';
import { REQUESTS_OF_RULE } from '../run-limits.ts';
import { isLast } from './judge-end.ts';
import { judgeRules } from './judge-rules.ts';
import { createObserver } from './observer.ts';

interface MostResults {
  /** In the order of the rules. */
  readonly results: readonly RuleResult[];
  readonly observed: readonly RuleResult[];
}

/**
 * The must rules come first, so that the others cannot use up requests or break the deployment before. With few
 * requests, each part ends before the next one begins.
 */
export async function judgeMostRules(
  runContext: RunContext,
  rules: readonly Rule[],
  observations: readonly Observation[],
): Promise<MostResults> {
  const { client, reserves, selects } = runContext;
  const judge = (some: readonly Rule[], before: readonly RuleResult[], atOnce?: number) =>
    judgeRules(runContext, { rules: some, before, atOnce });
  const observer = createObserver(runContext, observations);
  const musts = rules.filter((rule) => rule.level === 'must' && !isLast(rule));
  const shoulds = rules.filter(({ level }) => level !== 'must');
  const isShouldSelected = shoulds.some(({ id }) => selects(id));

  client.budget.reserve(reserves.end);
  const harmless = await judgeRules(runContext, {
    rules: musts.filter(isHarmless),
    before: [],
    reserveForOthers: { random: reserves.others, afterwards: reserves.end },
  });
  const atOnce = Math.max(1, Math.floor(client.budget.left / REQUESTS_OF_RULE));
  const isTogether = atOnce >= shoulds.length;

  const judgeLate = () =>
    judge(
      musts.filter((rule) => !isHarmless(rule)),
      harmless,
    );
  const judgeShoulds = async () => {
    const unavailable = isShouldSelected ? await whyUnavailable(runContext) : undefined;
    if (unavailable !== undefined) return { unavailable, results: [] };
    client.budget.reserve(reserves.lateViolations);
    const [results] = await Promise.all([
      judge(shoulds.filter(isHarmless), harmless, atOnce),
      isTogether ? observer.run(HARMLESS_STAGES) : undefined,
    ]);

    return { unavailable, results };
  };
  const together = isTogether ? judgeShoulds() : undefined;
  const lateTogether = await judgeLate();
  await together;
  const isDoubtful = together !== undefined && lateTogether.some(hasFailed);
  const late = isDoubtful ? await judgeAlone(lateTogether, judgeLate, runContext) : lateTogether;
  // A late rule may have broken the deployment, and so failed the others.
  const isDisturbed = isDoubtful && late.some(hasFailed);
  const { unavailable, results } = await (together === undefined || isDisturbed ? judgeShoulds() : together);
  const before = [...harmless, ...late, ...results];
  const rest =
    unavailable === undefined
      ? await judge(
          shoulds.filter((rule) => !isHarmless(rule)),
          before,
          atOnce,
        )
      : shoulds.map((rule) =>
          toResult(rule, selects(rule.id) ? withoutRequests(notJudged(unavailable)) : notSelected(), 0),
        );
  const isOver = unavailable !== undefined && !isLimitReached(unavailable);
  if (!isOver) await observer.run(isTogether ? LATE_STAGES : [...HARMLESS_STAGES, ...LATE_STAGES]);
  const all = new Map([...before, ...rest].map((result) => [result.id, result]));

  return {
    results: rules.map(({ id }) => all.get(id)).filter((result) => result !== undefined),
    observed: await observer.results(isOver ? unavailable : undefined),
  };
}

/** Judges failed rules again, alone: a request of a concurrent rule may have broken the deployment. */
async function judgeAlone(
  results: readonly RuleResult[],
  judge: () => Promise<readonly RuleResult[]>,
  runContext: RunContext,
): Promise<readonly RuleResult[]> {
  const state = await checkLiveness(runContext);
  switch (state.kind) {
    case 'answers':
      return judge();
    // A deployment that is broken for good would not show the cause.
    case 'stopped':
      return results;
    case 'unknown':
      return results.map((result) =>
        hasFailed(result) ? { ...result, outcome: notJudged(state.why) } : result,
      );
  }
}

function hasFailed({ outcome }: RuleResult): boolean {
  return outcome.kind === 'fail';
}

/** Whether the rule leaves the deployment as it was. */
function isHarmless({ stage = 0 }: Rule): boolean {
  return stage <= 1;
}
