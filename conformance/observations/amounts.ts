/** Observes whether amounts with more than two decimals are rounded. */
import { observeChoice } from './observation.ts';
import { feeFrom, isAccepted, type ObservationContext } from './observation-context.ts';

/** Units of the search in a US dollar, so that its amounts are whole numbers. */
const UNITS = 10_000;
const CENT = UNITS / 100;

/** Requests of a whole search, and some for the observations after it. */
const SEARCH_REQUESTS = 26;

/** US dollars above the baseline amount within which the search looks for a higher fee. */
const SEARCH_RANGES = [1, 20];

/** Rounding shows only at a step: two amounts one cent apart that have different fees. */
export const amountBeyondCents = observeChoice('amount-beyond-cents', {
  async run(context) {
    const canSearch = context.requestsLeft() >= SEARCH_REQUESTS;
    const feeAt = createFeeLookup(context);
    const start = Math.round(context.baseline.amount * 100) * CENT;
    const beyond = await feeAt(start + 40);
    if (beyond === 'refused') return ['refuse'];
    if (!context.traits.feesRepeat() || !canSearch) return ['take', 'round'];
    if (beyond !== (await feeAt(start))) return ['take'];
    const step = await findStep(feeAt, start);
    if (step === undefined) return ['take', 'round'];

    for (const rest of [49, 51]) {
      const rounded = rest < CENT / 2 ? step : step + CENT;
      if ((await feeAt(step + rest)) !== (await feeAt(rounded))) return ['take'];
    }

    return ['round'];
  },
});

type FeeLookup = (units: number) => Promise<number | 'refused' | undefined>;

/** Sends each amount once. */
function createFeeLookup({ feeWith }: ObservationContext): FeeLookup {
  const known = new Map<number, Awaited<ReturnType<FeeLookup>>>();

  return async (units) => {
    if (known.has(units)) return known.get(units);
    const exchange = await feeWith({ amount: units / UNITS });
    const fee = isAccepted(exchange) ? feeFrom(exchange) : 'refused';
    known.set(units, fee);

    return fee;
  };
}

/** Finds an amount in whole cents whose next cent has another fee; undefined where the range has none. */
async function findStep(feeAt: FeeLookup, start: number): Promise<number | undefined> {
  const low = await feeAt(start);
  for (const range of SEARCH_RANGES) {
    let [below, above] = [start, start + range * UNITS];
    if ((await feeAt(above)) === low) continue;
    while (above - below > CENT) {
      const middle = below + Math.floor((above - below) / CENT / 2) * CENT;
      if ((await feeAt(middle)) === low) below = middle;
      else above = middle;
    }

    return below;
  }

  return undefined;
}
