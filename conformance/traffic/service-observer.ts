/** Judges services by traffic: shows each exchange to the observers of the rules, and counts their findings. */

import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Hint } from '../../src/exchange/client-observer.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { Rule } from '../rule/rule.ts';
import { RULES } from '../rules/index.ts';
import { createAddressReader } from './address-reader.ts';
import { seenChoices } from './choices.ts';
import { decisionWhenComplete } from './decisions.ts';
import { excuseOf } from './excuses.ts';
import { BY_MTXID_ALONE } from './mixed-mtxids.ts';
import { decisionOn, MATCHES_REFERENCE, type Prices } from './prices.ts';
import { hasMaskedAnswer, type TrafficCall, toTrafficCall } from './read-exchange.ts';
import { createHeaderReader } from './request-headers.ts';
import { createService, learnFacts, learnShape, releaseHeld, type Service } from './service-state.ts';
import {
  type Concluded,
  countPossible,
  countProven,
  isCounting,
  isFailing,
  MAX_CONCLUDED,
  merge,
  type Observer,
  sum,
  type Tally,
  tallyAt,
} from './tallies.ts';

export interface ServiceObserver {
  /** Judges an exchange. @returns the violations that count, as hints */
  readonly observe: (exchange: Exchange) => readonly Hint[];
  /** The counts of a rule at all services, whether they fail the rule or contradict it, and what else they could be. */
  readonly result: (id: RuleId) => {
    readonly tally: Tally | undefined;
    readonly finding: 'failing' | 'contradicted' | 'none';
    readonly couldBe: string;
  };
  /** Whether exchanges can decide the rule. */
  readonly judges: (id: RuleId) => boolean;
  /** The observations at the service with the most exchanges, and the number of exchanges. */
  readonly observations: () => Pick<Concluded, 'collector' | 'count'> | undefined;
  /** Exchanges that were not judged, by the reason. */
  readonly notJudged: ReadonlyMap<string, number>;
}

interface ServiceObserverOptions {
  readonly selects: (id: RuleId) => boolean;
  readonly prices: Prices | undefined;
  readonly isComplete: boolean;
  /** Violations of a rule that count as accidents. */
  readonly tolerated: number;
}

/** The most services or tenants at the same time; beyond it the oldest are concluded. */
const MAX_SERVICES = 8;
/** Up to this number all exchanges are searched for choices, then one of sixteen. */
const MANY = 2000;
const SAMPLE = 16;

