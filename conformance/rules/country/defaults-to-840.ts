/** A call without `country` is priced as one with `840`, the United States. */

import { feeIn } from '../../../src/contract/outcome.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { assertSameFee, feeOf, requireAccepted } from '../../rule/assertions.ts';
import { acceptedBody } from '../../rule/exchange.ts';
import { HOLDS, violation } from '../../rule/finding.ts';
import { plainRequest, plainRequests } from '../../rule/patterns/compare-fees.ts';
import { rule } from '../../rule/rule.ts';

/** The rule that requires that these requests are accepted, with and without a country. */
const BLAME = 'fee-request/accepts-all-fields-at-once';

export const defaultsTo840 = rule<FeeRequest>({
  id: 'country/defaults-to-840',
  section: '2.1',
  level: 'must',
  title: 'a call without country gets the same fee as with country 840',
  tries:
    'The same call with country 840 and without country. Fees are compared where the deployment repeats them.',
  fix: 'Set an absent country to 840 before anything depends on it, so that both calls are priced in the same way.',
  dependsOn: ['fee-request/accepts-each-optional-field'],
  observe(exchange, history) {
    const { country, ...fields } = exchange.fields ?? {};
    if (!history.isFirstCall(exchange) || (country !== undefined && country !== '840')) return undefined;
    const counterpart = country === undefined ? { ...fields, country: '840' } : fields;
    const other = history.sameFirstCall({ ...exchange, fields: counterpart });
    const got = feeIn(acceptedBody(exchange));
    const expected = other === undefined ? undefined : feeIn(acceptedBody(other));
    // A fee may depend on the mTxId, as the phases of an A/B test may.
    if (got === undefined || expected === undefined || 'mTxId' in fields || history.feesVary)
      return undefined;
    if (got === expected) return HOLDS;
    const what =
      country === undefined ? 'without country the fee that 840 gets,' : 'with country 840 the fee of none,';

    return violation(what, String(got), {
      fees: { got, expected },
      related: other === undefined ? [] : [other],
      isAccident: true,
    });
  },
  // With and without a total, since multi-pay may be priced elsewhere.
  probes: (context) =>
    plainRequests(context).map((request, n) =>
      n % 2 === 0 || !('totalAmount' in context.data.optional)
        ? request
        : { ...request, totalAmount: context.deployment.amounts.max },
    ),
  cases: plainRequest,

  async run(request, { fee }, { traits: { feesRepeat } }) {
    const omitted = requireAccepted(await fee({ ...request }), BLAME);
    const explicit = requireAccepted(await fee({ ...request, country: '840' }), BLAME);
    if (feesRepeat())
      assertSameFee(feeOf(omitted), feeOf(explicit), 'without country the fee that 840 gets,');
  },
});
