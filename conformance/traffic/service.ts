/** Judges one service, or one tenant of it, by its exchanges, and counts what the rules find. */
import { detectSuccessShape } from '../../src/contract/outcome.ts';
import type { Call } from '../../src/exchange/call.ts';
import type { Hint } from '../../src/exchange/client-observer.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { inOrder } from '../clients/client-results.ts';
import { OBSERVATIONS } from '../observations/index.ts';
import { inTraffic } from '../observations/observation.ts';
import { createObservationCollector } from '../observations/observation-collector.ts';
import type { Finding, RuleViolation } from '../rule/finding.ts';
import type { Fact, JudgedInTraffic, Rule } from '../rule/rule.ts';
import { isSale, type TrafficCall } from '../rule/service-call.ts';
import { excuseOf, type ViolationSeen } from './excuses.ts';
import { createShapeTracker, toTrafficCall } from './traffic-call.ts';
import { createTrafficHistory, type TrafficHistory, type TrafficHistoryOptions } from './traffic-history.ts';

/** A rule that traffic may fail. */
export interface JudgedRule {
  readonly rule: Rule;
  readonly decision: JudgedInTraffic;
  readonly judge: (call: TrafficCall, history: TrafficHistory) => Finding | undefined;
}

/** What exchanges show about one rule. */
export interface Tally {
  exercised: number;
  /** All violations, also those that something else may explain. */
  violated: number;
  /** Those that count. */
  proven: number;
  /** Those that a missing call, a restart or the end of a lifetime may explain. */
  possible: number;
  /** The first one that counts, or else the first one that may be explained. */
  found?: ViolationFound | undefined;
  /** Whether enough count at one service. */
  fails: boolean;
}

interface ViolationFound {
  readonly violation: RuleViolation;
  /** In the order in which they were sent; the last one is wrong. */
  readonly steps: readonly Exchange[];
}

export type Service = ReturnType<typeof createService>;

/** Exchanges that wait at most for a success in a known form. */
const MOST_HELD = 64;
/** Up to this number all exchanges are searched for choices, then one of sixteen. */
const MANY = 2000;
const SAMPLE = 16;

/** @param context the values of its request headers that may choose a tenant */
export function createService(rules: readonly JudgedRule[], context: string, options: TrafficHistoryOptions) {
  const history = createTrafficHistory(options);
  const shape = createShapeTracker();
  const collector = createObservationCollector(OBSERVATIONS, (text) => text);
  const judges = rules.map((judged) => ({ ...judged, tally: { ...NOTHING_COUNTED }, lastAt: -Infinity }));
  const facts = new Set<Fact>();
  /** Since the first fee call that may be a success in another form, until that is known. */
  const held: Call[] = [];
  let count = 0;

  /** @returns whether it counts: nothing else explains it */
  const countViolation = (judged: (typeof judges)[number], seen: ViolationSeen): boolean => {
    const { tally, decision } = judged;
    const { call, named } = seen;
    tally.violated++;
    const excuse = excuseOf(decision, seen, options.isComplete);
    if (excuse === 'explained') return false;
    // A restart loses many transactions at once: each counts only if it was opened after the violation before.
    const isOfOneLoss =
      decision.compares === 'transaction' &&
      !options.isComplete &&
      named !== undefined &&
      named.transaction.opening.sentAt < judged.lastAt;
    if (excuse === 'possible' || isOfOneLoss) {
      tally.possible++;
      tally.found ??= foundIn(seen);

      return false;
    }
    judged.lastAt = call.endedAt;
    if (tally.proven === 0) tally.found = foundIn(seen);
    tally.proven++;

    return true;
  };
  const judgeOne = (call: TrafficCall): readonly Hint[] => {
    let hints: Hint[] | undefined;
    learnFacts(call, facts);
    count++;
    const isSampled = count <= MANY || count % SAMPLE === 0;
    if (isSampled) collector.collect(call);
    const seenCall = inTraffic(call, history, isSampled);
    if (seenCall !== undefined) collector.collectInTraffic(seenCall);
    for (const judged of judges) {
      const violation = judged.judge(call, history);
      if (violation === undefined) continue;
      judged.tally.exercised++;
      if (violation.kind === 'holds') continue;
      const seen = { call, violation, named: history.named(call), context };
      if (!countViolation(judged, seen)) continue;
      hints ??= [];
      hints.push({ rule: judged.rule.id as Hint['rule'], message: `Expected ${violation.expected}.` });
    }
    history.add(call);

    return hints ?? NONE;
  };
  /** Judges the held calls, by the form of a success as far as known. @returns the hints of the last one */
  const release = () => {
    let hints = NONE;
    for (const one of held.splice(0)) {
      const call = toTrafficCall(one, shape.shape);
      if (call !== undefined) hints = judgeOne(call);
    }

    return hints;
  };

  return {
    /**
     * Judges a call, once the form of a success is known.
     *
     * @returns the violations that count, as hints; `no-call` where a part of the exchange is missing; `disproved` where
     * what was judged as a success was a refusal
     */
    observe(call: Call): readonly Hint[] | 'no-call' | 'disproved' {
      const now = toTrafficCall(call, shape.shape);
      if (now === undefined) return 'no-call';
      // It may have been carried out: later calls are judged with that in mind.
      if (call.status === 0) {
        history.add(now);
        return NONE;
      }
      const { response, operation, outcome } = now;
      const isFee = operation === 'calculateFee' && response.kind === 'answered';
      const before = shape.shape;
      if (isFee && shape.add(response) === 'disproved') return 'disproved';
      const mayBeSuccess = isFee && outcome.kind !== 'accepted' && detectSuccessShape(response) !== undefined;
      const isOpen = !shape.isDecided() && (held.length > 0 || mayBeSuccess);
      if (held.length === 0 && !isOpen && before === shape.shape) return judgeOne(now);
      held.push(call);

      return isOpen && held.length < MOST_HELD ? NONE : release();
    },
    /** In the order of the rules; judges the exchanges that still wait as the document says. */
    shown(): readonly Tally[] {
      release();

      return judges.map(({ tally, decision: { needs, from } }) => {
        // A recorder may have removed what the rule needs from all calls.
        if (needs !== undefined && !facts.has(needs))
          return { ...NOTHING_COUNTED, exercised: tally.exercised, violated: tally.violated };

        return { ...tally, fails: tally.proven >= from };
      });
    },
    collector,
    /** Exchanges that were judged. */
    count: () => count,
  };
}

const NONE: readonly Hint[] = [];

export const NOTHING_COUNTED: Tally = { exercised: 0, violated: 0, proven: 0, possible: 0, fails: false };

function foundIn({ call, violation, named }: ViolationSeen): ViolationFound {
  const opening = named === undefined ? [] : [named.transaction.opening];
  const all = [...(violation.related ?? []), ...opening, call].flatMap(({ original }) => original ?? []);

  return { violation, steps: inOrder(all) };
}

function learnFacts(call: TrafficCall, facts: Set<Fact>): void {
  const { fields = {}, outcome, original } = call;
  if (facts.size === FACTS || outcome.kind !== 'accepted') return;
  if (original.request.headers.authorization !== undefined) facts.add('authorization');
  if (isSale(call)) {
    if (fields['sTxId'] !== undefined || fields['mTxId'] !== undefined) facts.add('identifier');
    return;
  }
  if (typeof fields['amount'] === 'number') facts.add('amount');
  if (/^[0-9]{6,8}$/.test(String(fields['nicn']))) facts.add('nicn');
  if (typeof fields['region'] === 'string' && fields['region'] !== '') facts.add('region');
}

const FACTS = 5;
