/** Decides for each service rule whether traffic may fail it, and under which conditions, since nothing is repeated. */
import {
  MUST_RULES,
  type MustRule,
  type RuleId,
  SHOULD_RULES,
  type ShouldRule,
} from '../../src/contract/rule-ids.ts';

/** Parts that must occur in accepted calls, since a recorder may remove or replace them in all calls. */
export type Fact = 'amount' | 'nicn' | 'region' | 'identifier' | 'authorization';

export interface JudgedInTraffic {
  readonly kind: 'judged';
  /** Violations that fail the rule; fewer may be accidents, such as one wrong response of a gateway. */
  readonly from: number;
  /** What fewer violations, or those that a missing call may explain, could be; an accident unless given. */
  readonly couldBe?: string;
  /**
   * What the rule compares, which calls that are not recorded may change: the calls of one transaction, two first calls,
   * two calls that each name their transaction by an `mTxId` alone, or a fee with a price.
   */
  readonly compares?: 'transaction' | 'two-first-calls' | 'two-mtxids' | 'price';
  /** Whether only an `mTxId` names the transaction, which does not identify it for an unknown merchant. */
  readonly byMtxid?: true;
  readonly needs?: Fact;
  /** The header of the response that the rule is about, in lower case: a recorder may leave it out. */
  readonly header?: string;
}

interface NotTested {
  readonly kind: 'not-tested';
  readonly why: string;
  /** Whether a recording that lacks nothing shows it. */
  readonly unlessComplete?: true;
}

export type TrafficDecision = JudgedInTraffic | NotTested;

function notTested(why: string): NotTested {
  return { kind: 'not-tested', why: `traffic cannot show it: ${why}` };
}

/** `decisions.test.ts` has services that behave in this way for another reason, three for each rule that is judged. */
function judged(from: number, more: Omit<JudgedInTraffic, 'kind' | 'from'> = {}): JudgedInTraffic {
  return { kind: 'judged', from, ...more };
}

function requires(needs: Fact): JudgedInTraffic {
  return judged(1, { needs });
}

/** The rule is about the `sTxId` of a known transaction. */
function keeps(from: number, more: Pick<JudgedInTraffic, 'byMtxid'> = {}): JudgedInTraffic {
  const couldBe = 'a restart, the end of its lifetime, or a call that is not recorded';

  return judged(from, { compares: 'transaction', couldBe, ...more });
}

const MALFORMED = judged(3, { couldBe: 'an accident, such as the response of a gateway' });
const BY_MTXID = { byMtxid: true } as const;

const REFUSAL = notTested('a refusal may have a reason that only the service knows');
const ON_PURPOSE = notTested('only a test request could');
const FEES = notTested('prices may change between two calls; --pricing compares each fee');
const ELSEWHERE: NotTested = {
  ...notTested('calls that are not recorded may have changed the transaction'),
  unlessComplete: true,
};
const OUTAGE = notTested('networks, gateways and outages lose and fail requests too');
const PRICING = notTested('no merchant file gives the prices (--pricing)');

