/** Judges the services of traffic, each by itself, and sums up what they show. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Call } from '../../src/exchange/call.ts';
import type { Hint } from '../../src/exchange/client-observer.ts';
import { type CoverageCounter, createCoverage } from '../report/coverage.ts';
import type { Rule } from '../rule/rule.ts';
import { RULES } from '../rules/index.gen.ts';
import { decisionOn, MATCHES_REFERENCE } from './decisions.ts';
import { createTenantReader } from './not-judged.ts';
import type { Prices } from './prices.ts';
import { createService, type JudgedRule, nothingCounted, type Service, type Tally } from './service.ts';
import { BY_MTXID_ALONE } from './traffic-history.ts';

export interface ServiceObserver {
  /** Judges a call. @param isMasked whether a recorder has replaced values of its response @returns the violations that count, as hints */
  readonly observe: (call: Call, isMasked: boolean) => readonly Hint[];
  /** What all services show of a rule; undefined where exchanges cannot decide it. */
  readonly result: (id: RuleId) => RuleCounts | undefined;
  /** The observations at the service with the most exchanges, and the number of exchanges. */
  readonly observations: () => Observations | undefined;
  /** Exchanges that were not judged, by the reason. */
  readonly notJudged: ReadonlyMap<string, number>;
  readonly coverage: CoverageCounter['counts'];
}

type Observations = Pick<Service, 'collector' | 'count'>;

/** The counts of a rule at all services. */
interface RuleCounts extends Tally {
  /** The first violation of a service that fails the rule. */
  failing: Tally['first'];
  /** What violations could be that prove nothing. */
  readonly couldBe: string;
}

interface ServiceObserverOptions {
  readonly selects: (id: RuleId) => boolean;
  readonly prices: Prices | undefined;
  readonly isComplete: boolean;
  /** Violations of a rule that count as accidents. */
  readonly tolerated: number;
}

/** The most services or tenants at the same time; beyond it the oldest are summed up. */
const MAX_SERVICES = 8;

export function createServiceObserver(options: ServiceObserverOptions): ServiceObserver {
  const rules = rulesFor(options);
  const tenantOf = createTenantReader();
  const services = new Map<string, Service>();
  const coverage = createCoverage();
  /** What services have shown that no longer take calls. */
  const past = rules.map(nothingShown);
  let busiest: Observations | undefined;
  const notJudged = new Map<string, number>();

  const leave = (why: string): readonly Hint[] => {
    notJudged.set(why, (notJudged.get(why) ?? 0) + 1);

    return NONE;
  };
  const busierOf = (one: Observations | undefined, other: Observations) =>
    one !== undefined && one.count() >= other.count() ? one : other;
  const serviceAt = (key: string, context: string): Service => {
    const known = services.get(key);
    if (known !== undefined) return known;
    const [oldest] = services;
    if (services.size >= MAX_SERVICES && oldest !== undefined) {
      const [name, service] = oldest;
      service.release();
      for (const [index, shown] of past.entries()) addTally(shown, service, rules, index);
      busiest = busierOf(busiest, service);
      services.delete(name);
    }
    const created = createService(rules, context, { ...options, coverage });
    services.set(key, created);

    return created;
  };

  return {
    observe(call, isMasked) {
      const { key, context, asksForTest } = tenantOf(call.exchange);
      if (asksForTest !== undefined)
        return leave(`the service was not judged by requests with the header ${asksForTest}`);
      if (isMasked) return leave('the service was not judged by responses that the recorder masked');
      const seen = serviceAt(key, context).observe(call);
      if (seen === 'disproved') services.delete(key);
      if (seen === 'no-call' && call.exchange.request.method === 'POST')
        return leave('the service was not judged by exchanges without the whole of both bodies');

      return typeof seen === 'string' ? NONE : seen;
    },
    result(id) {
      const index = rules.findIndex(({ rule }) => rule.id === id);
      const shown = past[index];
      if (shown === undefined) return undefined;
      const all = { ...shown };
      for (const service of services.values()) {
        service.release();
        addTally(all, service, rules, index);
      }

      return all;
    },
    observations() {
      for (const service of services.values()) service.release();

      return [...services.values()].reduce(busierOf, busiest);
    },
    notJudged,
    coverage: coverage.counts,
  };
}

const NONE: readonly Hint[] = [];

function nothingShown({ decision: { couldBe = 'an accident' } }: JudgedRule): RuleCounts {
  return { ...nothingCounted(), failing: undefined, couldBe };
}

/** Adds what a service shows: violations at several services prove nothing together. */
function addTally(
  shown: RuleCounts,
  { tallies, counts }: Service,
  rules: readonly JudgedRule[],
  index: number,
): void {
  const [tally, decision] = [tallies[index], rules[index]?.decision];
  if (tally === undefined || decision === undefined) return;
  shown.exercised += tally.exercised;
  shown.violated += tally.violated;
  if (!counts(decision)) return;
  shown.proven += tally.proven;
  shown.possible += tally.possible;
  if (tally.proven >= decision.from) shown.failing ??= tally.first;
  shown.first ??= tally.first;
  shown.doubtful ??= tally.doubtful;
}

function rulesFor({ selects, prices, isComplete, tolerated }: ServiceObserverOptions): readonly JudgedRule[] {
  return RULES.flatMap((rule): readonly JudgedRule[] => {
    const decision = decisionOn(rule.id, prices !== undefined, isComplete);
    const judge = rule.id === MATCHES_REFERENCE ? prices?.observe : judgeOf(rule, isComplete);
    if (decision?.kind !== 'judged' || judge === undefined || !selects(rule.id)) return [];
    const from = decision.from === 1 ? 1 : Math.max(decision.from, tolerated + 1);

    return [{ rule, decision: { ...decision, from }, judge }];
  });
}

function judgeOf({ id, judge }: Rule, isComplete: boolean): JudgedRule['judge'] | undefined {
  // Internals occur in refusals: searching every fee response for them would take longer than all other rules.
  if (id === 'robustness/no-internals-in-errors' && judge !== undefined)
    return (exchange, history) =>
      exchange.outcome.kind === 'accepted' ? undefined : judge(exchange, history);
  const ofMtxid = isComplete ? undefined : BY_MTXID_ALONE.get(id);
  if (ofMtxid === undefined || judge === undefined) return judge;

  return (exchange, history) => judge(exchange, history) ?? ofMtxid(exchange, history);
}
