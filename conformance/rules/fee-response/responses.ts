/** The rules on responses to accepted fee calls, judged in every one of the run. */
import fc from 'fast-check';
import { detectSuccessShape, feeIn, wrapperOf } from '../../../src/contract/outcome.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { NAMED_BY, type NamedBy } from '../../../src/exchange/trace.ts';
import { describeUnmasked } from '../../../src/text/describe.ts';
import type { JsonObject } from '../../../src/text/json-object.ts';
import { startOf } from '../../../src/text/visible.ts';
import { hasWholeCents } from '../../rule/arbitraries/amount.ts';
import { describeCall, LONGEST_SHOWN, REFUSAL_WITH_OK, STXID_EXPECTED } from '../../rule/assertions.ts';
import { type Finding, HOLDS, type RuleViolation, violation } from '../../rule/finding.ts';
import { type HttpResponse, isSuccessful } from '../../rule/http-result.ts';
import { identifiersBy, mtxidFor, priceableOf } from '../../rule/patterns/open.ts';
import { without } from '../../rule/patterns/refuses.ts';
import { FEES, MALFORMED, type Rule, type RuleHead, rule } from '../../rule/rule.ts';
import { fee, type Script } from '../../rule/script.ts';
import { acceptedBody, type Body, hasNoneOf, isFeeCall, type ServiceCall } from '../../rule/service-call.ts';

export const isJsonObject = responds(
  {
    id: 'fee-response/is-json-object',
    section: '4.1',
    title: 'the response to an accepted fee call is one JSON object',
    fix: 'Return one JSON object for an accepted fee call: no array or object around it, and nothing before or after it.',
    lookAlikes: ['success-status=202', 'response-media-type=none', 'json-layout=escaped'],
  },
  (call) => {
    const { response } = call;
    if (response.kind === 'unanswered' || !isSuccessful(response)) return undefined;
    if (response.body === undefined) return violation('one JSON object', describeCall(call));
    const broken = byteOrderMarkIn(response) ?? fieldWithTwoValues(response);
    const wrapper = wrapperOf(response);
    if (broken !== undefined || wrapper === undefined) return broken ?? HOLDS;
    const got = `them in an object in its field ${wrapper}`;

    return violation('one JSON object with the fields of the response', got);
  },
);

export const hasTransactionFeeNumber = respondsWithField(
  'transactionFee',
  {
    id: 'fee-response/has-transaction-fee-number',
    title: 'the response to an accepted fee call has transactionFee, a number',
    fix: 'Write transactionFee as a JSON number, also 0: many decimal types are serialised as strings.',
    lookAlikes: ['number-form=exponent', 'json-layout=escaped'],
  },
  'transactionFee to be a number',
  (fee) => typeof fee === 'number',
);

export const hasStxidString = respondsWithField(
  'sTxId',
  {
    id: 'fee-response/has-stxid-string',
    title: 'the response to an accepted fee call has sTxId, a non-empty string',
    fix: 'Return sTxId as a non-empty JSON string: convert numbers, of which JSON parsers lose digits.',
    lookAlikes: ['stxid-form=digits'],
  },
  STXID_EXPECTED,
  (sTxId) => typeof sTxId === 'string' && sTxId !== '',
);

export const hasMessageOk = respondsWithField(
  'message',
  {
    id: 'fee-response/has-message-ok',
    title: 'the response to an accepted fee call has the message ok',
    fix: 'Put `"message": "ok"` into the response to every accepted fee call, and into no other.',
    lookAlikes: ['extra-response-fields=nested'],
  },
  'message to be "ok"',
  (message) => message === 'ok',
);

export const feeIsNotNegative = respondsWithFee(
  {
    id: 'fee-response/fee-is-not-negative',
    title: 'a fee is never negative',
    tries: 'All fees of the run.',
    fix: 'Make sure that a cap, a discount or another deduction cannot take a fee below 0.',
  },
  'a fee of zero or more',
  (usd) => usd >= 0,
);

export const feeHasCents = respondsWithFee(
  {
    id: 'fee-response/fee-has-cents',
    title: 'a fee has at most two decimals',
    tries: 'All fees of the run. Trailing zeros do not matter.',
    fix: 'Calculate in exact decimals, and round once, at the end: sums of binary floats end in many digits.',
    lookAlikes: ['number-form=six-decimals'],
  },
  'a fee of at most two decimals',
  hasWholeCents,
);

