/** The model `bands`: a price for each range of amounts, for any card. */
import { showUsd, type Usd } from '../money.ts';
import type { Parameters } from '../reading/parameters.ts';
import { usdReader } from '../reading/readers.ts';
import { pricedAmount } from '../sale.ts';
import type { PricingModel } from './model.ts';
import { fixed, NO_TERMS, share, type Terms, termsOf } from './terms.ts';

interface Band {
  /** The highest amount in the band, in US dollars; undefined: no upper limit. */
  readonly upTo: Usd | undefined;
  readonly terms: Terms;
}

/** In ascending order; the last band has no upper limit. */
export const bands: PricingModel = (parameters) => {
  const read = parameters.list('bands', 'Ranges of amounts, from the lowest to the highest.', (band) => {
    const upTo = band.optional('upTo', usdReader, 'The highest amount of the band; the last band has none.');
    const why = upTo === undefined ? 'amounts above the other bands' : `amounts up to ${showUsd(upTo)}`;
    const parts = [
      share('share', band.percent('percent', 'A share of the amount.'), why),
      fixed('fixed', band.usd('fixed', 'A fixed amount for each transaction.'), why),
    ];

    return { band, upTo, terms: termsOf(parts) };
  });
  rejectDisorder(read);

  const table: readonly Band[] = read;
  return (sale) => {
    const amount = pricedAmount(sale);
    return table.find(({ upTo }) => upTo === undefined || amount.lessThanOrEqualTo(upTo))?.terms ?? NO_TERMS;
  };
};

/** Each band must end above the one before it; the last one must have no end. */
function rejectDisorder(
  bands: readonly { readonly band: Parameters; readonly upTo: Usd | undefined }[],
): void {
  for (const [at, { band, upTo }] of bands.entries()) {
    const below = bands[at - 1]?.upTo;
    const isLast = at === bands.length - 1;
    if (isLast && upTo !== undefined) {
      band.reject('upTo', 'no upTo in the last band, which has no end', upTo.toFixed());
    }
    if (!isLast && upTo === undefined)
      band.reject('upTo', 'US dollars in every band but the last', undefined);
    if (!isLast && upTo !== undefined && below?.greaterThanOrEqualTo(upTo)) {
      band.reject('upTo', `more than ${showUsd(below)}, where the band above ends`, upTo.toFixed());
    }
  }
}
