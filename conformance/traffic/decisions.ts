/** Decides for each service rule whether traffic may fail it, and under which conditions, since nothing is repeated. */
import {
  MUST_RULES,
  type MustRule,
  type RuleId,
  SHOULD_RULES,
  type ShouldRule,
} from '../../src/contract/rule-ids.ts';
import {
  keeps,
  LOST_STATE,
  malformed,
  notTested,
  ofNicn,
  requires,
  sells,
  type TrafficDecision,
} from './decision.ts';

const REFUSAL = notTested('a refusal may have a reason that only the service knows');
const ON_PURPOSE = notTested('only a test request could');
const FEES = notTested('prices may change between two calls; --pricing compares each fee');
const ELSEWHERE = notTested('calls that are not recorded may have changed the transaction');
const OUTAGE = notTested('networks, gateways and outages lose and fail requests too');
const PRICING = notTested('no merchant file gives the prices (--pricing)');

const MUST: Readonly<Record<MustRule, TrafficDecision>> = {
  'fee-request/accepts-required-fields-alone': REFUSAL,
  'fee-request/requires-amount': requires('amount'),
  'fee-request/requires-nicn': requires('nicn'),
  'fee-request/requires-region': requires('region'),
  'fee-request/accepts-decimal-amounts': REFUSAL,
  'fee-request/accepts-each-optional-field': REFUSAL,
  'fee-request/accepts-all-fields-at-once': REFUSAL,
  'nicn/accepts-6-to-8-digits': REFUSAL,
  'nicn/refuses-fewer-than-6-digits': ofNicn('has a recorder that cuts every nicn to four digits'),
  'nicn/refuses-more-than-8-digits': ofNicn('has a recorder that replaces every nicn by a longer number'),
  'nicn/refuses-non-digits': ofNicn('has a recorder that writes 4242XX in place of 424242'),
  'region/accepts-zip-code': REFUSAL,
  'region/accepts-two-letter-state': REFUSAL,
  'region/accepts-iso-state-code': REFUSAL,
  'country/defaults-to-840': FEES,
  'processor/optional-with-one': FEES,
  'processor/required-with-several': {
    kind: 'judged',
    from: 1,
    innocent: [
      'knows one processor of the merchant, but the merchant file lists a new one',
      'knows one processor, which clients name by MID and by name',
      'keeps the processor for an update',
    ],
  },
  'processor/accepts-mid-or-name': REFUSAL,
  'processor/mid-and-name-agree': FEES,
  'multi-pay/accepts-part-of-total': REFUSAL,
  'opaque/campaign-and-data-are-opaque': REFUSAL,
  'fee-response/is-json-object': malformed('has a gateway that answers 200 with an HTML page'),
  'fee-response/has-transaction-fee-number': malformed('refuses with 2xx, without a fee'),
  'fee-response/has-stxid-string': malformed('refuses with 2xx, without an sTxId'),
  'fee-response/has-message-ok': malformed('refuses with 2xx and a message beside a fee and an sTxId'),
  'fee/matches-reference': PRICING,
  'identity/stxid-is-unique': {
    kind: 'judged',
    from: 2,
    twoFirst: true,
    unrepeated: true,
    couldBe: 'an accident, or a call that is not recorded',
    innocent: [
      'answers a repeated first call with an Idempotency-Key as before',
      'has an exchange that stands twice in the recording',
      'has two environments, chosen by a header, that count by themselves',
    ],
  },
  'identity/update-by-stxid-keeps-stxid': keeps(),
  'identity/update-by-mtxid-keeps-stxid': { ...keeps(), byMtxid: true },
  'identity/update-by-both-keeps-stxid': { ...keeps(), byMtxid: true },
  'identity/update-recalculates-fee': FEES,
  'identity/distinct-mtxids-are-distinct': {
    kind: 'judged',
    from: 2,
    twoMtxids: true,
    unrepeated: true,
    couldBe: 'an accident, or a call that is not recorded and gave the transaction its mTxId',
    innocent: [
      'gives a transaction an mTxId in an update or a sale',
      'answers a repeated first call with an Idempotency-Key as before',
      'ignores the case of an mTxId, or the space around it',
    ],
  },
  'identity/concurrent-updates-keep-stxid': ELSEWHERE,
  'identity/outlives-other-traffic': ELSEWHERE,
  'identity/state-machine': { ...keeps(), byMtxid: true },
  'sale/accepts-stxid': sells(),
  'sale/accepts-mtxid': { ...sells(), byMtxid: true },
  'sale/accepts-both': { ...sells(), byMtxid: true },
  'sale/accepts-late-mtxid': {
    kind: 'judged',
    from: 2,
    twoMtxids: true,
    unrepeated: true,
    couldBe: 'an accident, or a call that is not recorded and gave the mTxId to another transaction',
    innocent: [
      'has an mTxId that an earlier call gave to another transaction',
      'refuses a sale with another mTxId',
      'answers a repeated sale with an Idempotency-Key as before',
    ],
  },
  'sale/requires-stxid-or-mtxid': {
    kind: 'judged',
    from: 1,
    needs: 'identifier',
    innocent: [
      'takes the identifier from another field or from the query',
      'has a recorder that removes all identifiers',
      'refuses with 2xx and a message',
    ],
  },
  'sale/authcode-is-optional': REFUSAL,
  'sale/authcode-is-opaque': REFUSAL,
  'sale/answers-stxid-string': malformed('refuses a sale with 2xx, without an sTxId'),
  'robustness/survives-malformed-input': OUTAGE,
  'robustness/answers-in-time': OUTAGE,
};

