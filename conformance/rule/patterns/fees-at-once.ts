/** Finds mixed-up fees of concurrent first calls even if fees vary: a fee that belongs to another amount in flight. */
import type { RuleContext } from '../context.ts';
import { fee, type Script } from '../script.ts';

/** Of the baseline's amount. No A/B phase changes a fee by the ratio of two of these. */
const SHARES = [1, 0.3721, 0.5309, 0.7193];

/** Concurrent calls for each amount. */
const CALLS_FOR_EACH = 3;

const NEEDS = 'fee-request/accepts-decimal-amounts';

/** The calls before and after the concurrent ones, sent one after another, have to show one fee for each amount. */
export function feesAtOnce({ baseline, deployment }: RuleContext): Script {
  const amounts = SHARES.map((share) => Math.round(baseline.amount * share * 100) / 100).filter(
    (amount) => amount >= deployment.amounts.min,
  );
  const alone = amounts.map((amount) => fee({ ...baseline, amount }, { needs: NEEDS }));
  const size = amounts.length;
  const afterwards = (2 + CALLS_FOR_EACH) * size;
  const atOnce = Array.from({ length: CALLS_FOR_EACH }, () => amounts)
    .flat()
    .map((amount, n) => {
      const own = n % size;
      const numberOf = (index: number) => index + 1;
      const feeOf = {
        call: numberOf(own),
        alike: [size, afterwards].map((start) => numberOf(start + own)),
        isMixUp: 'of-others' as const,
        unlike: amounts.flatMap((_, other) => (other === own ? [] : [numberOf(other)])),
        what: `for ${amount} the fee of every such call sent alone,`,
      };

      return fee(
        { ...baseline, amount },
        { needs: NEEDS, ...(n > 0 && { concurrent: true as const }), expects: { feeOf } },
      );
    });

  return { calls: [...alone, ...alone, ...atOnce, ...alone] };
}
