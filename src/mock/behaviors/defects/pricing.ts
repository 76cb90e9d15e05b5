/** Defects in the fee itself, and in the fields country, totalAmount, campaign and data (sections 1 and 2.1). */
import { addCents, type DefectGroup, refuseFees, repairFeeCall } from './defect.ts';

/** In US dollars. From this amount on, 10 cents less leave every fee of the shipped prices positive. */
const LEAST_AMOUNT = 20;

export const PRICING_DEFECTS = {
  'country/defaults-to-840': {
    summary: 'adds 50 cents to the fee if the country is 840',
    create: () => addCents(50, ({ country }) => country === '840'),
  },
  'multi-pay/accepts-part-of-total': {
    summary: 'refuses a part that equals the total',
    create: () => refuseFees('totalAmount', ({ amount, totalAmount }) => amount === totalAmount),
  },
  'multi-pay/refuses-part-over-total': {
    summary: 'accepts a part that is more than the total',
    create: () => repairFeeCall('part-over-total', () => ({ totalAmount: undefined })),
  },
  'opaque/campaign-and-data-are-opaque': {
    summary: 'refuses campaign and data texts with a quote or an angle bracket',
    create: () =>
      refuseFees('campaign', ({ campaign, data }) =>
        [campaign, data].flat().some((text) => /["<>]/.test(String(text))),
      ),
  },
  'opaque/opaque-data-does-not-change-fee': {
    summary: 'adds 5 cents to the fee if data has a coupon code',
    create: () => addCents(5, ({ data }) => [data].flat().some((text) => /^coupon/i.test(String(text)))),
  },
  'fee/matches-reference': {
    summary: `subtracts 10 cents from the fee for cards that begin with 411, from ${LEAST_AMOUNT} dollars on`,
    create: () =>
      addCents(-10, ({ nicn, amount }) => String(nicn).startsWith('411') && Number(amount) >= LEAST_AMOUNT),
  },
} satisfies DefectGroup<'country' | 'multi-pay' | 'opaque' | 'fee'>;