type OwnHead = Omit<RuleHead, 'section' | 'inTraffic'>;

/** A rule on one field of the response. */
function respondsWithField(
  field: string,
  head: OwnHead,
  expected: string,
  isRight: (value: unknown) => boolean,
): Rule {
  const dependsOn = ['fee-response/is-json-object'] as const;

  return responds({ ...head, section: '2.2', dependsOn }, (call) => {
    const body = successOf(call);
    if (body === undefined) return undefined;
    // Nothing can be priced by it: the refusal of any call may look like a success then.
    if (hasNoneOf(['nicn', 'region'], call))
      return field === 'message' && body['message'] === 'ok'
        ? violation(REFUSAL_WITH_OK, describeCall(call))
        : undefined;
    const value = body[field];
    if (isRight(value)) return HOLDS;

    return violation(
      expected,
      describeUnmasked(typeof value === 'string' ? startOf(value, LONGEST_SHOWN) : value),
    );
  });
}

/** A rule on the value of every fee, in US dollars. */
function respondsWithFee(head: OwnHead, expected: string, isRight: (usd: number) => boolean): Rule {
  const dependsOn = ['fee-response/is-json-object'] as const;

  return responds({ ...head, section: '2.2', dependsOn }, (call) => {
    const usd = feeIn(successOf(call));
    // Negative amounts belong to the rule that expects them to be refused.
    if (usd === undefined || Number(call.fields?.['amount']) < 0) return undefined;

    return isRight(usd) ? HOLDS : violation(expected, String(usd));
  });
}

/** A proxy may cause one malformed response; the deployment itself causes this many. */
export const MIN_VIOLATIONS = 3;

/** @param judge judges the response to an accepted fee call; undefined where the rule says nothing about it */
function responds(
  head: Omit<RuleHead, 'stage' | 'inTraffic'>,
  judge: (call: ServiceCall) => Finding | undefined,
): Rule {
  const responding: Rule = rule({
    tries: 'The responses to accepted first calls and updates, sent by this rule and by all others.',
    ...head,
    inTraffic: MALFORMED,
    stage: 1,
    observationSuffices: true,
    judge(call, history) {
      if (!isFeeCall(call)) return undefined;
      const isSuccess =
        call.outcome.kind === 'accepted' || (isMalformed(call) && (saysOk(call) || history.isOrdinary(call)));
      const finding = isSuccess ? judge(call) : undefined;
      if (finding?.kind !== 'violation') return finding;

      return {
        ...finding,
        ...(responding.level === 'must' ? { failsFrom: MIN_VIOLATIONS } : { isAccident: true }),
      };
    },
    // Other rules send more varied calls, and the observer sees their responses too.
    scripts: ({ baseline, data: { plainAmounts, optional } }) => [
      toScript(baseline),
      ...NAMED_BY.map((by) => toScript(baseline, by)),
      toScript({ ...baseline, ...optional }),
      ...[Math.min(...plainAmounts), Math.max(...plainAmounts)].map((amount) =>
        toScript({ ...baseline, amount }),
      ),
    ],
    randomScripts: ({ data: { feeRequest } }) =>
      fc
        .record({ request: feeRequest, update: fc.constantFrom(undefined, ...NAMED_BY) })
        .map(({ request, update }) => toScript(request, update)),
  });

  return responding;
}

/** A first call; with `update`, a first call for the same card and region and an update that carries the request. */
function toScript(request: FeeRequest, update?: NamedBy): Script {
  if (update === undefined) return { calls: [fee({ ...request })] };

  return {
    calls: [
      fee({ ...priceableOf(request), ...mtxidFor(update) }),
      fee({ ...request, ...identifiersBy(update, '{s1}') }),
    ],
  };
}

/** Other clients than browsers fail on it (RFC 8259, 8.1). */
export function byteOrderMarkIn({ text }: HttpResponse): RuleViolation | undefined {
  return text.startsWith('\ufeff')
    ? violation('one JSON object and nothing before it', 'a byte order mark (EF BB BF) before it')
    : undefined;
}

