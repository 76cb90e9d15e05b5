/** The only file that knows which countries there are: ISO 3166-1 by its numeric codes. */

// This one list and not the whole package, whose subdivisions would cost each start ten times as much.
import { iso31661NumericToAlpha2 } from 'iso-3166/1-n-to-1-a2.js';

const COUNTRIES: ReadonlySet<string> = new Set(Object.keys(iso31661NumericToAlpha2));

/** Whether ISO 3166-1 has given the three digits to a country (document 2.1). */
export function isCountry(code: string): boolean {
  return COUNTRIES.has(code);
}
