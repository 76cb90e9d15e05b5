/** The model `bands`: a price for each range of amounts, for any card. */
import { showUsd, type Usd, usdFromText } from '../money.ts';
import { pricedAmount } from '../sale.ts';
import type { PricingModel } from './model.ts';
import { fixed, NO_TERMS, share, type Terms, termsOf } from './terms.ts';

interface Band {
  /** The highest amount in the band, in US dollars; undefined: no upper limit. */
  readonly upTo: Usd | undefined;
  readonly terms: Terms;
}

/** In ascending order; the last band has no upper limit. */
export const bands: PricingModel<'bands'> = (parameters) => {
  const table = parameters.bands.map((band): Band => {
    const upTo = band.upTo === undefined ? undefined : usdFromText(band.upTo);
    const why = upTo === undefined ? 'amounts above the other bands' : `amounts up to ${showUsd(upTo)}`;

    return { upTo, terms: termsOf([share('share', band.percent, why), fixed('fixed', band.fixed, why)]) };
  });

  return (sale) => {
    const amount = pricedAmount(sale);
    return table.find(({ upTo }) => upTo === undefined || amount.lessThanOrEqualTo(upTo))?.terms ?? NO_TERMS;
  };
};
