/** Judges sales that follow a fee call without a fee. */
import { isOfSame, type Sent, sentCalls } from './calls.ts';
import { type Doubt, HOLDS, type Judge, type Judgement, notJudged } from './judgement.ts';

/** No sale of a transaction whose fee calls all failed in the same way. */
function noSaleAfter(failed: Sent['outcome']['kind'], expected: string, how: string): Judge {
  return (run, baseline) => {
    const calls = sentCalls(run);
    const fees = calls.filter(({ operation }) => operation === 'calculateFee');
    if (!fees.some(({ outcome }) => outcome.kind === failed)) return notJudged(`no fee call was ${how}`);
    const usual = unpricedSales(sentCalls(baseline));
    const sales = calls.filter(({ operation, content }) => operation === 'attachSale' && !usual.has(content));
    const violations = sales.flatMap((sale) => {
      const before = fees.filter(({ answeredAt }) => answeredAt <= sale.sentAt);
      const ofSale = before.filter((fee) => isOfSame(fee, sale));
      const failures = ofSale.filter(({ outcome }) => outcome.kind === failed);
      if (failures.length === 0 || ofSale.some(({ outcome }) => outcome.kind === 'accepted')) return [];
      const subject = failures.length === 1 ? 'fee call was' : `${failures.length} fee calls were`;

      return [
        {
          kind: 'violation',
          expected,
          got: `a sale ${sale.sTxId === undefined ? 'by the mTxId' : 'by the sTxId of a response'}, whose ${subject} ${how}`,
          exchanges: [...failures, sale].map(({ exchange }) => exchange),
          // A separate test that sells an order does so even after the test before it failed.
          ...(run.passed ? {} : { doubt: doubtOf(sale) }),
        } satisfies Judgement,
      ];
    });

    return violations.find(({ doubt }) => doubt === undefined) ?? violations[0] ?? HOLDS;
  };
}

/** If the sale was accepted, the command failed for another reason: it continues after a failed check. */
function doubtOf({ outcome }: Sent): Doubt {
  return { why: DEPENDENT_TESTS, isCertain: outcome.kind === 'accepted' };
}

const DEPENDENT_TESTS =
  'a sale follows a failed fee call, and the command fails: tests that depend on each other do so too; let it stop at the first failure';

/** Sales that the client sends without an accepted fee call in any case, such as those of a test of refusals. */
function unpricedSales(calls: readonly Sent[]): ReadonlySet<string> {
  const isPriced = (sale: Sent) =>
    calls.some((fee) => fee.outcome.kind === 'accepted' && isOfSame(fee, sale));

  return new Set(
    calls.filter((sale) => sale.operation === 'attachSale' && !isPriced(sale)).map(({ content }) => content),
  );
}

export const noSaleAfterRefusal = noSaleAfter(
  'refused',
  'no sale of a transaction whose fee calls were all refused',
  'refused',
);

/** A call that was lost before it was carried out priced nothing. */
export const noSaleAfterLoss = noSaleAfter(
  'lost',
  'no sale of a transaction that never had a successful fee call',
  'lost',
);

export const noSaleAfterMalformed = noSaleAfter(
  'unclear',
  'no sale of a transaction whose fee is unknown',
  'answered with a broken body',
);
