/** Judges the services of traffic, each by itself, and sums up what they show: the results of the rules on services. */
import { CHOICES } from '../../src/contract/choices.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import type { Call } from '../../src/exchange/call.ts';
import type { Hint } from '../../src/exchange/client-observer.ts';
import { maskBodyText } from '../../src/text/mask.ts';
import { doubtful, skipped } from '../clients/client-results.ts';
import { OBSERVATIONS } from '../observations/index.ts';
import { createCoverage } from '../report/coverage.ts';
import { describeFees } from '../report/page.ts';
import { type InTraffic, NOT_SHOWN, notTested, type Rule } from '../rule/rule.ts';
import { RULES } from '../rules/index.gen.ts';
import { NOT_SELECTED, type SeenResult, toResult, withoutRequests } from '../runner/outcome.ts';
import { createTenantReader } from './not-judged.ts';
import type { Prices } from './prices.ts';
import { createService, type JudgedRule, NOTHING_COUNTED, type Service, type Tally } from './service.ts';
import { BY_MTXID_ALONE, REFUSED_SALES } from './traffic-history.ts';

type ServiceResult = SeenResult<RuleId>;

export interface ServicesOptions {
  readonly selects: (id: RuleId) => boolean;
  readonly prices: Prices | undefined;
  readonly isComplete: boolean;
  /** Violations of a rule that count as accidents. */
  readonly tolerated: number;
}

type Observations = Pick<Service, 'collector' | 'count'>;

/** The most services or tenants at the same time; beyond it the oldest are summed up. */
const MAX_SERVICES = 8;

export function createServices(options: ServicesOptions) {
  const { selects, prices } = options;
  const rules = rulesFor(options);
  const tenantOf = createTenantReader();
  const services = new Map<string, Service>();
  const coverage = createCoverage();
  /** What services have shown that no longer take calls. */
  let past: readonly Tally[] = rules.map(() => NOTHING_COUNTED);
  let busiest: Observations | undefined;
  const notJudged = new Map<string, number>();

  const leave = ({ status }: Call, why: string): readonly Hint[] => {
    // A call without a response is counted already.
    if (status !== 0) notJudged.set(why, (notJudged.get(why) ?? 0) + 1);

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
      past = addUp(past, service.shown());
      busiest = busierOf(busiest, service);
      services.delete(name);
    }
    const created = createService(rules, context, { ...options, coverage });
    services.set(key, created);

    return created;
  };
  /** The counts of each rule that exchanges can decide. */
  const countAll = (): ReadonlyMap<RuleId, Tally> => {
    const all = [...services.values()].reduce((sum, service) => addUp(sum, service.shown()), past);

    return new Map(rules.flatMap(({ rule }, index) => (all[index] ? [[rule.id, all[index]]] : [])));
  };
  const couldBe = (id: RuleId) => rules.find(({ rule }) => rule.id === id)?.decision.couldBe ?? 'an accident';

  const outcomeOf = (rule: Rule, shown: Tally | undefined): ServiceResult['outcome'] => {
    const { id } = rule;
    const decision = decisionOn(rule, options);
    if (shown === undefined) return skipped('choice', 'why' in decision ? decision.why : NO_EXCHANGE);
    const counts = id === MATCHES_REFERENCE ? prices?.counts() : undefined;
    if (counts?.compared === 0)
      return skipped('not-judged', `--pricing decides nothing: ${describeFees(counts)}`);
    const { exercised, violated, proven, possible, found, fails } = shown;
    if (exercised === 0) return skipped('choice', NO_EXCHANGE);
    if (found === undefined && violated > 0)
      return skipped('choice', `${violated} of ${exercised} exchanges differ: ${EXPLAINED}`);
    if (found === undefined) {
      const isOpen = counts !== undefined && counts.notComparable.length > 0;

      return { kind: 'pass', ...(isOpen && { omitted: describeFees(counts) }) };
    }
    const { violation, steps } = found;
    const sighting = { expected: maskBodyText(violation.expected), got: maskBodyText(violation.got), steps };
    const seen = proven + possible;
    const doubt = counts === undefined ? undefined : prices?.doubt();
    // Most prices do not follow from what is not recorded.
    const areMost = counts !== undefined && seen >= MANY_FEES && seen * 2 > counts.compared;
    if (doubt !== undefined || (!fails && !areMost)) {
      const { tolerated } = options;

      return doubtful(sighting, { seen, of: exercised, couldBe: doubt ?? couldBe(id), tolerated });
    }
    const failed = areMost ? seen : proven;
    const often = failed > 1 ? { often: `${failed} of ${exercised} times` } : {};

    return { kind: 'fail', ...sighting, ...often };
  };

  return {
    /** Judges a call. @param isMasked whether a recorder has replaced values of its response @returns the violations that count, as hints */
    observe(call: Call, isMasked: boolean): readonly Hint[] {
      const { key, context, asksForTest } = tenantOf(call.exchange);
      if (asksForTest !== undefined)
        return leave(call, `the service was not judged by requests with the header ${asksForTest}`);
      if (isMasked) return leave(call, 'the service was not judged by responses that the recorder masked');
      const seen = serviceAt(key, context).observe(call);
      if (seen === 'disproved') services.delete(key);
      if (seen === 'no-call' && call.exchange.request.method === 'POST')
        return leave(call, 'the service was not judged by exchanges without the whole of both bodies');

      return typeof seen === 'string' ? NONE : seen;
    },
    results(): readonly ServiceResult[] {
      const counts = countAll();
      // At the service with the most exchanges.
      const seen = [...services.values()].reduce(busierOf, busiest);
      const isMany = (seen?.count() ?? 0) >= MANY;
      const ofRule = (rule: Rule): ServiceResult => {
        const shown = counts.get(rule.id);
        const outcome = selects(rule.id) ? outcomeOf(rule, shown) : UNSELECTED;

        return toResult(rule, withoutRequests(outcome, shown?.exercised));
      };
      const ofObservation = (rule: (typeof OBSERVATIONS)[number]): ServiceResult => {
        const { id } = rule;
        if (!selects(id)) return toResult(rule, withoutRequests(UNSELECTED));
        const unlimited = id === 'observe/rate-limiting' && isMany ? 'none' : undefined;
        const option = seen?.collector.result(id) ?? unlimited;
        if (option === undefined)
          return toResult(rule, withoutRequests(skipped('choice', 'no exchange shows it')));
        const observed = { kind: 'observed' as const, option: maskBodyText(option) };

        return toResult(rule, withoutRequests(observed, seen?.collector.count(id) || 1));
      };

      return [...RULES.map(ofRule), ...OBSERVATIONS.map(ofObservation)];
    },
    /** What a verdict leaves open: violations that the user tolerates, and fees that were compared. */
    notes(results: readonly ServiceResult[]): readonly string[] {
      const counts = countAll();
      const tolerated = results.flatMap(({ id, level, outcome }) => {
        if (level === 'observe' || outcome.kind !== 'skipped' || outcome.cause !== 'choice') return [];
        const { proven = 0, possible = 0, exercised = 0 } = counts.get(id) ?? {};
        const seen = proven + possible;

        return seen > 0 ? [`${id} (${seen} of ${exercised} times, could be ${couldBe(id)})`] : [];
      });

      return [
        ...(tolerated.length === 0 ? [] : [`Tolerated: ${tolerated.join('; ')}.`]),
        ...(prices === undefined ? [] : [describeFees(prices.counts())]),
      ];
    },
    /** Exchanges that were not judged, by the reason. */
    notJudged: notJudged as ReadonlyMap<string, number>,
    coverage: coverage.counts,
  };
}

