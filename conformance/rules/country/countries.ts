/** The rules on `country`: 840 where it is absent, and no code that ISO 3166 lacks. */
import { feeIn } from '../../../src/contract/outcome.ts';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { feesDiffer, HOLDS } from '../../rule/finding.ts';
import { ABROAD, plainRequest, plainRequests } from '../../rule/patterns/open.ts';
import { inUpdates, refuses } from '../../rule/patterns/refuses.ts';
import { FEES, rule } from '../../rule/rule.ts';
import { fee, type Script, type ScriptCall } from '../../rule/script.ts';
import { acceptedBody } from '../../rule/service-call.ts';

const EXPECTED = 'without country the fee that 840 gets,';

export const defaultsTo840 = rule({
  id: 'country/defaults-to-840',
  section: '2.1',
  title: 'a call without country gets the same fee as with country 840',
  tries: 'The same call with and without country, also after one for another country.',
  fix: 'Set an absent country to 840 before anything depends on it, so that both calls are priced in the same way.',
  inTraffic: FEES,
  dependsOn: ['fee-request/accepts-each-optional-field'],
  judge(call, history) {
    const { country, ...fields } = call.fields ?? {};
    if (!history.isFirstCall(call) || (country !== undefined && country !== '840')) return undefined;
    const counterpart = country === undefined ? { ...fields, country: '840' } : fields;
    const other = history.sameFirstCall({ ...call, fields: counterpart });
    const fees = [call, other].map((one) => one && feeIn(acceptedBody(one)));
    const [got, expected] = country === undefined ? fees : fees.toReversed();
    // A fee may depend on the mTxId, as the phases of an A/B test may.
    if (other === undefined || got === undefined || expected === undefined) return undefined;
    if ('mTxId' in fields || history.feesVary) return undefined;
    if (got === expected) return HOLDS;

    return feesDiffer(
      EXPECTED,
      { got, expected },
      {
        related: [other],
        isAccident: true,
      },
    );
  },
  // With and without a total, since multi-pay may be priced elsewhere.
  scripts: (context) =>
    plainRequests(context).map((request, n) => {
      const hasTotal = n % 2 === 1 && 'totalAmount' in context.data.optional;
      const total = hasTotal ? { totalAmount: context.deployment.amounts.max } : {};
      const between = n === 1 ? [fee({ ...request, country: ABROAD }, { mayBeLost: true })] : [];

      return toScript({ ...request, ...total }, between);
    }),
  randomScripts: (context) => plainRequest(context).map((request) => toScript(request)),
});

/** @param between calls whose country a service may keep for the next one */
function toScript(request: FeeRequest, between: readonly ScriptCall[] = []): Script {
  const needs = 'fee-request/accepts-all-fields-at-once';
  const feeOf = { call: 1, what: EXPECTED, evenIfFeesVary: true } as const;

  return {
    calls: [
      fee({ ...request, country: '840' }, { needs, early: true }),
      ...between,
      fee({ ...request }, { needs, ...(between.length > 0 && { expects: { feeOf } }) }),
    ],
  };
}

/** In first calls, and the last one in an update. */
const UNKNOWN_COUNTRIES = ['000', '840x', '0840', 'XQZ'];

export const refusesUnknownCountry = refuses({
  id: 'country/refuses-unknown',
  section: '2.1',
  title: 'a country that is no ISO 3166 numeric code is refused',
  tries:
    'Other texts, 840 with a sign more, and 000. Codes for private use and withdrawn ones are not tried.',
  fix: 'Look country up among the ISO 3166-1 numeric codes, three digits each, and refuse any other text.',
  lookAlikes: ['other-countries=free', 'other-countries=price', 'other-countries=refuse'],
  dependsOn: ['country/defaults-to-840'],
  wrong: ({ country }) =>
    typeof country === 'string' && UNKNOWN_COUNTRIES.includes(country)
      ? `with the country ${JSON.stringify(country)}`
      : undefined,
  edits: () => UNKNOWN_COUNTRIES.slice(0, -1).map((country) => ({ country })),
  placed: (context) => inUpdates(context, [{ country: UNKNOWN_COUNTRIES.at(-1) }]).slice(0, 1),
});
