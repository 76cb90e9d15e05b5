/** A whole run: footing, habits, the must rules, the others, what is observed, and the end. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { isLimitReached } from '../client/budget.ts';
import type { Latencies } from '../client/latencies.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { Stamps } from '../fresh-mtxids.ts';
import type { Observation } from '../observations/observation.ts';
import type { Rule } from '../rule.ts';
import { approach } from './approach.ts';
import { whyGone } from './check-liveness.ts';
import type { Effort } from './effort.ts';
import type { Ground } from './ground.ts';
import { isLast, judgeEnd, probesOf } from './judge-end.ts';
import { judgeTogether } from './judge-together.ts';
import { nameCauses } from './name-causes.ts';
import { choicesIn, observe } from './observe.ts';
import type { Outcome, RuleResult } from './outcome.ts';
import type { NoFooting } from './preflight.ts';
import { notJudged, notSelected, toResult } from './rule-result.ts';

export interface RunOptions {
  readonly deployment: Deployment;
  readonly rules: readonly Rule[];
  readonly observations: readonly Observation[];
  /** Which rules to judge; the others are listed as not selected. */
  readonly selects: (id: RuleId) => boolean;
  readonly effort: Effort;
  readonly seed: number;
  readonly maxRequests: number;
  /** Milliseconds after which no request is sent any more. */
  readonly maxTime: number;
  /** Requests that the deployment puts off and that do not count; none unless given. */
  readonly freeRetries?: number;
  /** Of which rules one failure must not hide another; of none unless said. */
  readonly goesOn?: (id: RuleId) => boolean;
  /** Ends the run before its time: what is not judged by then says so. */
  readonly signal?: AbortSignal | undefined;
  /** Told of every rule that is judged, and of the requests so far. */
  readonly onJudged?: (result: RuleResult, requests: number) => void;
}

/** The options with whoever listens, and is told of a result alone. */
type Told = RunOptions & { readonly onJudged: (result: RuleResult) => void };

export interface RunResult {
  readonly results: readonly RuleResult[];
  readonly requests: number;
  /** Undefined where nothing was answered. */
  readonly latencies: Latencies | undefined;
  /** One sentence where nothing could be judged. */
  readonly inconclusive: string | undefined;
  /** Whether it was ended before its time. */
  readonly wasInterrupted: boolean;
  /** Which limit kept requests from being sent; undefined where none did. */
  readonly limitReached?: string | undefined;
  /** What is of this run alone in the identifiers that were sent; undefined where none was. */
  readonly stamps?: Stamps;
  /** What the deployment chose where the document is silent. */
  readonly choices: Readonly<Record<string, string>>;
}

/** The most that the preflight can need: every form of a valid call, asked twice, and the habits. */
const PREFLIGHT_REQUESTS = 40;

/** What one rule may well take, counterexample and all: so many of those left are judged side by side as it goes into. */
const REQUESTS_OF_A_RULE = 40;

/** Requests kept for the end of a run: the rules over all requests and the last baseline. */
function requestsOfTheEnd(maxRequests: number): number {
  return maxRequests < 500 ? 2 : 12;
}

/** Of those and of a few more, to repeat what the should rules and observations met. */
function requestsToLookAgain(maxRequests: number): number {
  return maxRequests < 500 ? 9 : 40;
}

/** Judges a deployment. Resolves whatever the deployment does. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { maxRequests, signal } = options;
  if (maxRequests < PREFLIGHT_REQUESTS)
    return {
      ...withoutFooting(capTooLow(maxRequests), options),
      requests: 0,
      latencies: undefined,
      wasInterrupted: false,
    };
  await using site = await approach(options);
  const { client, ground } = site;
  if (ground.kind !== 'ready') {
    const { sent: requests, latencies } = client;

    return {
      ...withoutFooting(ground, options),
      requests,
      latencies,
      wasInterrupted: signal?.aborted === true,
    };
  }

  const told = { ...options, onJudged: (result: RuleResult) => options.onJudged?.(result, client.sent) };
  const { results: judged, gone } = await judgeAll(ground, told);
  const { rules } = options;
  const probedBefore = probesOf(rules, ground);
  const observed = await observe(ground, told, gone);
  const { results, inconclusive } = await judgeEnd(ground, {
    ...told,
    judged,
    probedBefore,
    requestsOfTheEnd: requestsOfTheEnd(options.maxRequests),
  });

  return {
    results: [...nameCauses(results, rules), ...observed],
    requests: client.sent,
    latencies: client.latencies,
    inconclusive,
    wasInterrupted: signal?.aborted === true,
    limitReached: client.spent,
    stamps: ground.mtxids.stamps,
    choices: { ...ground.choices, ...choicesIn(observed, options.observations) },
  };
}

/**
 * The must rules are judged first and to the end: no other rule can take requests from them, or leave them a
 * deployment that it broke: `gone` says how. The results keep the order of the list.
 */
async function judgeAll(
  ground: Ground,
  { rules, selects, maxRequests, onJudged }: Told,
): Promise<{ readonly results: readonly RuleResult[]; readonly gone: string | undefined }> {
  const musts = rules.filter((rule) => rule.level === 'must' && !isLast(rule));
  ground.client.holdBack(requestsOfTheEnd(maxRequests));
  const others = rules.filter(({ level }) => level !== 'must');
  const first = await judgeTogether(ground, {
    rules: musts,
    before: [],
    atOnce: Number.POSITIVE_INFINITY,
    selects,
    onJudged,
  });
  const gone = others.some(({ id }) => selects(id)) ? await whyGone(ground) : undefined;
  ground.client.holdBack(requestsToLookAgain(maxRequests));
  const { left } = ground.client;
  const atOnce = Math.max(1, Math.floor(left / REQUESTS_OF_A_RULE));
  const rest =
    gone === undefined
      ? await judgeTogether(ground, { rules: others, before: first, atOnce, selects, onJudged })
      : others.map((rule) => toResult(rule, selects(rule.id) ? notJudged(gone) : notSelected(), 0));
  const results = new Map([...first, ...rest].map((result) => [result.id, result]));

  const inOrder = rules.map(({ id }) => results.get(id)).filter((result) => result !== undefined);

  return { results: inOrder, gone: isLimitReached(gone) ? undefined : gone };
}

function capTooLow(maxRequests: number): NoFooting {
  return {
    kind: 'nothing',
    why: `A cap of ${maxRequests} requests is too low to find out anything: give --max-requests ${PREFLIGHT_REQUESTS} or more.`,
  };
}

/** No valid request was answered as a success: one rule says so, the others rest on it. */
function withoutFooting(
  footing: NoFooting,
  { rules, observations, selects }: RunOptions,
): Omit<RunResult, 'requests' | 'latencies' | 'wasInterrupted'> {
  const outcomeOf = (id: RuleId): Outcome => {
    if (!selects(id)) return notSelected().outcome;
    if (footing.kind === 'nothing') return { kind: 'skipped', cause: 'not-judged', why: footing.why };
    const { by, counterexample } = footing;

    return id === by
      ? { kind: 'fail', counterexample }
      : { kind: 'blocked', by, why: `it rests on ${by}, which failed` };
  };
  const results = [...rules, ...observations].map((rule) => {
    const outcome = outcomeOf(rule.id);

    return toResult(rule, { outcome, exercised: outcome.kind === 'fail' ? 1 : 0, requests: 0 }, 0);
  });

  return {
    results,
    inconclusive: footing.kind === 'nothing' ? footing.why : undefined,
    choices: {},
  };
}
