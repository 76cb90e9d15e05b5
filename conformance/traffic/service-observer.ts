/** Judges services by traffic: shows each exchange to the observers of the rules, and counts what they find. */
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Hint } from '../../src/traffic/client-observer.ts';
import type { SeenExchange } from '../../src/traffic/traffic-event.ts';
import { OBSERVATIONS } from '../observations/index.ts';
import {
  createObservationCollector,
  type ObservationCollector,
} from '../observations/observation-collector.ts';
import { isSale } from '../rule/exchange.ts';
import type { Finding, Violation } from '../rule/finding.ts';
import type { History, Named } from '../rule/history.ts';
import { isSuccessful } from '../rule/http-result.ts';
import type { Rule } from '../rule/rule.ts';
import { RULES } from '../rules/index.ts';
import { createTransactions } from '../runner/history/transactions.ts';
import { seenChoices } from './choices.ts';
import { DECISIONS, type Fact, type Judged } from './decisions.ts';
import { isExcused, originalOf } from './excuses.ts';
import type { Prices } from './prices.ts';
import { type ParsedExchange, type ServiceExchange, toServiceExchange } from './read-exchange.ts';
import { createHeaderReader } from './request-headers.ts';
import { createShapeTracker, SAME_FORM } from './success-shape.ts';

/** What was seen of one rule. */
export interface Tally {
  exercised: number;
  /** All violations, also those that something else may explain. */
  violated: number;
  /** Those that count. */
  proven: number;
  /** When the last one that counts ended. */
  lastAt: number;
  /** The first ones that count. */
  readonly kept: ViolationFound[];
}

interface ViolationFound {
  readonly violation: Violation;
  /** In the order in which they were sent; the last one is wrong. */
  readonly steps: readonly ParsedExchange[];
}

/** What a report needs of a service. */
interface Concluded {
  /** In the order of the observers. */
  readonly tallies: (Tally | undefined)[];
  readonly facts: Set<Fact>;
  readonly collector: ObservationCollector;
  count: number;
}

/** One service, or one tenant of it. */
interface Service extends Concluded {
  readonly history: History;
  readonly add: (exchange: ServiceExchange) => void;
  readonly remember: (exchange: ServiceExchange) => void;
  readonly shape: ReturnType<typeof createShapeTracker>;
  /** Fee calls while the form of a success is unknown, the last few. */
  readonly pending: ServiceExchange[];
}

export interface ServiceObserver {
  /** Judges an exchange. @returns the violations that count, as hints */
  readonly observe: (exchange: ParsedExchange, event: SeenExchange) => readonly Hint[];
  /** What was seen of a rule at all services, and whether it is enough to fail the rule. */
  readonly result: (id: RuleId) => { readonly tally: Tally | undefined; readonly fails: boolean };
  /** What was seen at the service with the most exchanges, and their number. */
  readonly observations: () => Pick<Concluded, 'collector' | 'count'> | undefined;
  /** Exchanges that were not judged, by the reason. */
  readonly notJudged: ReadonlyMap<string, number>;
}

interface ServiceObserverOptions {
  readonly selects: (id: RuleId) => boolean;
  readonly prices: Prices | undefined;
}

/** Services or tenants at the same time: the ones that were seen first are concluded beyond it. */
const MAX_SERVICES = 8;
/** In bytes, for each of them. */
const BUDGET = 4 * 1024 * 1024;
/** Violations of one rule that are kept with their exchanges. */
const MAX_KEPT = 3;
/** All exchanges are looked at for choices up to this number, and then one of sixteen. */
const MANY = 2000;
const SAMPLE = 16;

