/** A first call without any optional field gets a fee; the preflight depends on this. */

import { detectSuccessShape } from '../../../src/contract/outcome.ts';
import { describeExchange } from '../../rule/assertions.ts';
import { acceptedBody, type Exchange, isFeeCall } from '../../rule/exchange.ts';
import { violation } from '../../rule/finding.ts';
import { accepts } from '../../rule/patterns/accepts.ts';

export const acceptsRequiredFieldsAlone = accepts({
  id: 'fee-request/accepts-required-fields-alone',
  section: '2.1, 4.1',
  level: 'must',
  title: 'amount, nicn and region suffice for a fee',
  tries: 'The three fields alone, as the merchant with one processor, with several amounts.',
  fix:
    "Return a fee for amount, nicn and region alone: default to the merchant's one processor and to country " +
    '840, and require no other field.',
  what: 'the required fields alone',
  /** Finds a refusal between two acceptances of the same request. A lasting one belongs to the rule that caused it. */
  judge(exchange, history) {
    if (exchange.merchant !== 'one' || acceptedBody(exchange) === undefined || !isBare(exchange))
      return undefined;
    const [refusal, ...before] = history.repetitionsOf(exchange);
    if (refusal === undefined || !isContentRefusal(refusal)) return undefined;
    if (!before.some((one) => acceptedBody(one) !== undefined)) return undefined;
    const expected = 'a fee for the baseline each time it is sent';

    return violation(expected, describeExchange(refusal), { related: [refusal] });
  },
  requests: ({ baseline, data: { plainAmounts } }) => [
    baseline,
    ...plainAmounts.slice(0, 3).map((amount) => ({ ...baseline, amount })),
  ],
});

/** The required fields and nothing else. */
function isBare(exchange: Exchange): boolean {
  return (
    isFeeCall(exchange) &&
    Object.keys(exchange.fields ?? {})
      .toSorted()
      .join() === 'amount,nicn,region'
  );
}

/** A server error or an unclear response does not refuse the request's content, nor does one that refuses its spelling. */
function isContentRefusal({ outcome, response, variant }: Exchange): boolean {
  if (outcome.kind !== 'refused' || response.kind === 'unanswered' || variant.spelling !== undefined)
    return false;

  return response.status < 500 && detectSuccessShape(response) === undefined;
}