const DECIDED: Readonly<Record<MustRule | ShouldRule, TrafficDecision>> = {
  'fee-request/accepts-required-fields-alone': REFUSAL,
  'fee-request/requires-amount': requires('amount'),
  'fee-request/requires-nicn': requires('nicn'),
  'fee-request/requires-region': requires('region'),
  'fee-request/accepts-decimal-amounts': REFUSAL,
  'fee-request/accepts-each-optional-field': REFUSAL,
  'fee-request/accepts-all-fields-at-once': REFUSAL,
  'fee-request/accepts-any-spelling': ON_PURPOSE,
  'nicn/accepts-6-to-8-digits': REFUSAL,
  'nicn/refuses-fewer-than-6-digits': requires('nicn'),
  'nicn/refuses-more-than-8-digits': requires('nicn'),
  'nicn/refuses-non-digits': requires('nicn'),
  'region/accepts-zip-code': REFUSAL,
  'region/accepts-two-letter-state': REFUSAL,
  'region/accepts-iso-state-code': REFUSAL,
  'country/defaults-to-840': FEES,
  'processor/optional-with-one': FEES,
  'processor/required-with-several': judged(1),
  'processor/accepts-mid-or-name': REFUSAL,
  'processor/mid-and-name-agree': FEES,
  'multi-pay/accepts-part-of-total': REFUSAL,
  'opaque/campaign-and-data-are-opaque': REFUSAL,
  'fee-response/is-json-object': MALFORMED,
  'fee-response/has-transaction-fee-number': MALFORMED,
  'fee-response/has-stxid-string': MALFORMED,
  'fee-response/has-message-ok': MALFORMED,
  'fee/matches-reference': PRICING,
  'identity/stxid-is-unique': judged(2, {
    compares: 'two-first-calls',
    couldBe: 'an accident, or a call that is not recorded',
  }),
  'identity/update-by-stxid-keeps-stxid': keeps(3),
  'identity/update-by-mtxid-keeps-stxid': keeps(3, BY_MTXID),
  'identity/update-by-both-keeps-stxid': keeps(3, BY_MTXID),
  'identity/update-recalculates-fee': FEES,
  'identity/distinct-mtxids-are-distinct': judged(2, {
    compares: 'two-mtxids',
    couldBe: 'an accident, or a call that is not recorded and gave the transaction its mTxId',
  }),
  'identity/concurrent-updates-keep-stxid': ELSEWHERE,
  'identity/outlives-other-traffic': ELSEWHERE,
  'identity/state-machine': keeps(3, BY_MTXID),
  'sale/accepts-stxid': keeps(2),
  'sale/accepts-mtxid': keeps(2, BY_MTXID),
  'sale/accepts-both': keeps(2, BY_MTXID),
  'sale/accepts-late-mtxid': judged(2, {
    compares: 'two-mtxids',
    couldBe: 'an accident, or a call that is not recorded and gave the mTxId to another transaction',
  }),
  'sale/requires-stxid-or-mtxid': judged(1, { needs: 'identifier' }),
  'sale/authcode-is-optional': REFUSAL,
  'sale/authcode-is-opaque': REFUSAL,
  'sale/answers-stxid-string': MALFORMED,
  'robustness/survives-malformed-input': OUTAGE,
  'robustness/answers-in-time': OUTAGE,
  'auth/refuses-missing-token': judged(3, { needs: 'authorization' }),
  'auth/refuses-invalid-token': ON_PURPOSE,
  'transport/https': notTested('a proxy in front of the service may speak HTTPS'),
  'transport/post-only': judged(1),
  'transport/content-type-json': judged(3, { header: 'content-type' }),
  'fee-request/refuses-wrong-types': requires('amount'),
  'fee-request/names-are-case-sensitive': ON_PURPOSE,
  'fee-request/refuses-negative-amount': requires('amount'),
  'fee-response/fee-is-not-negative': MALFORMED,
  'fee-response/fee-has-cents': MALFORMED,
  'fee-response/same-request-same-fee': FEES,
  'fee/does-not-depend-on-other-calls': FEES,
  'nicn/never-echoes-card-number': judged(1),
  'region/refuses-unknown': ON_PURPOSE,
  'region/forms-agree': FEES,
  'country/refuses-unknown': ON_PURPOSE,
  'processor/refuses-unknown': ON_PURPOSE,
  'multi-pay/refuses-part-over-total': requires('amount'),
  'opaque/opaque-data-does-not-change-fee': FEES,
  'identity/mtxid-is-case-sensitive': ELSEWHERE,
  'identity/merchants-are-isolated': notTested('two tokens may belong to one merchant'),
  'sale/refuses-unknown-transaction': ELSEWHERE,
  'identity/remembers-late-mtxid': ELSEWHERE,
  'identity/one-transaction-per-mtxid': ON_PURPOSE,
  'identity/partial-update-keeps-or-refuses': FEES,
  'identity/outlives-a-pause': ELSEWHERE,
  'sale/refuses-mismatched-identifiers': ELSEWHERE,
  'robustness/no-server-error-on-bad-input': OUTAGE,
  'robustness/no-internals-in-errors': judged(1),
  'robustness/refuses-oversized-body': ON_PURPOSE,
};

/** In the order of the catalogue. */
export const DECISIONS: ReadonlyMap<RuleId, TrafficDecision> = new Map<RuleId, TrafficDecision>(
  [...MUST_RULES, ...SHOULD_RULES].map((id) => [id, DECIDED[id]]),
);

export const MATCHES_REFERENCE = 'fee/matches-reference';

const BY_PRICING = judged(3, {
  compares: 'price',
  couldBe: 'the price of another day, or of fields or a sale that are not recorded',
});

/**
 * The decision about a rule. With the prices of the merchants, fees are judged too. Where nothing is missing, identifiers
 * are judged as in a run; whether a transaction has expired stays open.
 */
export function decisionOn(id: RuleId, hasPrices: boolean, isComplete = false): TrafficDecision | undefined {
  const decision = id === MATCHES_REFERENCE && hasPrices ? BY_PRICING : DECISIONS.get(id);
  if (!isComplete || decision === undefined) return decision;
  if (decision.kind === 'not-tested')
    return decision.unlessComplete ? judged(1, { compares: 'two-first-calls' }) : decision;
  const isOfCalls = decision.compares !== undefined && decision.compares !== 'price';

  return isOfCalls ? { ...decision, from: 1 } : decision;
}
