/** Defects in the fee itself, and in the fields country, totalAmount, campaign and data (sections 1 and 2.1). */
import { addCents, type DefectGroup, defect, refuseFees, repairFeeCall } from './defect.ts';
import { alsoForSeveral, forSeveralOnly, inPosition, onUpdates } from './positions.ts';

/** In US dollars. From this amount on, 10 cents less leave every fee of the shipped prices positive. */
const LEAST_AMOUNT = 20;

export const PRICING_DEFECTS = {
  'country/defaults-to-840': alsoForSeveral(
    'adds 50 cents to the fee if the country is 840',
    () => addCents(50, ({ country }) => country === '840'),
    {
      'of-a-part': defect('adds 50 cents to the fee of a part of a total without country', () =>
        addCents(50, ({ country, totalAmount }) => country === undefined && totalAmount !== undefined),
      ),
    },
  ),
  'multi-pay/accepts-part-of-total': alsoForSeveral(
    'refuses a part that is a cent less than the total',
    refuseNearlyAll,
    {
      'on-updates-by-both': onUpdates(
        'refuses a part that is a cent less than the total',
        'both',
        refuseNearlyAll,
      ),
    },
  ),
  'multi-pay/refuses-part-over-total': defect('accepts a part that is more than the total', () =>
    repairFeeCall('part-over-total', () => ({ totalAmount: undefined })),
  ),
  'opaque/campaign-and-data-are-opaque': {
    summary: 'refuses campaign and data texts with a quote or an angle bracket',
    create: () =>
      refuseFees('campaign', ({ campaign, data }) =>
        [campaign, data].flat().some((text) => /["<>]/.test(String(text))),
      ),
    variants: {
      'markup-in-campaign-on-updates-by-mtxid': defect(
        'refuses a campaign with an angle bracket in an update by mTxId',
        () => inPosition(({ by }) => by === 'mTxId', refuseTexts('campaign', /</)),
      ),
      'sql-in-data-on-updates-by-both': defect(
        'refuses data with a quote in an update by both identifiers',
        () => inPosition(({ by }) => by === 'both', refuseTexts('data', /'/)),
      ),
      'markup-in-data-for-several': forSeveralOnly('refuses data with an angle bracket', () =>
        refuseTexts('data', /</),
      ),
      'one-character': defect('refuses a campaign with a single character', () =>
        refuseTexts('campaign', /^.$/u),
      ),
      'ideograph-in-campaign-for-several': forSeveralOnly('refuses a campaign with an ideograph', () =>
        refuseTexts('campaign', /\p{Ideographic}/u),
      ),
    },
  },
  'opaque/opaque-data-does-not-change-fee': defect('adds 5 cents to the fee if data has a coupon code', () =>
    addCents(5, ({ data }) => [data].flat().some((text) => /^coupon/i.test(String(text)))),
  ),
  'fee/matches-reference': defect(
    `subtracts 10 cents from the fee for cards that begin with 411, from ${LEAST_AMOUNT} dollars on`,
    () =>
      addCents(-10, ({ nicn, amount }) => String(nicn).startsWith('411') && Number(amount) >= LEAST_AMOUNT),
  ),
} satisfies DefectGroup<'country' | 'multi-pay' | 'opaque' | 'fee'>;

function refuseTexts(field: 'campaign' | 'data', pattern: RegExp) {
  return refuseFees(field, (fields) => [fields[field]].flat().some((text) => pattern.test(String(text))));
}

function refuseNearlyAll() {
  return refuseFees(
    'totalAmount',
    ({ amount, totalAmount }) =>
      totalAmount !== undefined && Math.round((Number(totalAmount) - Number(amount)) * 100) === 1,
  );
}
