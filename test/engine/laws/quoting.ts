/** Calls the engine for the laws, and converts its decimals to fractions. */
import { createFeeEngine, type Day, parseDay, type Quoted } from '../../../src/engine/index.ts';
import { type MerchantMapping, merchantOf } from './merchant-mapping.ts';
import { type Rational, rational } from './rational.ts';
import type { SaleCase } from './sale-cases.ts';

export type Ask = (sale: SaleCase, processor?: string) => Quoted;

/** Quotes sales of a merchant. @throws where the engine refuses one */
export function quoting(merchant: MerchantMapping): Ask {
  const engine = createFeeEngine(merchantOf(merchant));

  return ({ amount, totalAmount, nicn, place, asOf, data }, processor = 'alpha') => {
    const { region, country } = place;
    const quote = engine.quote({ amount, totalAmount, nicn, region, country, processor, data }, dayOf(asOf));
    if (quote.kind === 'refused') throw new Error(JSON.stringify(quote.reasons));
    return quote;
  };
}

/** Converted by its text, without the engine's arithmetic. */
export function exactly(decimal: { readonly toFixed: () => string }): Rational {
  return rational(decimal.toFixed());
}

function dayOf(text: string | undefined): Day | undefined {
  return text === undefined ? undefined : parseDay(text);
}