/** Of a field that is written twice, parsers take the first value or the last (RFC 8259, 4). */
function fieldWithTwoValues({ text, body }: HttpResponse): RuleViolation | undefined {
  for (const name of ['transactionFee', 'sTxId', 'message']) {
    const values = [...text.matchAll(new RegExp(`"${name}"\\s*:\\s*("[^"]*"|[^\\s,}]+)`, 'g'))].map(
      ([, one]) => one,
    );
    // One that is kept stands in another object.
    const kept = values.length > 1 ? JSON.stringify(body).split(`"${name}":`).length - 1 : 1;
    if (values.length > kept && new Set(values).size > 1)
      return violation(
        'one JSON object with each field once',
        `${name} with the values ${values.join(' and ')}`,
      );
  }

  return undefined;
}

/** The body of a success, even if a field is malformed; undefined for a refusal or a body that is not a JSON object. */
function successOf({ outcome, response }: ServiceCall): JsonObject | undefined {
  if (response.kind !== 'answered') return undefined;
  const isSuccess = outcome.kind === 'accepted' || detectSuccessShape(response) !== undefined;

  return isSuccess ? response.body : undefined;
}

/** A success whose outcome is not accepted because a documented part is missing. */
function isMalformed({ outcome, response }: ServiceCall): boolean {
  if (outcome.kind === 'unclear') return true;
  if (outcome.kind !== 'refused' || response.kind === 'unanswered') return false;

  return detectSuccessShape(response) !== undefined || wrapperOf(response) !== undefined;
}

/**
 * Whether a 2xx answer has the text of a success (2.2), in JSON or in what was to be JSON, whatever the call holds but for an
 * amount that is no number. A recording may cut the text.
 */
function saysOk({ response, fields, original }: ServiceCall): boolean {
  if (response.kind === 'unanswered' || !isSuccessful(response)) return false;
  const { amount = 0 } = fields ?? {};
  if (!Number.isFinite(amount)) return false;
  const { body, text } = response;
  // Without it, only where nothing else can say that it is a refusal.
  if (body !== undefined) {
    const { message, transactionFee, sTxId, ...others } = body;
    const isNothingElse = Number(transactionFee) > 0 && Boolean(sTxId) && Object.keys(others).length === 0;

    return message === 'ok' || (message === undefined && isNothingElse);
  }

  return original === undefined && /"message"\s*:\s*"ok"/.test(text);
}

/** Changes far apart after the first one of their request. */
const MIN_CHANGES = 3;

export const sameRequestSameFee = rule({
  id: 'fee-response/same-request-same-fee',
  section: '4.1',
  title: 'the same first call gets the same fee',
  tries: 'Repeated first calls. A price that changes once and then stays is not a failure.',
  fix: 'Calculate the fee from the request and the merchant alone, with the same prices on every instance.',
  inTraffic: FEES,
  lookAlikes: ['number-form=six-decimals'],
  // With prices, that rule compares every fee.
  dependsOn: ['country/defaults-to-840', 'identity/stxid-is-unique', 'fee/matches-reference'],
  stage: 1,
  observationSuffices: true,
  judge(call, history) {
    const fee = feeIn(acceptedBody(call));
    if (fee === undefined || !history.isFirstCall(call) || 'mTxId' in call.sent) return undefined;
    const before = history.sameFirstCall(call);
    const feeBefore = before === undefined ? undefined : feeIn(acceptedBody(before));
    if (before === undefined || feeBefore === undefined) return undefined;
    if (feeBefore === fee) return HOLDS;
    if (history.feeChanges(call) === 0) return undefined;

    return violation(`the fee that the same request had before, ${feeBefore}`, String(fee), {
      nature: 'two-fees',
      related: [before],
      isAccident: true,
      failsFrom: MIN_CHANGES,
    });
  },
  scripts: ({ baseline, data: { optional, plainAmounts } }) => [
    threeTimes(baseline),
    threeTimes(without({ ...baseline, ...optional }, 'mTxId')),
    ...plainAmounts.slice(0, 2).map((amount) => threeTimes({ ...baseline, amount })),
  ],
});

function threeTimes(request: object): Script {
  const body: Body = { ...request };

  return { calls: Array.from({ length: 3 }, () => ({ operation: 'calculateFee', body })) };
}