export function createServiceObserver({ selects, prices }: ServiceObserverOptions): ServiceObserver {
  const observers = observersOf(selects, prices);
  const readHeaders = createHeaderReader();
  const services = new Map<string, Service>();
  const concluded: Concluded[] = [];
  const notJudged = new Map<string, number>();

  const serviceAt = (key: string): Service => {
    const known = services.get(key);
    if (known !== undefined) return known;
    const [oldest] = services.keys();
    if (services.size >= MAX_SERVICES && oldest !== undefined) {
      const { tallies, facts, collector, count } = services.get(oldest) ?? createService(prices);
      concluded.push({ tallies, facts, collector, count });
      if (concluded.length > MAX_CONCLUDED) merge(concluded, observers);
      services.delete(oldest);
    }
    const created = createService(prices);
    services.set(key, created);

    return created;
  };

  const judge = (exchange: ServiceExchange, service: Service, context: string): readonly Hint[] => {
    let hints: Hint[] | undefined;
    service.remember(exchange);
    for (const [index, { rule, decision, observe }] of observers.entries()) {
      const finding = observe(exchange, service.history);
      if (finding === undefined) continue;
      const tally = tallyAt(service.tallies, index);
      tally.exercised++;
      if (finding.kind === 'holds') continue;
      tally.violated++;
      const named = service.history.named(exchange);
      if (isExcused(decision, { exchange, violation: finding, named, context })) continue;
      if (decision.apart && named !== undefined && named.transaction.opening.startedAt < tally.lastAt)
        continue;
      tally.lastAt = exchange.endedAt;
      tally.proven++;
      if (tally.kept.length < MAX_KEPT)
        tally.kept.push({ violation: finding, steps: stepsOf(exchange, finding, named) });
      hints ??= [];
      hints.push({ rule: rule.id as Hint['rule'], message: `Expected ${finding.expected}.` });
    }
    service.add(exchange);

    return hints ?? NONE;
  };

  return {
    observe(parsed, event) {
      const { context, asksForTest } = readHeaders(parsed);
      if (asksForTest !== undefined) {
        const why = `the service was not judged by requests with the header ${asksForTest}`;
        notJudged.set(why, (notJudged.get(why) ?? 0) + 1);

        return NONE;
      }
      const service = serviceAt(`${event.service}${context}`);
      const exchange = toServiceExchange(parsed, event, service.shape.shape);
      if (exchange === undefined) return NONE;
      const again = learnShape(exchange, event, service);
      if (again === 'disproved') {
        services.delete(`${event.service}${context}`);

        return NONE;
      }
      learnFacts(exchange, service.facts);
      service.count++;
      const isSampled = service.count <= MANY || service.count % SAMPLE === 0;
      if (isSampled) service.collector.collect(exchange);

      let hints = NONE;
      for (const one of again) {
        for (const [id, options] of seenChoices(one, service.history, event, isSampled))
          service.collector.add(id, options);
        hints = judge(one, service, context);
      }

      return hints;
    },
    result(id) {
      const index = observers.findIndex(({ rule }) => rule.id === id);
      const all = [...concluded, ...services.values()];
      const tallies = all.flatMap((service) => service.tallies[index] ?? []);
      const [worst] = all.flatMap((service) =>
        isFailing(observers[index], service, index) ? (service.tallies[index] ?? []) : [],
      );

      return {
        fails: worst !== undefined,
        tally:
          tallies.length === 0
            ? undefined
            : {
                exercised: sum(tallies, 'exercised'),
                violated: sum(tallies, 'violated'),
                proven: sum(tallies, 'proven'),
                lastAt: 0,
                kept: worst?.kept ?? [],
              },
      };
    },
    observations() {
      const [busiest] = [...concluded, ...services.values()].toSorted(
        (one, other) => other.count - one.count,
      );

      return busiest;
    },
    notJudged,
  };
}

const NONE: readonly Hint[] = [];

interface Observer {
  readonly rule: Rule;
  readonly decision: Judged;
  readonly observe: (exchange: ServiceExchange, history: History) => Finding | undefined;
}

const MATCHES_REFERENCE = 'fee/matches-reference';
const BY_PRICING: Judged = {
  kind: 'judged',
  from: 3,
  innocent: [
    'has changed its prices once',
    'tests two prices (A/B) for one request',
    'keeps the fee of a transaction that was sold elsewhere',
  ],
};

/** The decision about a rule; with the prices of the merchants, fees are judged too. */
export function decisionOn(id: RuleId, hasPrices: boolean) {
  return id === MATCHES_REFERENCE && hasPrices ? BY_PRICING : DECISIONS.get(id);
}

function observersOf(selects: (id: RuleId) => boolean, prices: Prices | undefined): readonly Observer[] {
  return RULES.flatMap((rule): readonly Observer[] => {
    const decision = decisionOn(rule.id, prices !== undefined);
    const observe = rule.id === MATCHES_REFERENCE ? prices?.observe : observerOf(rule);
    if (decision?.kind !== 'judged' || observe === undefined || !selects(rule.id)) return [];

    return [{ rule, decision, observe }];
  });
}

/** Internals stand in refusals: to search every fee for them would take longer than all other rules. */
function observerOf({ id, observe }: Rule): Observer['observe'] | undefined {
  if (id !== 'robustness/no-internals-in-errors' || observe === undefined) return observe;

  return (exchange, history) =>
    exchange.classification.kind === 'accepted' ? undefined : observe(exchange, history);
}

