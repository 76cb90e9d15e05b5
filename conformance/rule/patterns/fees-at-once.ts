/** Finds mixed-up fees of concurrent first calls even if fees vary: a fee that belongs to another amount in flight. */
import { feeOf, requireAccepted } from '../assertions.ts';
import type { RuleContext } from '../context.ts';
import type { Conversation } from '../conversation.ts';
import { NotJudged, RuleBroken } from '../failure.ts';
import { FEES_VARY } from './compare-fees.ts';

export interface FeesAtOnce {
  /** Concurrent calls for each amount. */
  readonly callsForEach: number;
}

/** Of the baseline's amount. No A/B phase changes a fee by the ratio of two of these. */
const SHARES = [1, 0.3721, 0.5309, 0.7193];

const BLAME = 'fee-request/accepts-decimal-amounts';

/**
 * Asserts that concurrent calls get no fee of another amount. The calls before and after them, sent one after another,
 * have to show one fee for each amount.
 *
 * @throws RuleBroken, NotJudged
 */
export async function assertOwnFees(
  { callsForEach }: FeesAtOnce,
  { fee }: Conversation,
  { baseline, deployment }: RuleContext,
): Promise<void> {
  const amounts = SHARES.map((share) => Math.round(baseline.amount * share * 100) / 100).filter(
    (amount) => amount >= deployment.amounts.min,
  );
  const price = async (amount: number) => feeOf(requireAccepted(await fee({ ...baseline, amount }), BLAME));
  const alone = new Map<number, number>();
  const priceAlone = async () => {
    for (const amount of amounts) {
      const usd = await price(amount);
      if ((alone.get(amount) ?? usd) !== usd) throw new NotJudged(FEES_VARY);
      alone.set(amount, usd);
    }
  };
  await priceAlone();
  await priceAlone();
  const calls = Array.from({ length: callsForEach }, () => amounts).flat();
  const got = await Promise.all(calls.map(price));
  await priceAlone();
  for (const [n, amount] of calls.entries()) {
    const [own, usd] = [alone.get(amount), got[n]];
    const other = amounts.find((one) => alone.get(one) === usd);
    if (usd !== own && other !== undefined)
      throw new RuleBroken(
        `for ${amount} the fee of every such call sent alone, ${own}`,
        `${usd}, that of a concurrent call for ${other}`,
      );
  }
}
