/** How the fee is written. A fee such as 2.43 tells little; one such as 2.4 tells the forms apart. */
import { type Finding, observes } from '../observation.ts';
import { priceIn, type Scene } from '../scene.ts';
import { successOf } from '../sight.ts';

const MOST_TRIES = 6;

export const numberForm = observes('number-form', {
  reads(sight) {
    const body = successOf(sight, 'calculateFee');
    if (body === undefined || body['transactionFee'] === undefined) return undefined;
    const written = sight.writtenAs('transactionFee');

    return written === undefined ? [typeof body['transactionFee']] : formsOf(written);
  },

  async asks(scene) {
    const { baseline, plainAmounts } = scene.words;
    const other = plainAmounts.find((usd) => usd !== baseline.amount) ?? baseline.amount;
    const [low, high] = [await priceAt(scene, baseline.amount), await priceAt(scene, other)];
    const slope = low === undefined || high === undefined ? 0 : (high - low) / (other - baseline.amount);
    if (low === undefined || !(slope > 0)) return undefined;

    // Fees grow evenly with amounts in most pricing models, so an amount with a fee of whole tenths is near.
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const tenths = (Math.floor(low * 10) + tries) / 10;
      const usd = Math.round((baseline.amount + (tenths - low) / slope) * 100) / 100;
      const fee = await priceAt(scene, usd);
      if (fee !== undefined && Number.isInteger(Math.round(fee * 1000) / 100)) return undefined;
    }

    return undefined;
  },
});

async function priceAt({ fee, words }: Scene, amount: number): Promise<number | undefined> {
  return priceIn(await fee({ ...words.baseline, amount }));
}

/** Of 2.43 nobody can tell whether cents are always written. */
function formsOf(written: string): Finding {
  if (/e/i.test(written)) return ['exponent'];
  const decimals = written.split('.')[1] ?? '';
  if (decimals.length === 6) return ['six-decimals'];
  if (decimals.length === 2) return decimals.endsWith('0') ? ['two-decimals'] : ['shortest', 'two-decimals'];

  return decimals.endsWith('0') ? [`${decimals.length} decimals`] : ['shortest'];
}