const SHOULD: Readonly<Record<ShouldRule, TrafficDecision>> = {
  'auth/refuses-missing-token': {
    kind: 'judged',
    from: 3,
    needs: 'authorization',
    innocent: [
      'knows the client by a cookie or an API key',
      'has a recorder that drops some tokens',
      'answers requests without a token with 401',
    ],
  },
  'auth/refuses-invalid-token': ON_PURPOSE,
  'transport/https': notTested('a proxy in front of the service may speak HTTPS'),
  'transport/post-only': {
    kind: 'judged',
    from: 1,
    innocent: ['answers GET with a page', 'answers PUT with 405', 'answers GET with 200 and no fee'],
  },
  'transport/content-type-json': {
    kind: 'judged',
    from: 3,
    header: 'content-type',
    innocent: [
      'writes the type in capitals or with a charset',
      'has a recorder that leaves the type out',
      'answers refusals as HTML',
    ],
  },
  'fee-request/refuses-wrong-types': requires('amount'),
  'fee-request/refuses-negative-amount': requires('amount'),
  'fee-response/fee-is-not-negative': malformed('refuses with 2xx and a fee of -1'),
  'fee-response/fee-has-cents': malformed('writes trailing zeros'),
  'fee-response/same-request-same-fee': FEES,
  'nicn/never-echoes-card-number': {
    kind: 'judged',
    from: 1,
    innocent: [
      'repeats a masked number in its refusal',
      'repeats an mTxId with the same digits',
      'counts in an sTxId of digits',
    ],
  },
  'region/refuses-unknown': ON_PURPOSE,
  'region/forms-agree': FEES,
  'processor/refuses-unknown': ON_PURPOSE,
  'multi-pay/refuses-part-over-total': {
    ...requires('amount'),
    innocent: [
      'refuses it with 2xx and a message',
      'accepts an amount that equals the total',
      'accepts amounts that differ from the total in binary noise',
    ],
  },
  'opaque/opaque-data-does-not-change-fee': FEES,
  'identity/mtxid-is-case-sensitive': ELSEWHERE,
  'identity/merchants-are-isolated': notTested('two tokens may belong to one merchant'),
  'sale/refuses-unknown-transaction': ELSEWHERE,
  'identity/remembers-late-mtxid': ELSEWHERE,
  'sale/refuses-mismatched-identifiers': ELSEWHERE,
  'robustness/no-server-error-on-bad-input': OUTAGE,
  'robustness/no-internals-in-errors': {
    kind: 'judged',
    from: 1,
    innocent: [
      'answers with the HTML page of a gateway',
      'names a path of its own API in a refusal',
      'repeats the text of a client',
    ],
  },
  'robustness/refuses-oversized-body': ON_PURPOSE,
};

/** Where nothing is missing, identifiers are judged as in a run; whether a transaction has expired stays open. */
export function decisionWhenComplete(decision: TrafficDecision | undefined): TrafficDecision | undefined {
  if (decision?.kind === 'judged') {
    const { apart, close, twoFirst, twoMtxids, ...others } = decision;

    return apart || twoFirst || twoMtxids ? { ...others, from: 1 } : decision;
  }

  return decision === ELSEWHERE
    ? { kind: 'judged', from: 1, unrepeated: true, innocent: LOST_STATE }
    : decision;
}

/** In the order of the catalogue. */
export const DECISIONS: ReadonlyMap<RuleId, TrafficDecision> = new Map<RuleId, TrafficDecision>([
  ...MUST_RULES.map((id) => [id, MUST[id]] as const),
  ...SHOULD_RULES.map((id) => [id, SHOULD[id]] as const),
]);