/** Violations at several services prove nothing together. */
function addUp(all: readonly Tally[], own: readonly Tally[]): readonly Tally[] {
  const rankOf = ({ fails, proven }: Tally) => Number(fails) + Number(proven > 0);

  return all.map((one, index): Tally => {
    const other = own[index] ?? NOTHING_COUNTED;
    const [first, second] = rankOf(other) > rankOf(one) ? [other, one] : [one, other];

    return {
      exercised: one.exercised + other.exercised,
      violated: one.violated + other.violated,
      proven: one.proven + other.proven,
      possible: one.possible + other.possible,
      found: first.found ?? second.found,
      fails: first.fails,
    };
  });
}

const NONE: readonly Hint[] = [];
const UNSELECTED = skipped('not-selected', NOT_SELECTED);
const NO_EXCHANGE =
  'no exchange decides it: calls that it needs are missing, or may follow calls that were not recorded';
const EXPLAINED = 'the recording itself explains them, such as by a repeated request or another sender';
/** Fewer exchanges may stay below a rate limit. */
const MANY = 60;
/** Fees that fail the rule if they are also most of those that were compared. */
const MANY_FEES = 3;

function rulesFor(options: ServicesOptions): readonly JudgedRule[] {
  const { selects, prices, isComplete, tolerated } = options;

  return RULES.flatMap((rule): readonly JudgedRule[] => {
    const decision = decisionOn(rule, options);
    const judge = rule.id === MATCHES_REFERENCE ? prices?.observe : judgeOf(rule, isComplete);
    if ('why' in decision || judge === undefined || !selects(rule.id)) return [];
    const from = decision.from === 1 ? 1 : Math.max(decision.from, tolerated + 1);

    return [{ rule, decision: { ...decision, from }, judge }];
  });
}

const MATCHES_REFERENCE = 'fee/matches-reference';
const PRICING = notTested('no merchant file gives the prices (--pricing)');

/**
 * Whether traffic may fail the rule. With the prices of the merchants, fees are judged too. Where nothing is missing,
 * identifiers are judged as in a run; whether a transaction has expired stays open.
 */
function decisionOn({ id, inTraffic = NOT_SHOWN }: Rule, { prices, isComplete }: ServicesOptions): InTraffic {
  if (id === MATCHES_REFERENCE && prices === undefined) return PRICING;
  if (!isComplete) return inTraffic;
  if ('why' in inTraffic)
    return inTraffic.unlessComplete ? { from: 1, compares: 'two-first-calls' } : inTraffic;
  const isOfCalls = inTraffic.compares !== undefined && inTraffic.compares !== 'price';

  return isOfCalls ? { ...inTraffic, from: 1 } : inTraffic;
}

function judgeOf({ id, judge }: Rule, isComplete: boolean): JudgedRule['judge'] | undefined {
  // Internals occur in refusals: searching every fee response for them would take longer than all other rules.
  if (id === 'robustness/no-internals-in-errors' && judge !== undefined)
    return (call, history) => (call.outcome.kind === 'accepted' ? undefined : judge(call, history));
  const further = REFUSED_SALES.get(id) ?? (isComplete ? undefined : BY_MTXID_ALONE.get(id));
  if (further === undefined || judge === undefined) return judge;

  return (call, history) => judge(call, history) ?? further(call, history);
}

/** The choices of the service, as a mock takes them on. */
export function choicesOf(results: readonly ServiceResult[]): Readonly<Record<string, string>> {
  const seen = results.flatMap(({ id, outcome }) => {
    const name = id.replace(/^observe\//, '');

    return outcome.kind === 'observed' && Object.hasOwn(CHOICES, name)
      ? [[name, outcome.option] as const]
      : [];
  });

  return Object.fromEntries(seen);
}
