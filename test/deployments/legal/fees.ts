/** Services whose fees vary, vanish or have many decimals (section 2.2 says only that a fee is a number). */

import type { RuleId } from '../../../src/contract/rule-ids.ts';
import { REFERENCE } from '../reference.ts';
import { cents, type LegalService, legal, textsOf } from './legal-service.ts';

/** The `must` rules that compare fees: skipped where fees vary or are all alike. */
const COMPARE_FEES: readonly RuleId[] = [
  'country/defaults-to-840',
  'processor/optional-with-one',
  'processor/mid-and-name-agree',
  'identity/update-recalculates-fee',
];

export const FEES: readonly LegalService[] = [
  legal(
    'charges nothing',
    'merchants in a state that forbids surcharges',
    () => ({ calculateFee: () => 0 }),
    { open: COMPARE_FEES },
  ),
  legal(
    'charges one of two fees by turns, as phases of an A/B test',
    'experiment platforms without sticky buckets',
    () => ({
      calculateFee: (request, moment) =>
        cents(REFERENCE.calculateFee(request, moment) * (moment.call % 2 === 0 ? 1 : 1.1)),
    }),
    { open: COMPARE_FEES, breaks: ['fee-response/same-request-same-fee'] },
  ),
  legal(
    'charges by the phase of the transaction, drawn once when it is opened',
    'experiment platforms with sticky buckets',
    () => {
      const phases = new Map<unknown, number>();

      return {
        calculateFee(request, moment) {
          const key = request['sTxId'] ?? request['mTxId'];
          const phase = phases.get(key) ?? moment.call % 3;
          if (key !== undefined) phases.set(key, phase);

          return cents(REFERENCE.calculateFee(request, moment) + phase / 2);
        },
      };
    },
    { open: COMPARE_FEES, breaks: ['fee-response/same-request-same-fee'] },
  ),
  legal(
    'charges less for a known tag in campaign',
    'promotions',
    () => ({
      calculateFee: (request, moment) =>
        cents(REFERENCE.calculateFee(request, moment) * (textsOf(request).includes('spring') ? 0.9 : 1)),
    }),
    { breaks: ['opaque/opaque-data-does-not-change-fee'] },
  ),
  legal(
    'charges less for a stored card',
    'surcharge programs that reward tokenization',
    () => ({
      calculateFee: ({ cardToken, ...request }, moment) =>
        cents(REFERENCE.calculateFee(request, moment) * (cardToken === undefined ? 1 : 0.8)),
    }),
    { file: { cardTokens: ['tok_test_1'] } },
  ),
  legal(
    'charges the fixed part of a fee once for all parts of a total',
    'split tenders, each of which updates the transaction',
    () => {
      const named = new Set<unknown>();

      return {
        calculateFee(request, moment) {
          const { sTxId, mTxId, totalAmount } = request;
          const isLater = totalAmount !== undefined && (sTxId !== undefined || named.has(mTxId));
          if (mTxId !== undefined) named.add(mTxId);

          return cents(REFERENCE.calculateFee(request, moment) - (isLater ? 0.3 : 0));
        },
      };
    },
  ),
  legal(
    'gives fees with five decimals',
    'engines that leave rounding to the client',
    () => ({ calculateFee: ({ amount }) => Math.round(Number(amount) * 2901.37) / 100_000 }),
    { breaks: ['fee-response/fee-has-cents'] },
  ),
  legal(
    'changes its prices in the middle of the run',
    'discounts that begin with a new day',
    () => ({
      calculateFee: (request, moment) =>
        cents(REFERENCE.calculateFee(request, moment) * (moment.call > 70 ? 0.5 : 1)),
    }),
    { open: COMPARE_FEES, breaks: ['fee-response/same-request-same-fee'] },
  ),
  legal(
    'caps its fee and charges nothing for debit cards',
    'surcharge rules of card schemes',
    () => ({
      calculateFee: (request, moment) =>
        String(request['nicn']).startsWith('4111') ? 0 : Math.min(3, REFERENCE.calculateFee(request, moment)),
    }),
    { open: COMPARE_FEES },
  ),
  legal('charges whole dollars by bands of the amount', 'convenience fees of public authorities', () => ({
    calculateFee: ({ amount }) => (Number(amount) < 200 ? 2 : Number(amount) < 2000 ? 5 : 20),
  })),
  legal('charges nothing outside of the US', 'programs for domestic cards', () => ({
    calculateFee: ({ country = '840', ...request }, moment) =>
      country === '840' ? REFERENCE.calculateFee(request, moment) : 0,
  })),
];