function createService(prices: Prices | undefined): Service {
  const transactions = createTransactions({ view: 'partial', budget: BUDGET });
  /** Many rules ask for the transaction of one exchange. */
  let last: { readonly exchange: ServiceExchange; readonly named: Named | undefined } | undefined;
  let count = 0;
  const history: History = {
    named: (exchange) => (exchange === last?.exchange ? last.named : transactions.named(exchange)),
    bySTxId: transactions.bySTxId,
    isFirstCall: transactions.isFirstCall,
    // Prices may change at any time, so that no rule compares the fees of two calls.
    feesVary: true,
    sameFirstCall: () => undefined,
    repetitionsOf: () => [],
    // What a service has to accept is unknown, so that only its own word is taken.
    isOrdinary: (exchange) => saysSuccess(exchange as ServiceExchange),
    processors: (exchange) => prices?.processors(exchange as ServiceExchange),
    unanswered: 0,
    opened: 0,
    get count() {
      return count;
    },
  };

  return {
    history,
    remember(exchange) {
      last = { exchange, named: transactions.named(exchange) };
    },
    add(exchange) {
      count++;
      transactions.add(exchange);
      last = undefined;
    },
    shape: createShapeTracker(),
    pending: [],
    facts: new Set(),
    tallies: [],
    collector: createObservationCollector(OBSERVATIONS, (text) => text),
    count: 0,
  };
}

/** A response that is a success by its own `message`, or a fee response within an array. */
function saysSuccess({ response }: ServiceExchange): boolean {
  if (response.kind === 'unanswered' || !isSuccessful(response)) return false;
  const { body, text } = response;
  if (body === undefined) return /^\s*\[\s*\{/.test(text) && text.includes('"transactionFee"');

  return body['message'] === 'ok' && (body['transactionFee'] !== undefined || body['sTxId'] !== undefined);
}

/** The exchanges to judge now: earlier ones too where this one shows what a success looks like. */
function learnShape(
  exchange: ServiceExchange,
  event: SeenExchange,
  { shape, pending }: Service,
): readonly ServiceExchange[] | 'disproved' {
  const { response, operation } = exchange;
  if (operation !== 'calculateFee' || response.kind === 'unanswered') return [exchange];
  const before = shape.shape;
  const learnt = shape.add(response);
  if (learnt === 'disproved') return learnt;
  const read = (one: ServiceExchange) => toServiceExchange(one.original, event, shape.shape) ?? one;
  if (learnt === 'learnt') return pending.splice(0).concat(exchange).map(read);
  if (exchange.classification.kind !== 'accepted' && before.message === 'ok' && isSuccessful(response)) {
    pending.push(exchange);
    if (pending.length >= SAME_FORM) pending.shift();
  }

  return [exchange];
}

function learnFacts(exchange: ServiceExchange, facts: Set<Fact>): void {
  const { fields = {}, classification, original } = exchange;
  if (facts.size === FACTS || classification.kind !== 'accepted') return;
  if (original.request.headers.authorization !== undefined) facts.add('authorization');
  if (isSale(exchange)) {
    if (fields['sTxId'] !== undefined || fields['mTxId'] !== undefined) facts.add('identifier');
    return;
  }
  if (typeof fields['amount'] === 'number') facts.add('amount');
  if (/^[0-9]{6,8}$/.test(String(fields['nicn']))) facts.add('nicn');
  if (typeof fields['region'] === 'string' && fields['region'] !== '') facts.add('region');
}

const FACTS = 5;

function tallyAt(tallies: Concluded['tallies'], index: number): Tally {
  const known = tallies[index];
  if (known !== undefined) return known;
  const created = { exercised: 0, violated: 0, proven: 0, lastAt: Number.NEGATIVE_INFINITY, kept: [] };
  tallies[index] = created;

  return created;
}

function isFailing(observer: Observer | undefined, { tallies, facts }: Concluded, index: number): boolean {
  if (observer === undefined) return false;
  const { needs, from } = observer.decision;

  return (needs === undefined || facts.has(needs)) && (tallies[index]?.proven ?? 0) >= from;
}

function stepsOf(
  exchange: ServiceExchange,
  { related = [] }: Violation,
  named: Named | undefined,
): readonly ParsedExchange[] {
  const opening = named === undefined ? [] : [named.transaction.opening];
  const all = [...related, ...opening, exchange].flatMap((one) => originalOf(one) ?? []);

  return [...new Set(all)].toSorted((one, other) => one.endedAt - other.endedAt);
}

/** Tenants by a header that differs from request to request. */
const MAX_CONCLUDED = 64;

/** Those that fail no rule are counted as one. */
function merge(concluded: Concluded[], observers: readonly Observer[]): void {
  const isSound = (service: Concluded) =>
    !observers.some((observer, index) => isFailing(observer, service, index));
  const [first, ...others] = concluded.filter(isSound);
  if (first === undefined) return;
  for (const { tallies, count } of others) {
    first.count += count;
    for (const [index, tally] of tallies.entries()) {
      const all = tallyAt(first.tallies, index);
      all.exercised += tally?.exercised ?? 0;
      all.violated += tally?.violated ?? 0;
    }
  }
  const failing = concluded.filter((service) => !isSound(service));
  concluded.splice(0, concluded.length, first, ...failing.slice(0, MAX_CONCLUDED / 2));
}

function sum(tallies: readonly Tally[], name: 'exercised' | 'violated' | 'proven'): number {
  return tallies.reduce((total, tally) => total + tally[name], 0);
}