export function createServiceObserver(options: ServiceObserverOptions): ServiceObserver {
  const { prices, isComplete } = options;
  const observers = observersOf(options);
  const readHeaders = createHeaderReader();
  const addressOf = createAddressReader();
  const services = new Map<string, Service>();
  const concluded: Concluded[] = [];
  const notJudged = new Map<string, number>();

  const serviceAt = (key: string, context: string): Service => {
    const known = services.get(key);
    if (known !== undefined) return known;
    const [oldest] = services.keys();
    if (services.size >= MAX_SERVICES && oldest !== undefined) {
      const first = services.get(oldest) ?? createService(prices, '', isComplete);
      release(first);
      const { tallies, facts, collector, count } = first;
      concluded.push({ tallies, facts, collector, count });
      if (concluded.length > MAX_CONCLUDED) merge(concluded, observers);
      services.delete(oldest);
    }
    const created = createService(prices, context, isComplete);
    services.set(key, created);

    return created;
  };

  const judge = (exchange: TrafficCall, service: Service, context: string): readonly Hint[] => {
    let hints: Hint[] | undefined;
    service.remember(exchange);
    const { history, tallies } = service;
    // Not by entries(), which makes a pair for each rule and exchange.
    let index = -1;
    for (const { rule, decision, observe } of observers) {
      index++;
      const finding = observe(exchange, history);
      if (finding === undefined) continue;
      const tally = tallyAt(tallies, index);
      tally.exercised++;
      if (finding.kind === 'holds') continue;
      tally.violated++;
      const seen = { exchange, violation: finding, named: history.named(exchange), context };
      const excuse = excuseOf(decision, seen);
      if (excuse === 'possible') countPossible(tally, seen);
      if (excuse !== undefined || !countProven(tally, decision, seen)) continue;
      hints ??= [];
      hints.push({ rule: rule.id as Hint['rule'], message: `Expected ${finding.expected}.` });
    }
    service.add(exchange);

    return hints ?? NONE;
  };

  const judgeAll = (held: readonly TrafficCall[], service: Service, context: string): readonly Hint[] => {
    let hints = NONE;
    for (const exchange of held) {
      learnFacts(exchange, service.facts);
      service.count++;
      const isSampled = service.count <= MANY || service.count % SAMPLE === 0;
      if (isSampled) service.collector.collect(exchange);
      for (const [id, options] of seenChoices(exchange, service.history, isSampled))
        service.collector.add(id, options);
      hints = judge(exchange, service, context);
    }

    return hints;
  };
  /** Judges the held exchanges, too, for a report. */
  const release = (service: Service) => void judgeAll(releaseHeld(service), service, service.context);

  return {
    observe(parsed) {
      const { context, asksForTest } = readHeaders(parsed);
      if (asksForTest !== undefined) {
        const why = `the service was not judged by requests with the header ${asksForTest}`;
        notJudged.set(why, (notJudged.get(why) ?? 0) + 1);

        return NONE;
      }
      if (hasMaskedAnswer(parsed)) {
        notJudged.set(MASKED, (notJudged.get(MASKED) ?? 0) + 1);

        return NONE;
      }
      const key = `${addressOf(parsed)}${context}`;
      const service = serviceAt(key, context);
      const exchange = toTrafficCall(parsed, service.shape.shape);
      if (exchange === undefined) {
        if (parsed.request.method === 'POST') notJudged.set(LACKING, (notJudged.get(LACKING) ?? 0) + 1);

        return NONE;
      }
      const again = learnShape(exchange, service);
      if (again === 'disproved') {
        services.delete(key);

        return NONE;
      }

      return judgeAll(again, service, context);
    },
    result(id) {
      for (const service of services.values()) release(service);
      const index = observers.findIndex(({ rule }) => rule.id === id);
      const all = [...concluded, ...services.values()];
      const tallies = all.flatMap((service) => service.tallies[index] ?? []);
      const [worst] = all.flatMap((service) =>
        isFailing(observers[index], service, index) ? (service.tallies[index] ?? []) : [],
      );
      const counting = all.flatMap((service) =>
        isCounting(observers[index], service) ? (service.tallies[index] ?? []) : [],
      );
      const [proven, possible] = [sum(counting, 'proven'), sum(counting, 'possible')];
      const doubtful = counting.find((tally) => tally.doubtful !== undefined)?.doubtful;
      const kept = worst?.kept ?? counting.flatMap((tally) => tally.kept);

      return {
        finding: worst !== undefined ? 'failing' : proven + possible > 0 ? 'contradicted' : 'none',
        couldBe: observers[index]?.decision.couldBe ?? 'an accident',
        tally:
          tallies.length === 0
            ? undefined
            : {
                ...{ exercised: sum(tallies, 'exercised'), violated: sum(tallies, 'violated') },
                ...{ proven, possible, lastAt: 0, doubtful, kept },
              },
      };
    },
    judges: (id) => observers.some(({ rule }) => rule.id === id),
    observations() {
      for (const service of services.values()) release(service);
      const [busiest] = [...concluded, ...services.values()].toSorted(
        (one, other) => other.count - one.count,
      );

      return busiest;
    },
    notJudged,
  };
}

const NONE: readonly Hint[] = [];
const LACKING = 'the service was not judged by exchanges without the whole of both bodies';
const MASKED = 'the service was not judged by responses that the recorder masked';

function observersOf({
  selects,
  prices,
  isComplete,
  tolerated,
}: ServiceObserverOptions): readonly Observer[] {
  return RULES.flatMap((rule): readonly Observer[] => {
    const partial = decisionOn(rule.id, prices !== undefined);
    const decision = isComplete ? decisionWhenComplete(partial) : partial;
    const observe = rule.id === MATCHES_REFERENCE ? prices?.observe : observerOf(rule, isComplete);
    if (decision?.kind !== 'judged' || observe === undefined || !selects(rule.id)) return [];
    const from = decision.from === 1 ? 1 : Math.max(decision.from, tolerated + 1);

    return [{ rule, decision: { ...decision, from }, observe }];
  });
}

function observerOf({ id, observe }: Rule, isComplete: boolean): Observer['observe'] | undefined {
  // Internals occur in refusals: searching every fee response for them would take longer than all other rules.
  if (id === 'robustness/no-internals-in-errors' && observe !== undefined)
    return (exchange, history) =>
      exchange.outcome.kind === 'accepted' ? undefined : observe(exchange, history);
  const ofMtxid = isComplete ? undefined : BY_MTXID_ALONE.get(id);
  if (ofMtxid === undefined || observe === undefined) return observe;

  return (exchange, history) => observe(exchange, history) ?? ofMtxid(exchange, history);
}
