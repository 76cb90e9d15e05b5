/** A whole run: footing, habits, then every selected rule as soon as those it stands on are judged. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Latencies } from '../client/latencies.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Rule } from '../rule.ts';
import { approach } from './approach.ts';
import type { Effort } from './effort.ts';
import type { Ground } from './ground.ts';
import { type Judged, judgeCases, judgeRule } from './judge-rule.ts';
import { nameCauses } from './name-causes.ts';
import type { Outcome, RuleResult } from './outcome.ts';
import type { NoFooting } from './preflight.ts';

export interface RunOptions {
  readonly deployment: Deployment;
  readonly rules: readonly Rule[];
  /** Which rules to judge; the others are listed as not selected. */
  readonly selects: (id: RuleId) => boolean;
  readonly effort: Effort;
  readonly seed: number;
  readonly maxRequests: number;
  /** Told of every rule that is judged. */
  readonly onJudged?: (result: RuleResult) => void;
}

export interface RunResult {
  readonly results: readonly RuleResult[];
  readonly requests: number;
  /** Undefined where nothing was answered. */
  readonly latencies: Latencies | undefined;
  /** One sentence where nothing could be judged. */
  readonly inconclusive: string | undefined;
  /** What the deployment chose where the document is silent. */
  readonly choices: Readonly<Record<string, string>>;
}

/** The most that the preflight can need: every form of a valid call, asked twice, and the habits. */
const PREFLIGHT_REQUESTS = 40;

/** Judges a deployment. Resolves whatever the deployment does. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { maxRequests } = options;
  if (maxRequests < PREFLIGHT_REQUESTS)
    return { ...withoutFooting(capTooLow(maxRequests), options), requests: 0, latencies: undefined };
  await using site = await approach(options);
  const { client, ground } = site;
  if (ground.kind !== 'ready') {
    const { sent: requests, latencies } = client;

    return { ...withoutFooting(ground, options), requests, latencies };
  }

  return {
    results: await judgeAll(ground, options),
    requests: client.sent,
    latencies: client.latencies,
    inconclusive: undefined,
    choices: ground.choices,
  };
}

/** Every rule waits for those it comes after; one of a later stage for all of the earlier ones. The results keep the order of the list. */
async function judgeAll(
  ground: Ground,
  { rules, selects, onJudged }: RunOptions,
): Promise<readonly RuleResult[]> {
  const pending = new Map<RuleId, Promise<RuleResult>>();
  const stageOf = (rule: Rule) => rule.stage ?? 0;

  const judge = async (rule: Rule): Promise<RuleResult> => {
    await null; // so that every rule is on the map before one looks for another
    const earlier = rules.filter((other) => stageOf(other) < stageOf(rule));
    await Promise.all(earlier.map(({ id }) => pending.get(id)));
    const standsOn = await Promise.all((rule.after ?? []).map((id) => pending.get(id)));
    const started = performance.now();
    const judged = selects(rule.id) ? await judgeUnlessBlocked(rule, standsOn, ground) : notSelected();
    const result = toResult(rule, judged, performance.now() - started);
    onJudged?.(result);

    return result;
  };
  for (const rule of rules) pending.set(rule.id, judge(rule));

  const results = await Promise.all(pending.values());

  return nameCauses(
    await Promise.all(results.map((result, index) => revisit(rules[index], result, ground))),
    rules,
  );
}

/** Looks once more at a rule that has not failed where the run as a whole gave a reason to. */
async function revisit(rule: Rule | undefined, result: RuleResult, ground: Ground): Promise<RuleResult> {
  const { kind } = result.outcome;
  const cases =
    rule === undefined || (kind !== 'pass' && kind !== 'unstable')
      ? []
      : rule.revisits(ground.wordsFor(rule));
  if (rule === undefined || cases.length === 0) return result;
  const again = await tellFaults(() => judgeCases(rule, cases, ground));
  const requests = result.requests + again.requests;

  return again.outcome.kind === 'fail' || again.outcome.kind === 'broken'
    ? { ...result, outcome: again.outcome, requests }
    : { ...result, requests };
}

async function judgeUnlessBlocked(
  rule: Rule,
  standsOn: readonly (RuleResult | undefined)[],
  ground: Ground,
): Promise<Judged> {
  const by = standsOn.map(blockerIn).find((id) => id !== undefined && id !== rule.id);
  if (by !== undefined) return nothingDone({ kind: 'blocked', by, why: `it rests on ${by}, which failed` });

  return tellFaults(() => judgeRule(rule, ground));
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

function capTooLow(maxRequests: number): NoFooting {
  return {
    kind: 'nothing',
    why: `A cap of ${maxRequests} requests is too low to find out anything: give --max-requests ${PREFLIGHT_REQUESTS} or more.`,
  };
}

function notSelected(): Judged {
  return nothingDone({ kind: 'skipped', cause: 'not-selected', why: 'not selected with --only or --skip' });
}

function nothingDone(outcome: Outcome): Judged {
  return { outcome, exercised: 0, requests: 0 };
}

function toResult(
  { id, section, level, title, merchant = 'one' }: Rule,
  judged: Judged,
  ms: number,
): RuleResult {
  return { id, section, level, title, merchant, ...judged, durationMs: Math.round(ms) };
}

/** No valid request was answered as a success: one rule says so, the others rest on it. */
function withoutFooting(
  footing: NoFooting,
  { rules, selects }: RunOptions,
): Omit<RunResult, 'requests' | 'latencies'> {
  const outcomeOf = (id: RuleId): Outcome => {
    if (!selects(id)) return notSelected().outcome;
    if (footing.kind === 'nothing') return { kind: 'skipped', cause: 'not-judged', why: footing.why };
    const { by, counterexample } = footing;

    return id === by
      ? { kind: 'fail', counterexample }
      : { kind: 'blocked', by, why: `it rests on ${by}, which failed` };
  };
  const results = rules.map((rule) => {
    const outcome = outcomeOf(rule.id);

    return toResult(rule, { outcome, exercised: outcome.kind === 'fail' ? 1 : 0, requests: 0 }, 0);
  });

  return { results, inconclusive: footing.kind === 'nothing' ? footing.why : undefined, choices: {} };
}
