/** The faults of a mock: its rules, which are added, listed and removed, and the behavior that injects the fault of each call. */
import { pathOf } from '../../../contract/operations.ts';
import { ConfigurationError } from '../../../engine/index.ts';
import { FAULT_HEADER } from '../../../exchange/journal/entry.ts';
import { maskText } from '../../../text/mask.ts';
import type { Behavior } from '../../behavior.ts';
import { problemResponse } from '../../http/problem.ts';
import { type Refusal, refuseBecause } from '../../refusal.ts';
import { type MockRequest, memberOf } from '../../request.ts';
import type { MockResponse } from '../../response.ts';
import { seededRandom } from '../seeded-random.ts';
import { FAULTS, type Fault, type FaultMember, type FaultRule, type FieldValue, KINDS } from './fault.ts';
import { expectFewFaults, readFaultRule, readFaultText, readRuleText, showFault } from './read-fault.ts';

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

interface CountedRule extends ListedFault {
  hits: number;
  /** Calls that meet the conditions, but for those that count. */
  matches: number;
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
  let [ids, delays] = [0, 0];
  let current: ReturnType<typeof merchants> = NONE;
  let ofMerchants: readonly CountedRule[] = [];
  const rules = (): readonly CountedRule[] => {
    if (current !== merchants()) {
      current = merchants();
      ofMerchants = current.flatMap(({ name: merchant, faults = [] }) =>
        faults.map((rule, at) => ({
          ...{ id: `merchants.${merchant}.faults[${at}]`, rule, merchant, hits: 0, matches: 0 },
        })),
      );
    }

    return added.size === 0 ? ofMerchants : [...added.values(), ...ofMerchants];
  };

  return {
    add(rule) {
      expectFewFaults(added.size + 1);
      ids += 1;
      const id = `fault-${ids}`;
      const read = typeof rule === 'string' ? readRuleText(rule, 'the fault') : readFaultRule(rule);
      added.set(id, { id, rule: read, hits: 0, matches: 0 });

      return id;
    },
    list: () => rules().map(({ matches: _, ...listed }) => listed),
    remove: (id) => added.delete(id),
    clear: () => added.clear(),
    isIdle: () => rules().length === 0,
    match: (call) => rules().find((rule) => applies(rule, call, seed))?.rule.then,
    delayOf({ latency = 0, jitter = 0 }) {
      delays += 1;

      return Math.max(0, Math.round(latency + jitter * (2 * seededRandom(seed, delays, 'jitter') - 1)));
    },
  };
}

/** Counts the call. */
function applies(one: CountedRule, call: MatchedCall, seed: number): boolean {
  const { path, merchant, amount, body = {}, every = 1, probability = 1, times } = one.rule.when ?? {};
  const isMet =
    one.hits < (times ?? Number.POSITIVE_INFINITY) &&
    [one.merchant, merchant].every((name) => name === undefined || name === call.merchant) &&
    (path === undefined || path === call.path) &&
    (amount === undefined || equalsAmount(memberOf(call.body, 'amount'), amount)) &&
    Object.entries(body).every(([name, value]) => equalsField(memberOf(call.body, name), value));
  if (!isMet) return false;
  one.matches += 1;
  if (one.matches % every !== 0 || seededRandom(seed, one.matches, one.id) >= probability) return false;
  one.hits += 1;

  return true;
}

function equalsAmount(got: unknown, expected: string | number): boolean {
  const isText = typeof got === 'string' && got.trim() !== '';

  return (isText || typeof got === 'number') && Number(got) === Number(expected);
}

/** A list equals each of its values. A command line has strings only, so that "5" equals 5. */
function equalsField(got: unknown, expected: FieldValue): boolean {
  return [got].flat().some((value) => {
    if (typeof value === 'number')
      return expected !== '' && typeof expected !== 'boolean' && value === Number(expected);

    return (typeof value === 'string' || typeof value === 'boolean') && String(value) === String(expected);
  });
}

/** Injects the fault in the header Tollgate-Fault of a request, otherwise that of the first store which has one. */
export function createFaults(stores: readonly Pick<FaultStore, 'isIdle' | 'match' | 'delayOf'>[]): Behavior {
  const inject = async (
    fault: Fault,
    request: MockRequest,
    next: (request: MockRequest) => Promise<MockResponse>,
  ): Promise<MockResponse> => {
    const delay = stores.at(-1)?.delayOf(fault) ?? 0;
    const { member, value } = kindOf(fault);
    const { refusal, received, staysOpen } = member;
    const passed = refusal === undefined ? request : { ...request, refusal };
    const response = member.instead?.(value, fault, request.id) ?? (await next(passed));
    const changed = { ...response, ...member.answer?.(response, value) };
    const pieces = member.send?.({ ...changed, body: Buffer.from(changed.body) }, value);

    return {
      ...changed,
      headers: { ...changed.headers, [FAULT_HEADER]: showFault(fault) },
      fault: { delay, pieces, received, staysOpen },
    };
  };

  const choose: NonNullable<Behavior['receive']> = async (request, next, context) => {
    const header = request.headers[FAULT_HEADER];
    if (header !== undefined) {
      const named = readFaultHeader(String(header));

      return named.kind === 'refused'
        ? problemResponse(named, request.id)
        : inject(named.fault, request, next);
    }
    const principal = await context.authenticate(request);
    const merchant = principal.kind === 'principal' ? principal.merchant.name : undefined;
    const parsed = context.parse(request);
    const body = parsed.kind === 'parsed' ? parsed.body : undefined;
    for (const store of stores) {
      const fault = store.match({ path: pathOf(context.operation), merchant, body });
      // Without the call the response has no merchant.
      if (fault !== undefined) return { merchant, ...(await inject(fault, request, next)) };
    }

    return next(request);
  };

  return {
    receive: (request, next, context) =>
      request.headers[FAULT_HEADER] === undefined && stores.every((store) => store.isIdle())
        ? next(request)
        : choose(request, next, context),
  };
}

/** The kind of a fault; its latency where it has no kind. */
function kindOf(fault: Fault): { readonly member: Partial<FaultMember<unknown>>; readonly value: unknown } {
  const values: Readonly<Record<string, unknown>> = fault;
  const name = KINDS.find((kind) => kind in values) ?? 'latency';

  return { member: FAULTS[name] ?? {}, value: values[name] };
}

/** The fault in the header Tollgate-Fault of a request. */
export function readFaultHeader(value: string): { readonly kind: 'read'; readonly fault: Fault } | Refusal {
  try {
    return { kind: 'read', fault: readFaultText(value, 'Tollgate-Fault') };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;

    return refuseBecause('malformed-fault', maskText(`header ${error.problems.join('; ')}`));
  }
}
