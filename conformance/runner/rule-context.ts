/** Creates the context of a merchant's rules from the deployment file and the results of the preflight. */
import fc from 'fast-check';
import type { FeeRequest } from '../../src/contract/types.ts';
import type { Deployment, MerchantAccess } from '../deployment/deployment.ts';
import { NICN_LENGTHS } from '../deployment/deployment.ts';
import { amount } from '../rule/arbitraries/amount.ts';
import { feeRequest } from '../rule/arbitraries/fee-request.ts';
import type { RuleContext, TestData } from '../rule/context.ts';
import type { Effort } from './effort.ts';
import type { RunLog } from './history/run-log.ts';
import type { ProbedTraits } from './preflight/deployment-traits.ts';
import { createUpdateChanges, createUpdateLimit } from './preflight/deployment-traits.ts';

/** US dollars: whether 0 is accepted is a choice, whatever the bounds. */
const MIN_AMOUNT = 0.01;
/** US dollars. */
const PLAIN_AMOUNTS = [250, 10, 500, 1, 1000, 2500];

interface Learned {
  readonly baseline: FeeRequest;
  readonly traits: ProbedTraits;
  readonly effort: Effort;
  readonly log: RunLog;
  readonly requestsLeft: () => number;
  readonly signal: AbortSignal;
}

export function createRuleContext(
  deployment: Deployment,
  merchant: MerchantAccess,
  { baseline, traits, effort, log: { history }, requestsLeft, signal }: Learned,
): RuleContext {
  const data = testData(deployment, merchant, baseline, traits);

  return {
    deployment,
    baseline,
    data,
    traits: {
      feesRepeat: () => traits.feesRepeat && !history.feesVary,
      updateMayChange: createUpdateChanges(baseline, data),
      takesUpdates: createUpdateLimit(baseline, data),
      canaries: traits.canaries,
      saleExtras: traits.saleExtras,
    },
    effort,
    history,
    requestsLeft,
    signal,
  };
}

function testData(
  deployment: Deployment,
  merchant: MerchantAccess,
  baseline: FeeRequest,
  { acceptsName }: ProbedTraits,
): TestData {
  const { cards, regions, amounts, cardTokens = [], multiPay } = deployment;
  const nicns = [...new Set(cards.flatMap((card) => NICN_LENGTHS.map((length) => card.slice(0, length))))];
  const dollars = amount(amounts);
  const plain = PLAIN_AMOUNTS.filter((usd) => usd >= amounts.min && usd < amounts.max);
  const plainAmounts = plain.length > 1 ? plain : [amounts.max, Math.max(amounts.min, MIN_AMOUNT)];
  const [first] = merchant.processors;
  // Whether a total may equal its part is a choice.
  const hasLargerTotals = [baseline.amount, ...plainAmounts].every((usd) => usd < amounts.max);
  const processor = acceptsName ? first?.name : first?.mid;
  const optional: TestData['optional'] = {
    campaign: ['spring'],
    country: '840',
    ...(processor === undefined ? {} : { processor }),
    ...(cardTokens.length === 0 ? {} : { cardToken: '{c1}' }),
    data: ['COUPON10'],
    ...(multiPay && hasLargerTotals ? { totalAmount: Math.min(2 * baseline.amount, amounts.max) } : {}),
    mTxId: '{m1}',
  };

  return {
    nicns,
    regions,
    processors: merchant.processors,
    optional,
    plainAmounts,
    plainAmount: fc.constantFrom(baseline.amount, ...plainAmounts),
    feeRequest: feeRequest({
      baseline,
      nicns,
      regions,
      optional,
      amount: dollars,
      cardTokens: cardTokens.map((_, n) => `{c${n + 1}}`),
    }),
    amount: dollars,
  };
}
