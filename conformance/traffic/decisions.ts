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
  /** Services that behave in this way for another reason; each has a test. */
  readonly innocent: readonly [string, string, string];
}

interface NotTested {
  readonly kind: 'not-tested';
  readonly why: string;
  /** Whether a recording that lacks nothing shows it. */
  readonly unlessComplete?: true;
}

export type TrafficDecision = JudgedInTraffic | NotTested;

const LOST_STATE = [
  'forgets a transaction after its lifetime, and opens a new one',
  'has lost its memory in a restart',
  'has another process sell the transaction, so that the identifier is free again',
] as const;

function notTested(why: string): NotTested {
  return { kind: 'not-tested', why: `traffic cannot show it: ${why}` };
}

function judged(
  from: number,
  innocent: JudgedInTraffic['innocent'],
  more: Omit<JudgedInTraffic, 'kind' | 'from' | 'innocent'> = {},
): JudgedInTraffic {
  return { kind: 'judged', from, innocent, ...more };
}

const OTHER_FIELD = [
  'reads the value from another field, such as bin or total',
  'updates a transaction that an earlier call has opened',
  'has a recorder that removes the field from every body',
] as const;

function requires(needs: Fact, innocent: JudgedInTraffic['innocent'] = OTHER_FIELD): JudgedInTraffic {
  return judged(1, innocent, { needs });
}

function ofNicn(recorder: string): JudgedInTraffic {
  return requires('nicn', [
    recorder,
    'refuses it with 2xx and a message',
    'refuses it with 2xx, a fee of 0 and an sTxId',
  ]);
}

function malformed(first: string): JudgedInTraffic {
  return judged(
    3,
    [first, 'answers one request through a broken cache', 'answers in another form while it starts'],
    { couldBe: 'an accident, such as the response of a gateway' },
  );
}

