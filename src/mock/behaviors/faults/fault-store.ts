/** The fault rules of a mock: adds, lists and removes them, and finds the fault of each call. */
import { memberOf } from '../../request.ts';
import { seededRandom } from '../seeded-random.ts';
import type { Fault, FaultCondition, FaultRule, FieldValue } from './fault.ts';
import { expectFewFaults, readFaultRule, readRuleText } from './read-fault.ts';

/** A rule, or its text, such as `amount=13.37: status=503;retry-after=2`. */
export type FaultOrText = FaultRule | string;

export interface ListedFault {
  /** For a rule of a merchant its place in the merchant file. */
  readonly id: string;
  readonly rule: FaultRule;
  /** The merchant of the rule, where it is one of a merchant file. */
  readonly merchant?: string;
  /** The number of calls that had this fault. */
  readonly hits: number;
}

/** The faults of a mock. The first rule that matches a call applies; rules of merchants come after all others. */
export interface Faults {
  /**
   * @returns the id of the rule
   * @throws ConfigurationError where the rule is not valid
   */
  readonly add: (rule: FaultOrText) => string;
  /** All rules in their order, those of merchants included. */
  readonly list: () => readonly ListedFault[];
  /** Removes a rule that was added; false where there is none. Rules of merchants stay with their merchants. */
  readonly remove: (id: string) => boolean;
  /** Removes all rules that were added. */
  readonly clear: () => void;
}

export interface FaultStore extends Faults {
  /** Whether there are no rules. */
  readonly isIdle: () => boolean;
  /** The fault of this call. Counts the call. */
  readonly match: (call: MatchedCall) => Fault | undefined;
  /** How long a response with this fault is delayed, in milliseconds. Varies by the jitter. */
  readonly delayOf: (fault: Fault) => number;
}

/** What rules compare of a call. */
export interface MatchedCall {
  readonly path: string;
  /** Undefined where the token names none. */
  readonly merchant: string | undefined;
  /** Undefined where it is not JSON. */
  readonly body: unknown;
}

interface CountedRule {
  readonly list: () => ListedFault;
  /** The fault, where the rule applies to this call. Counts the call. */
  readonly match: (call: MatchedCall) => Fault | undefined;
}

interface FaultStoreOptions {
  /** The current merchants, if they can have faults; the same list until they change. */
  readonly merchants?: () => readonly { readonly name: string; readonly faults?: readonly FaultRule[] }[];
  /** For `probability` and `jitter`. */
  readonly seed?: number;
}

const NONE: readonly never[] = [];

export function createFaultStore({ merchants = () => NONE, seed = 1 }: FaultStoreOptions = {}): FaultStore {
  const added = new Map<string, CountedRule>();
  let ids = 0;
  let delays = 0;
  let current: ReturnType<typeof merchants> = [];
  let ofMerchants: readonly CountedRule[] = [];

  const merchantRules = () => {
    if (current !== merchants()) {
      current = merchants();
      ofMerchants = current.flatMap(({ name, faults = [] }) =>
        faults.map((rule, at) =>
          countCalls({ id: `merchants.${name}.faults[${at}]`, rule, merchant: name }, seed),
        ),
      );
    }

    return ofMerchants;
  };
  const rules = () => [...added.values(), ...merchantRules()];

  return {
    add(rule) {
      expectFewFaults(added.size + 1);
      ids += 1;
      const id = `fault-${ids}`;
      const read = typeof rule === 'string' ? readRuleText(rule, 'the fault') : readFaultRule(rule);
      added.set(id, countCalls({ id, rule: read }, seed));

      return id;
    },
    list: () => rules().map((rule) => rule.list()),
    remove: (id) => added.delete(id),
    clear: () => added.clear(),
    isIdle: () => added.size === 0 && merchantRules().length === 0,
    match(call) {
      for (const rule of rules()) {
        const fault = rule.match(call);
        if (fault !== undefined) return fault;
      }

      return undefined;
    },
    delayOf({ latency = 0, jitter = 0 }) {
      delays += 1;

      return Math.max(0, Math.round(latency + jitter * (2 * seededRandom(seed, delays, 'jitter') - 1)));
    },
  };
}

function countCalls(listed: Omit<ListedFault, 'hits'>, seed: number): CountedRule {
  const { id, merchant, rule } = listed;
  const { when = {} } = rule;
  const { every = 1, probability = 1, times = Number.POSITIVE_INFINITY } = when;
  /** Calls that meet the other conditions, and those of them that had the fault. */
  let matches = 0;
  let hits = 0;

  return {
    list: () => ({ ...listed, hits }),
    match(call) {
      if (merchant !== undefined && merchant !== call.merchant) return undefined;
      if (hits >= times || !meetsConditions(call, when)) return undefined;
      matches += 1;
      if (matches % every !== 0 || seededRandom(seed, matches, id) >= probability) return undefined;
      hits += 1;

      return rule.then;
    },
  };
}

function meetsConditions(call: MatchedCall, { path, merchant, amount, body = {} }: FaultCondition): boolean {
  return (
    (path === undefined || path === call.path) &&
    (merchant === undefined || merchant === call.merchant) &&
    (amount === undefined || equalsAmount(memberOf(call.body, 'amount'), amount)) &&
    Object.entries(body).every(([name, value]) => equalsField(memberOf(call.body, name), value))
  );
}

function equalsAmount(got: unknown, expected: string | number): boolean {
  const isText = typeof got === 'string' && got.trim() !== '';

  return (isText || typeof got === 'number') && Number(got) === Number(expected);
}

function equalsField(got: unknown, expected: FieldValue): boolean {
  return Array.isArray(got) ? got.some((item) => equalsValue(item, expected)) : equalsValue(got, expected);
}

/** A command line has strings only, so that "5" equals 5. */
function equalsValue(got: unknown, expected: FieldValue): boolean {
  if (typeof got === 'number')
    return expected !== '' && typeof expected !== 'boolean' && got === Number(expected);

  return (typeof got === 'string' || typeof got === 'boolean') && String(got) === String(expected);
}
