/**
 * What becomes of an amount with more than two decimals. To round it to cents shows only where the fee steps up: there
 * is an amount whose fee is one cent more than that of the amount one cent below.
 */
import { observes } from '../observation.ts';
import { isTaken, priceIn, type Scene } from '../scene.ts';

/** US dollars in whole numbers. */
const UNITS = 10_000;
const CENT = UNITS / 100;

/** Requests that the search may take, and some for those who come after it. */
const SEARCH = 26;

/** How far above the first amount a step is looked for, in US dollars. */
const REACHES = [1, 20];

export const amountBeyondCents = observes('amount-beyond-cents', {
  async asks(scene) {
    const isPlenty = scene.left() >= SEARCH;
    const price = pricing(scene);
    const start = Math.round(scene.words.baseline.amount * 100) * CENT;
    const beyond = await price(start + 40);
    if (beyond === 'refused') return ['refuse'];
    if (!scene.words.feesRepeat || !isPlenty) return ['take', 'round'];
    if (beyond !== (await price(start))) return ['take'];
    const step = await findStep(price, start);
    if (step === undefined) return ['take', 'round'];

    for (const rest of [40, 60, 49, 51]) {
      const rounded = rest < CENT / 2 ? step : step + CENT;
      if ((await price(step + rest)) !== (await price(rounded))) return ['take'];
    }

    return ['round'];
  },
});

type Price = (units: number) => Promise<number | 'refused' | undefined>;

/** Each amount is asked for once. */
function pricing({ fee, words }: Scene): Price {
  const known = new Map<number, Awaited<ReturnType<Price>>>();

  return async (units) => {
    if (known.has(units)) return known.get(units);
    const reply = await fee({ ...words.baseline, amount: units / UNITS });
    const price = isTaken(reply) ? priceIn(reply) : 'refused';
    known.set(units, price);

    return price;
  };
}

/** An amount of whole cents, the next of which has another fee; undefined where none is near. */
async function findStep(price: Price, start: number): Promise<number | undefined> {
  const low = await price(start);
  for (const reach of REACHES) {
    let [below, above] = [start, start + reach * UNITS];
    if ((await price(above)) === low) continue;
    while (above - below > CENT) {
      const middle = below + Math.floor((above - below) / CENT / 2) * CENT;
      if ((await price(middle)) === low) below = middle;
      else above = middle;
    }

    return below;
  }

  return undefined;
}