/** The rule is about the `sTxId` of a known transaction. */
function keeps(from: number, more: Pick<JudgedInTraffic, 'byMtxid'> = {}): JudgedInTraffic {
  const couldBe = 'a restart, the end of its lifetime, or a call that is not recorded';

  return judged(from, LOST_STATE, { compares: 'transaction', couldBe, ...more });
}

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
  'nicn/refuses-fewer-than-6-digits': ofNicn('has a recorder that cuts every nicn to four digits'),
  'nicn/refuses-more-than-8-digits': ofNicn('has a recorder that replaces every nicn by a longer number'),
  'nicn/refuses-non-digits': ofNicn('has a recorder that writes 4242XX in place of 424242'),
  'region/accepts-zip-code': REFUSAL,
  'region/accepts-two-letter-state': REFUSAL,
  'region/accepts-iso-state-code': REFUSAL,
  'country/defaults-to-840': FEES,
  'processor/optional-with-one': FEES,
  'processor/required-with-several': judged(1, [
    'knows one processor of the merchant, but the merchant file lists a new one',
    'knows one processor, which clients name by MID and by name',
    'keeps the processor for an update',
  ]),
  'processor/accepts-mid-or-name': REFUSAL,
  'processor/mid-and-name-agree': FEES,
  'multi-pay/accepts-part-of-total': REFUSAL,
  'opaque/campaign-and-data-are-opaque': REFUSAL,
  'fee-response/is-json-object': malformed('has a gateway that answers 200 with an HTML page'),
  'fee-response/has-transaction-fee-number': malformed('refuses with 2xx, without a fee'),
  'fee-response/has-stxid-string': malformed('refuses with 2xx, without an sTxId'),
  'fee-response/has-message-ok': malformed('refuses with 2xx and a message beside a fee and an sTxId'),
  'fee/matches-reference': PRICING,
  'identity/stxid-is-unique': judged(
    2,
    [
      'answers a repeated first call with an Idempotency-Key as before',
      'has an exchange that stands twice in the recording',
      'has two environments, chosen by a header, that count by themselves',
    ],
    { compares: 'two-first-calls', couldBe: 'an accident, or a call that is not recorded' },
  ),
  'identity/update-by-stxid-keeps-stxid': keeps(3),
  'identity/update-by-mtxid-keeps-stxid': keeps(3, BY_MTXID),
  'identity/update-by-both-keeps-stxid': keeps(3, BY_MTXID),
  'identity/update-recalculates-fee': FEES,
  'identity/distinct-mtxids-are-distinct': judged(
    2,
    [
      'gives a transaction an mTxId in an update or a sale',
      'answers a repeated first call with an Idempotency-Key as before',
      'ignores the case of an mTxId, or the space around it',
    ],
    {
      compares: 'two-mtxids',
      couldBe: 'an accident, or a call that is not recorded and gave the transaction its mTxId',
    },
  ),
  'identity/concurrent-updates-keep-stxid': ELSEWHERE,
  'identity/outlives-other-traffic': ELSEWHERE,
  'identity/state-machine': keeps(3, BY_MTXID),
  'sale/accepts-stxid': keeps(2),
  'sale/accepts-mtxid': keeps(2, BY_MTXID),
  'sale/accepts-both': keeps(2, BY_MTXID),
  'sale/accepts-late-mtxid': judged(
    2,
    [
      'has an mTxId that an earlier call gave to another transaction',
      'refuses a sale with another mTxId',
      'answers a repeated sale with an Idempotency-Key as before',
    ],
    {
      compares: 'two-mtxids',
      couldBe: 'an accident, or a call that is not recorded and gave the mTxId to another transaction',
    },
  ),
  'sale/requires-stxid-or-mtxid': judged(
    1,
    [
      'takes the identifier from another field or from the query',
      'has a recorder that removes all identifiers',
      'refuses with 2xx and a message',
    ],
    { needs: 'identifier' },
  ),
  'sale/authcode-is-optional': REFUSAL,
  'sale/authcode-is-opaque': REFUSAL,
  'sale/answers-stxid-string': malformed('refuses a sale with 2xx, without an sTxId'),
  'robustness/survives-malformed-input': OUTAGE,
  'robustness/answers-in-time': OUTAGE,
  'auth/refuses-missing-token': judged(
    3,
    [
      'knows the client by a cookie or an API key',
      'has a recorder that drops some tokens',
      'answers requests without a token with 401',
    ],
    { needs: 'authorization' },
  ),
  'auth/refuses-invalid-token': ON_PURPOSE,
  'transport/https': notTested('a proxy in front of the service may speak HTTPS'),
  'transport/post-only': judged(1, [
    'answers GET with a page',
    'answers PUT with 405',
    'answers GET with 200 and no fee',
  ]),
  'transport/content-type-json': judged(
    3,
    [
      'writes the type in capitals or with a charset',
      'has a recorder that leaves the type out',
      'answers refusals as HTML',
    ],
    { header: 'content-type' },
  ),
  'fee-request/refuses-wrong-types': requires('amount'),
  'fee-request/names-are-case-sensitive': ON_PURPOSE,
  'fee-request/refuses-negative-amount': requires('amount'),
  'fee-response/fee-is-not-negative': malformed('refuses with 2xx and a fee of -1'),
  'fee-response/fee-has-cents': malformed('writes trailing zeros'),
  'fee-response/same-request-same-fee': FEES,
  'fee/does-not-depend-on-other-calls': FEES,
  'nicn/never-echoes-card-number': judged(1, [
    'repeats a masked number in its refusal',
    'repeats an mTxId with the same digits',
    'counts in an sTxId of digits',
  ]),
  'region/refuses-unknown': ON_PURPOSE,
  'region/forms-agree': FEES,
  'country/refuses-unknown': ON_PURPOSE,
  'processor/refuses-unknown': ON_PURPOSE,
  'multi-pay/refuses-part-over-total': requires('amount', [
    'refuses it with 2xx and a message',
    'accepts an amount that equals the total',
    'accepts amounts that differ from the total in binary noise',
  ]),
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
  'robustness/no-internals-in-errors': judged(1, [
    'answers with the HTML page of a gateway',
    'names a path of its own API in a refusal',
    'repeats the text of a client',
  ]),
  'robustness/refuses-oversized-body': ON_PURPOSE,
};

/** In the order of the catalogue. */
export const DECISIONS: ReadonlyMap<RuleId, TrafficDecision> = new Map<RuleId, TrafficDecision>(
  [...MUST_RULES, ...SHOULD_RULES].map((id) => [id, DECIDED[id]]),
);

export const MATCHES_REFERENCE = 'fee/matches-reference';

const BY_PRICING = judged(
  3,
  [
    'has changed its prices once',
    'tests two prices (A/B) for one request',
    'keeps the fee of a transaction that was sold elsewhere',
  ],
  { compares: 'price', couldBe: 'the price of another day, or of fields or a sale that are not recorded' },
);

/**
 * The decision about a rule. With the prices of the merchants, fees are judged too. Where nothing is missing, identifiers
 * are judged as in a run; whether a transaction has expired stays open.
 */
export function decisionOn(id: RuleId, hasPrices: boolean, isComplete = false): TrafficDecision | undefined {
  const decision = id === MATCHES_REFERENCE && hasPrices ? BY_PRICING : DECISIONS.get(id);
  if (!isComplete || decision === undefined) return decision;
  if (decision.kind === 'not-tested')
    return decision.unlessComplete ? judged(1, LOST_STATE, { compares: 'two-first-calls' }) : decision;
  const isOfCalls = decision.compares !== undefined && decision.compares !== 'price';

  return isOfCalls ? { ...decision, from: 1 } : decision;
}
