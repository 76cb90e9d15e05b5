/** Judges services by traffic: shows each exchange to the observers of the rules, and counts their findings. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Hint } from '../../src/traffic/client-observer.ts';
import type { SeenExchange } from '../../src/traffic/traffic-event.ts';
import type { Rule } from '../rule/rule.ts';
import { RULES } from '../rules/index.ts';
import { seenChoices } from './choices.ts';
import { isExcused } from './excuses.ts';
import { decisionOn, MATCHES_REFERENCE, type Prices } from './prices.ts';
import { type ParsedExchange, type ServiceExchange, toServiceExchange } from './read-exchange.ts';
import { createHeaderReader } from './request-headers.ts';
import {
  createService,
  type Held,
  learnFacts,
  learnShape,
  releaseHeld,
  type Service,
} from './service-state.ts';
import {
  type Concluded,
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
  readonly observe: (exchange: ParsedExchange, event: SeenExchange) => readonly Hint[];
  /** The counts of a rule at all services, and whether they fail the rule or contradict it. */
  readonly result: (id: RuleId) => {
    readonly tally: Tally | undefined;
    readonly finding: 'failing' | 'contradicted' | 'none';
  };
  /** The observations at the service with the most exchanges, and the number of exchanges. */
  readonly observations: () => Pick<Concluded, 'collector' | 'count'> | undefined;
  /** Exchanges that were not judged, by the reason. */
  readonly notJudged: ReadonlyMap<string, number>;
}

interface ServiceObserverOptions {
  readonly selects: (id: RuleId) => boolean;
  readonly prices: Prices | undefined;
}

/** The most services or tenants at the same time; beyond it the oldest are concluded. */
const MAX_SERVICES = 8;
/** Up to this number all exchanges are searched for choices, then one of sixteen. */
const MANY = 2000;
const SAMPLE = 16;

export function createServiceObserver({ selects, prices }: ServiceObserverOptions): ServiceObserver {
  const observers = observersOf(selects, prices);
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
      const first = services.get(oldest) ?? createService(prices, '');
      release(first);
      const { tallies, facts, collector, count } = first;
      concluded.push({ tallies, facts, collector, count });
      if (concluded.length > MAX_CONCLUDED) merge(concluded, observers);
      services.delete(oldest);
    }
    const created = createService(prices, context);
    services.set(key, created);

    return created;
  };

  const judge = (exchange: ServiceExchange, service: Service, context: string): readonly Hint[] => {
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
      if (isExcused(decision, seen) || !countProven(tally, decision, seen)) continue;
      hints ??= [];
      hints.push({ rule: rule.id as Hint['rule'], message: `Expected ${finding.expected}.` });
    }
    service.add(exchange);

    return hints ?? NONE;
  };

  const judgeAll = (held: readonly Held[], service: Service, context: string): readonly Hint[] => {
    let hints = NONE;
    for (const { exchange, event } of held) {
      learnFacts(exchange, service.facts);
      service.count++;
      const isSampled = service.count <= MANY || service.count % SAMPLE === 0;
      if (isSampled) service.collector.collect(exchange);
      for (const [id, options] of seenChoices(exchange, service.history, event, isSampled))
        service.collector.add(id, options);
      hints = judge(exchange, service, context);
    }

    return hints;
  };
  /** Judges the held exchanges, too, for a report. */
  const release = (service: Service) => void judgeAll(releaseHeld(service), service, service.context);

  return {
    observe(parsed, event) {
      const { context, asksForTest } = readHeaders(parsed);
      if (asksForTest !== undefined) {
        const why = `the service was not judged by requests with the header ${asksForTest}`;
        notJudged.set(why, (notJudged.get(why) ?? 0) + 1);

        return NONE;
      }
      if (parsed.hasMaskedAnswer) {
        notJudged.set(MASKED, (notJudged.get(MASKED) ?? 0) + 1);

        return NONE;
      }
      const key = `${addressOf(parsed)}${context}`;
      const service = serviceAt(key, context);
      const exchange = toServiceExchange(parsed, event, service.shape.shape);
      if (exchange === undefined) return NONE;
      const again = learnShape({ exchange, event }, service);
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
      const exercised = sum(tallies, 'exercised');
      const proven = sum(counting, 'proven');

      return {
        finding: worst !== undefined ? 'failing' : proven * 2 > exercised ? 'contradicted' : 'none',
        tally:
          tallies.length === 0
            ? undefined
            : {
                ...{ exercised, proven, lastAt: 0 },
                violated: sum(tallies, 'violated'),
                kept: worst?.kept ?? counting.flatMap(({ kept }) => kept),
              },
      };
    },
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
const MASKED = 'the service was not judged by responses that the recorder masked';

/** The address with the host name of the request, if it differs: one address may serve several hosts. */
function createAddressReader(): (exchange: ParsedExchange) => string {
  let last:
    | { readonly service: string; readonly host: string | undefined; readonly address: string }
    | undefined;

  return ({ service, request: { headers } }) => {
    const { host } = headers;
    if (last?.service !== service || last.host !== host) {
      const name = host?.toLowerCase().replace(/:(?:80|443)$/, '');
      const isSame = name === undefined || service.split('/')[2]?.replace(/:(?:80|443)$/, '') === name;
      last = { service, host, address: isSame ? service : `${service} ${name}` };
    }

    return last.address;
  };
}

function observersOf(selects: (id: RuleId) => boolean, prices: Prices | undefined): readonly Observer[] {
  return RULES.flatMap((rule): readonly Observer[] => {
    const decision = decisionOn(rule.id, prices !== undefined);
    const observe = rule.id === MATCHES_REFERENCE ? prices?.observe : observerOf(rule);
    if (decision?.kind !== 'judged' || observe === undefined || !selects(rule.id)) return [];

    return [{ rule, decision, observe }];
  });
}

/** Internals occur in refusals: searching every fee response for them would take longer than all other rules. */
function observerOf({ id, observe }: Rule): Observer['observe'] | undefined {
  if (id !== 'robustness/no-internals-in-errors' || observe === undefined) return observe;

  return (exchange, history) =>
    exchange.classification.kind === 'accepted' ? undefined : observe(exchange, history);
}
