/** Services whose fees vary, vanish or have many decimals (section 2.2 says only that a fee is a number). */

import type { RuleId } from '../../../src/contract/rule-ids.ts';
import { REFERENCE } from '../reference.ts';
import { cents, type LegalService, textsOf } from './legal-service.ts';

/** The `must` rules that compare fees: skipped where fees vary or are all alike. */
const COMPARE_FEES: readonly RuleId[] = [
  'country/defaults-to-840',
  'processor/optional-with-one',
  'processor/mid-and-name-agree',
  'identity/update-recalculates-fee',
];

export const FEES: readonly LegalService[] = [
  {
    name: 'charges nothing',
    open: COMPARE_FEES,
    like: 'merchants in a state that forbids surcharges',
    make: () => ({ calculateFee: () => 0 }),
  },
  {
    name: 'charges one of two fees by turns, as phases of an A/B test',
    open: COMPARE_FEES,
    like: 'experiment platforms without sticky buckets',
    breaks: ['fee-response/same-request-same-fee'],
    make: () => ({
      calculateFee: (request, moment) =>
        cents(REFERENCE.calculateFee(request, moment) * (moment.call % 2 === 0 ? 1 : 1.1)),
    }),
  },
  {
    name: 'charges by the phase of the transaction, drawn once when it is opened',
    open: COMPARE_FEES,
    like: 'experiment platforms with sticky buckets',
    breaks: ['fee-response/same-request-same-fee'],
    make: () => {
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
  },
  {
    name: 'charges less for a known tag in campaign',
    like: 'promotions',
    breaks: ['opaque/opaque-data-does-not-change-fee'],
    make: () => ({
      calculateFee: (request, moment) =>
        cents(REFERENCE.calculateFee(request, moment) * (textsOf(request).includes('spring') ? 0.9 : 1)),
    }),
  },
  {
    name: 'charges less for a stored card',
    like: 'surcharge programs that reward tokenization',
    file: { cardTokens: ['tok_test_1'] },
    make: () => ({
      calculateFee: ({ cardToken, ...request }, moment) =>
        cents(REFERENCE.calculateFee(request, moment) * (cardToken === undefined ? 1 : 0.8)),
    }),
  },
  {
    name: 'charges the fixed part of a fee once for all parts of a total',
    like: 'split tenders, each of which updates the transaction',
    make: () => {
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
  },
  {
    name: 'gives fees with five decimals',
    like: 'engines that leave rounding to the client',
    breaks: ['fee-response/fee-has-cents'],
    make: () => ({ calculateFee: ({ amount }) => Math.round(Number(amount) * 2901.37) / 100_000 }),
  },
  {
    name: 'changes its prices in the middle of the run',
    open: COMPARE_FEES,
    like: 'discounts that begin with a new day',
    breaks: ['fee-response/same-request-same-fee'],
    make: () => ({
      calculateFee: (request, moment) =>
        cents(REFERENCE.calculateFee(request, moment) * (moment.call > 70 ? 0.5 : 1)),
    }),
  },
  {
    name: 'caps its fee and charges nothing for debit cards',
    open: COMPARE_FEES,
    like: 'surcharge rules of card schemes',
    make: () => ({
      calculateFee: (request, moment) =>
        String(request['nicn']).startsWith('4111') ? 0 : Math.min(3, REFERENCE.calculateFee(request, moment)),
    }),
  },
  {
    name: 'charges whole dollars by bands of the amount',
    like: 'convenience fees of public authorities',
    make: () => ({
      calculateFee: ({ amount }) => (Number(amount) < 200 ? 2 : Number(amount) < 2000 ? 5 : 20),
    }),
  },
  {
    name: 'charges nothing outside of the US',
    like: 'programs for domestic cards',
    make: () => ({
      calculateFee: ({ country = '840', ...request }, moment) =>
        country === '840' ? REFERENCE.calculateFee(request, moment) : 0,
    }),
  },
];
