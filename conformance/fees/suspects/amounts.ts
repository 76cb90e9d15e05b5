/** The fee of another amount, or in another unit. */

import type { Usd } from '../../../src/engine/index.ts';
import { usd } from '../../../src/engine/money.ts';
import { feeFrom } from '../figures.ts';
import { feeOfRequest, type Mystery, type Suspect, type Suspicion } from './suspect.ts';

export const amounts: Suspect = function* (mystery) {
  const { request, quoted, others } = mystery;
  const { amount, totalAmount } = request;

  if (totalAmount !== undefined && totalAmount !== amount) {
    yield* feeOfRequest(
      mystery,
      { amount: totalAmount },
      `for the totalAmount ${totalAmount} and not for the amount`,
    );
    yield* feeOfRequest(mystery, { totalAmount: undefined }, 'if there were no totalAmount');
  }
  if (others.amountBefore !== undefined)
    yield* feeOfRequest(
      mystery,
      { amount: others.amountBefore },
      `for the amount before the update, ${others.amountBefore}`,
    );
  yield* acrossTheBorder(mystery, 1);
  yield* acrossTheBorder(mystery, -1);
  const fee = usd(quoted.transactionFee);
  yield { fee: fee.times(100).toNumber(), text: 'if a fee were in cents' };
  yield { fee: fee.dividedBy(100).toNumber(), text: 'if the fee were taken for cents' };
  yield* feeOfRequest(
    mystery,
    { amount: times(amount, 100) },
    'if dollars were taken for cents, 100 times the amount',
  );
  yield* feeOfRequest(mystery, { amount: times(amount, 0.01) }, 'if the amount were taken for cents');
  yield* feeOfRequest(mystery, { amount: Math.floor(amount) }, 'for the amount without its cents');
  yield* feeOfRequest(mystery, { amount: Math.round(amount) }, 'for the amount in whole dollars');
};

/** The price of the amounts just above or below, drawn out to this one: a border that is on the wrong side. */
function* acrossTheBorder(
  { engine, request, day, quoted }: Mystery,
  direction: 1 | -1,
): Generator<Suspicion> {
  const near = engine.quote({ ...request, amount: shifted(request.amount, direction) }, day);
  const further = engine.quote({ ...request, amount: shifted(request.amount, 2 * direction) }, day);
  if (near.kind !== 'quoted' || further.kind !== 'quoted') return;
  const { limits, rounding } = quoted;
  const sum: Usd = near.sum.times(2).minus(further.sum);
  const why = near.lines.map(({ note }) => note.split(', ')[1]).find((text) => text !== undefined);
  yield {
    fee: feeFrom({ sum, limits, rounding }),
    text: `at the price of ${why ?? `the amount ${near.amount.toFixed()}`}`,
  };
}

function shifted(amount: number, cents: number): number {
  return usd(amount)
    .plus(usd(cents / 100))
    .toNumber();
}

function times(amount: number, factor: number): number {
  return usd(amount).times(usd(factor)).toNumber();
}
