/** Judges a deployment: preflight, must rules, should rules, observations, and the end of the run. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Latencies } from '../report/report.ts';
import type { Stamps } from '../rule/mtxids.ts';
import { blockedBy, notJudged, notSelected, type Outcome, type RuleResult, toResult } from './outcome.ts';
import type { PreflightFailure } from './preflight/preflight.ts';
import { PREFLIGHT_REQUESTS } from './run-limits.ts';
import { blockWhereSilent, nameCauses } from './schedule/conclusions.ts';
import { judgeEnd } from './schedule/judge-end.ts';
import { judgeMostRules } from './schedule/judge-most-rules.ts';
import { observedChoices } from './schedule/observer.ts';
import { openSession, type SessionOptions } from './session.ts';

export type RunOptions = SessionOptions & Required<Pick<SessionOptions, 'observations' | 'selects'>>;

export interface RunResult {
  readonly results: readonly RuleResult[];
  readonly requests: number;
  /** Undefined where there was no response. */
  readonly latencies: Latencies | undefined;
  /** One sentence where nothing could be judged. */
  readonly inconclusive: string | undefined;
  /** Whether the signal ended it early. */
  readonly wasInterrupted: boolean;
  /** The limit that kept requests from being sent; undefined where none did. */
  readonly limitReached?: string | undefined;
  /** The parts of identifiers that are unique to this run; undefined where none was sent. */
  readonly stamps?: Stamps;
  /** The observed choices of the deployment. */
  readonly choices: Readonly<Record<string, string>>;
}

/** Resolves whatever the deployment does. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { rules, observations, maxRequests, signal } = options;
  if (maxRequests < PREFLIGHT_REQUESTS)
    return {
      ...withoutBaseline(capTooLow(maxRequests), options),
      requests: 0,
      latencies: undefined,
      wasInterrupted: false,
    };
  await using session = await openSession(options);
  const { client, runContext } = session;
  if (runContext.kind !== 'ready') {
    const { latencies } = client;
    const requests = client.budget.sent;
    const wasInterrupted = signal?.aborted === true;

    return { ...withoutBaseline(runContext, options), requests, latencies, wasInterrupted };
  }

  const { results: judged, observed } = await judgeMostRules(runContext, rules, observations);
  const { results, inconclusive } = await judgeEnd(runContext, rules, judged);

  return {
    results: nameCauses(blockWhereSilent([...results, ...observed], runContext), rules),
    requests: client.budget.sent,
    latencies: client.latencies,
    inconclusive,
    wasInterrupted: signal?.aborted === true,
    limitReached: client.budget.limitReached,
    stamps: runContext.mtxids.stamps,
    choices: { ...runContext.choices, ...observedChoices(observed, observations) },
  };
}

function capTooLow(maxRequests: number): PreflightFailure {
  return {
    kind: 'nothing',
    why: `A cap of ${maxRequests} requests is too low to find out anything: give --max-requests ${PREFLIGHT_REQUESTS} or more.`,
  };
}

/** No valid request was accepted: one rule fails and blocks the others, or nothing can be judged. */
function withoutBaseline(
  preflight: PreflightFailure,
  { rules, observations, selects }: RunOptions,
): Omit<RunResult, 'requests' | 'latencies' | 'wasInterrupted'> {
  const outcomeOf = (id: RuleId): Outcome => {
    if (!selects(id)) return notSelected().outcome;
    if (preflight.kind === 'nothing') return notJudged(preflight.why);
    const { by, counterexample } = preflight;

    return id === by ? { kind: 'fail', counterexample } : blockedBy(by);
  };
  const results = [...rules, ...observations].map((rule) => {
    const outcome = outcomeOf(rule.id);

    return toResult(rule, { outcome, exercised: outcome.kind === 'fail' ? 1 : 0, requests: 0 }, 0);
  });

  return {
    results,
    inconclusive: preflight.kind === 'nothing' ? preflight.why : undefined,
    choices: {},
  };
}
