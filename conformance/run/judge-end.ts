/** The end of a run: what the last answers showed, the rules over all requests, and whether the deployment still answers. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { isLimitReached } from '../client/budget.ts';
import type { Rule } from '../rule.ts';
import { checkLiveness, type LastAnswer } from './check-liveness.ts';
import type { Ground } from './ground.ts';
import { judgeTogether, revisit } from './judge-together.ts';
import type { RuleResult } from './outcome.ts';
import { heedSightings } from './sightings.ts';

const IN_CHARGE: RuleId = 'robustness/survives-malformed-input';

/** Rules that have already said why a deployment that still answers gives no fee at the end. */
const EXPLAINING: ReadonlySet<RuleId> = new Set<RuleId>([IN_CHARGE, 'robustness/refuses-oversized-body']);

interface Ending {
  readonly rules: readonly Rule[];
  readonly judged: readonly RuleResult[];
  readonly probedBefore: ReadonlySet<string>;
  /** Requests kept for the rules over all requests and the last baseline. */
  readonly requestsOfTheEnd: number;
  readonly selects: (id: RuleId) => boolean;
  readonly onJudged: (result: RuleResult) => void;
}

interface Ended {
  /** In the order of the rules. */
  readonly results: readonly RuleResult[];
  /** One sentence where the deployment stopped answering and no selected rule says so. */
  readonly inconclusive: string | undefined;
}

/** Whether a rule is judged when all requests of the others have been sent. */
export function isLast({ stage }: Rule): boolean {
  return stage === 5;
}

/** The probes of the rules that look at every answer, so that those which the observations add can be told. */
export function probesOf(rules: readonly Rule[], ground: Ground): ReadonlySet<string> {
  return new Set(rules.filter(isWatching).flatMap((rule) => keysOf(rule, ground).map(({ key }) => key)));
}

export async function judgeEnd(
  ground: Ground,
  { rules, judged, probedBefore, requestsOfTheEnd, selects, onJudged }: Ending,
): Promise<Ended> {
  ground.client.holdBack(requestsOfTheEnd);
  const died = stoppedBy(ground);
  const isBroken = judged.some(({ id, outcome }) => EXPLAINING.has(id) && outcome.kind === 'fail');
  const before =
    died === undefined && !isBroken ? await lookAgain(rules, judged, probedBefore, ground) : judged;
  ground.client.holdBack(0);
  const last = await judgeTogether(ground, {
    rules: rules.filter(isLast),
    before: before.map((result) => failWhereStopped(result, died)),
    atOnce: 1,
    selects,
    onJudged,
  });
  const isKnown = [...before, ...last].some(
    ({ id, outcome }) => (EXPLAINING.has(id) || last.some((one) => one.id === id)) && outcome.kind === 'fail',
  );
  const end: LastAnswer =
    died ?? stoppedBy(ground) ?? (isKnown ? { kind: 'answers' } : await checkLiveness(ground));
  const all = new Map([...before, ...last].map((result) => [result.id, failWhereStopped(result, end)]));
  const results = rules.flatMap((rule) => {
    const result = all.get(rule.id);

    return result === undefined ? [] : [heedSightings(rule, result, ground)];
  });

  return { results, inconclusive: sentenceFor(end, selects, ground) };
}

function stoppedBy({ liveness: { death } }: Ground): LastAnswer | undefined {
  return death === undefined ? undefined : { kind: 'stopped', counterexample: death };
}

/** Rules that look at every answer judge what the observations met as well, and what the cap kept them from. */
async function lookAgain(
  rules: readonly Rule[],
  judged: readonly RuleResult[],
  probedBefore: ReadonlySet<string>,
  ground: Ground,
): Promise<readonly RuleResult[]> {
  const results: RuleResult[] = [];
  for (const result of judged) {
    const rule = rules.find(({ id }) => id === result.id);
    if (rule === undefined || !isWatching(rule)) {
      results.push(result);
      continue;
    }
    const { oddCallsTo } = ground.wordsFor(rule);
    const probes = keysOf(rule, ground).slice(0, oddCallsTo(rule.id).length);
    const cases = isCutOff(result) ? probes : probes.filter(({ key }) => !probedBefore.has(key));
    const passed = isCutOff(result) ? { ...result, outcome: { kind: 'pass' } as const } : result;
    const again = await revisit(
      rule,
      passed,
      ground,
      cases.map(({ probe }) => probe),
    );
    const { kind } = again.outcome;
    results.push(kind === 'fail' || kind === 'unstable' ? again : result);
  }

  return results;
}

function isCutOff({ outcome }: RuleResult): boolean {
  return outcome.kind === 'skipped' && isLimitReached(outcome.why);
}

function isWatching({ watchesEveryManner }: Rule): boolean {
  return watchesEveryManner === true;
}

function keysOf(rule: Rule, ground: Ground): readonly { readonly key: string; readonly probe: unknown }[] {
  if (rule.lacks(ground.wordsFor(rule)) !== undefined) return [];

  return rule
    .probes(ground.wordsFor(rule))
    .map((probe) => ({ key: `${rule.id} ${JSON.stringify(probe)}`, probe }));
}

function failWhereStopped(result: RuleResult, end: LastAnswer | undefined): RuleResult {
  const { outcome } = result;
  const isOut = outcome.kind === 'skipped' && outcome.cause === 'not-selected';
  if (end?.kind !== 'stopped' || result.id !== IN_CHARGE || isOut) return result;

  return {
    ...result,
    outcome: { kind: 'fail', counterexample: end.counterexample },
    exercised: Math.max(1, result.exercised),
  };
}

function sentenceFor(
  end: LastAnswer,
  selects: (id: RuleId) => boolean,
  { deployment: { url } }: Ground,
): string | undefined {
  switch (end.kind) {
    case 'answers':
      return undefined;
    case 'unknown':
      return end.why;
    case 'stopped':
      return selects(IN_CHARGE)
        ? undefined
        : `${url.origin} stopped answering in the course of the run: ${end.counterexample.got}.`;
  }
}
