/** Which faults a mock was asked for, and which of them the next call meets. */
import { type Fault, type FaultRule, type Merchant, readFaultRule } from '../../engine/index.ts';
import { chance } from '../chance.ts';
import { readRuleText } from './fault-text.ts';
import { type Call, fits } from './fits.ts';

/** A rule, or its text, such as `amount=13.37: status=503;retry-after=2`. */
export type FaultOrText = FaultRule | string;

export interface ListedFault {
  /** A merchant's own rule has its place in the merchant file for an id. */
  readonly id: string;
  readonly rule: FaultRule;
  /** Whose rule it is, where it is a merchant's own. */
  readonly merchant?: string;
  /** How many calls met it. */
  readonly hits: number;
}

/** The faults of a mock. Of several rules that a call fits the first counts; those of merchants come last. */
export interface Faults {
  /**
   * @returns the id of the rule
   * @throws ConfigurationError where it cannot be read
   */
  readonly add: (rule: FaultOrText) => string;
  /** All of them, those of merchants too, in the order in which they are looked at. */
  readonly list: () => readonly ListedFault[];
  /** Whether there was such a rule. Those of merchants go only with the merchants. */
  readonly remove: (id: string) => boolean;
  /** Removes every rule that was added. */
  readonly clear: () => void;
}

export interface FaultStore extends Faults {
  /** Whether there is no rule at all. */
  readonly isIdle: () => boolean;
  /** What goes wrong with this call. To ask is to count. */
  readonly meet: (call: Call) => Fault | undefined;
  /** In milliseconds: how late the answer comes this time. */
  readonly delayOf: (fault: Fault) => number;
}

interface Armed {
  readonly id: string;
  readonly rule: FaultRule;
  readonly merchant?: string;
  /** The calls that its conditions are about, and those of them that met it. */
  matches: number;
  hits: number;
}

export interface FaultOptions {
  /** The merchants of this moment; the same list for as long as they stay. */
  readonly merchants: () => readonly Pick<Merchant, 'name' | 'faults'>[];
  /** Decides what is left to chance. */
  readonly seed?: number;
}

export function createFaults({ merchants, seed = 1 }: FaultOptions): FaultStore {
  const added = new Map<string, Armed>();
  let ids = 0;
  let delays = 0;
  let known: ReturnType<typeof merchants> = [];
  let own: readonly Armed[] = [];

  const ofMerchants = () => {
    const now = merchants();
    if (now === known) return own;
    known = now;
    own = now.flatMap(({ name, faults }) => faults.map((rule, at) => armMerchant(name, rule, at)));

    return own;
  };

  return {
    add(rule) {
      ids += 1;
      const id = `fault-${ids}`;
      added.set(id, { id, rule: toRule(rule), matches: 0, hits: 0 });

      return id;
    },
    list: () => [...added.values(), ...ofMerchants()].map(({ matches: _, ...listed }) => listed),
    remove: (id) => added.delete(id),
    clear: () => added.clear(),
    isIdle: () => added.size === 0 && ofMerchants().length === 0,
    meet: (call) =>
      [...added.values(), ...ofMerchants()].find((armed) => isMet(armed, call, seed))?.rule.then,
    delayOf({ latency = 0, jitter = 0 }) {
      delays += 1;

      return Math.max(0, Math.round(latency + jitter * (2 * chance(seed, delays, 'jitter') - 1)));
    },
  };
}

function toRule(rule: FaultOrText): FaultRule {
  if (typeof rule !== 'string') return readFaultRule(rule);

  return readFaultRule(readRuleText(rule, 'the fault'));
}

function armMerchant(merchant: string, rule: FaultRule, at: number): Armed {
  return { id: `merchants.${merchant}.faults[${at}]`, rule, merchant, matches: 0, hits: 0 };
}

function isMet(armed: Armed, call: Call, seed: number): boolean {
  const { id, merchant, rule } = armed;
  const { every = 1, probability = 1, times = Number.POSITIVE_INFINITY } = rule.when ?? {};
  if (merchant !== undefined && merchant !== call.merchant) return false;
  if (armed.hits >= times || !fits(rule.when ?? {}, call)) return false;
  armed.matches += 1;
  if (armed.matches % every !== 0 || chance(seed, armed.matches, id) >= probability) return false;
  armed.hits += 1;

  return true;
}
