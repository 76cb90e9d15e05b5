/** A first call or an update may have every field, and any combination of them. */
import type { FeeRequest } from '../../../src/contract/types.ts';
import type { NamedBy } from '../../../src/exchange/trace.ts';
import { NICN_LENGTHS } from '../../deployment/deployment.ts';
import { coveringRows } from '../../rule/arbitraries/covering.ts';
import { nicnForCardToken } from '../../rule/arbitraries/fee-request.ts';
import type { RuleContext } from '../../rule/context.ts';
import { REGION_FORMS } from '../../rule/context.ts';
import { accepts, bySeveral } from '../../rule/patterns/accepts.ts';

export const acceptsAllFieldsAtOnce = accepts({
  id: 'fee-request/accepts-all-fields-at-once',
  section: '2.1',
  level: 'must',
  title: 'one request may have every field, and any two optional ones',
  tries:
    'Every field in one request, as a first call and as an update, and any two values of two fields ' +
    'together.',
  fix:
    'Accept the optional fields in any combination: none of them excludes another. With the ' +
    'identifiers of a transaction the request is an update, and may have them all.',
  dependsOn: [
    'fee-request/accepts-each-optional-field',
    'fee-request/accepts-decimal-amounts',
    'nicn/accepts-6-to-8-digits',
    'region/accepts-zip-code',
    'region/accepts-two-letter-state',
    'region/accepts-iso-state-code',
    'multi-pay/accepts-part-of-total',
    'opaque/campaign-and-data-are-opaque',
  ],
  lookAlikes: ['update-to-another-card=refuse', 'unknown-request-fields=refuse', 'largest-body=1024'],
  what: 'several optional fields',
  requests: (context) => {
    const all = { ...context.baseline, ...context.data.optional };

    return [
      all,
      ...bySeveral(context, all),
      ...UPDATE_BY.map((update) => ({ request: all, update })),
      ...combined(context),
    ];
  },
  request: ({ data: { feeRequest } }) => feeRequest,
  alsoUpdates: true,
});

const UPDATE_BY: readonly NamedBy[] = ['both', 'mTxId', 'sTxId'];

/** Rows that cover every combination of values of a few fields. */
function combined(context: RuleContext): readonly FeeRequest[] {
  const { baseline, data, deployment, effort } = context;
  const { optional, nicns, regions, plainAmounts } = data;
  const factors = {
    amount: [...new Set([baseline.amount, Math.min(...plainAmounts), Math.max(...plainAmounts)])],
    nicn: NICN_LENGTHS.flatMap((length) => nicns.filter((nicn) => nicn.length === length).slice(0, 1)),
    region: [...new Set([baseline.region, ...REGION_FORMS.flatMap((form) => regions[form].slice(0, 1))])],
    ...Object.fromEntries(Object.entries(optional).map(([name, value]) => [name, [undefined, value]])),
  };

  return coveringRows(factors, effort.combined).map((row) => {
    const fields = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
    const request = { ...baseline, ...fields };
    const { amount, cardToken } = request;
    const totalAmount = Math.min(2 * amount, deployment.amounts.max);

    return {
      ...request,
      ...(cardToken === undefined ? {} : { nicn: nicnForCardToken(request.nicn, context) }),
      ...('totalAmount' in fields ? { totalAmount } : {}),
    };
  });
}
