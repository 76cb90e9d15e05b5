/** The requests whose fees are compared: any first call or update with known prices, and its smaller forms. */
import fc from 'fast-check';
import type { FeeRequest } from '../../../src/contract/types.ts';
import { createFeeEngine, type Merchant } from '../../../src/engine/index.ts';
import { toCentBounds } from '../arbitraries/amount.ts';
import type { RuleContext, TestData } from '../context.ts';
import { breakpoints, halfCents, type QuoteByCents } from './breakpoints.ts';
import { pricedMerchants } from './fee-reference.ts';

export type PricedRequest = Pick<
  FeeRequest,
  'amount' | 'nicn' | 'region' | 'country' | 'processor' | 'totalAmount'
>;

export interface FeeCase {
  readonly merchant: 'one' | 'several';
  readonly request: PricedRequest;
  /** US dollars: the transaction is opened with this amount and then updated to the request. */
  readonly from?: number;
}

export interface FeeCaseContext extends Pick<RuleContext, 'baseline' | 'deployment'> {
  readonly data: Pick<TestData, 'nicns' | 'regions' | 'plainAmounts' | 'amount'>;
}

/** Quotes without a day: breakpoints do not depend on it. */
export function quoteByCents(merchant: Merchant, request: PricedRequest): QuoteByCents {
  const engine = createFeeEngine(merchant);

  return (cents) => {
    const quote = engine.quote({ ...request, amount: cents / 100 });

    return quote.kind === 'quoted' ? quote : undefined;
  };
}

export function feeCase(context: FeeCaseContext): fc.Arbitrary<FeeCase> {
  const { baseline, data } = context;
  const { amount, nicn, region } = baseline;
  const cases = pricedMerchants(context).flatMap(({ role, merchant }) => {
    const processors =
      role === 'one' ? [undefined] : merchant.processors.flatMap(({ mid, name }) => [mid, name]);

    return processors.map((processor) => {
      const named = processor === undefined ? {} : { processor };
      const quote = quoteByCents(merchant, { amount, nicn, region, ...named });

      return fc.record(
        {
          merchant: fc.constant(role),
          request: fc.record({
            amount: amountOrBreakpoint(quote, context),
            nicn: fc.constantFrom(...data.nicns),
            region: fc.constantFrom(...Object.values(data.regions).flat()),
            ...(processor === undefined ? {} : { processor: fc.constant(processor) }),
          }),
          from: data.amount,
        },
        { requiredKeys: ['merchant', 'request'] },
      );
    });
  });

  return fc.oneof(...cases).map((value) => value as FeeCase);
}

function amountOrBreakpoint(
  quote: QuoteByCents,
  { data: { amount }, deployment }: FeeCaseContext,
): fc.Arbitrary<number> {
  const bounds = toCentBounds(deployment.amounts);
  const special = [...halfCents(quote, bounds), ...breakpoints(quote, bounds)].map((cents) => cents / 100);

  return special.length === 0
    ? amount
    : fc.oneof({ weight: 3, arbitrary: amount }, fc.constantFrom(...special));
}
