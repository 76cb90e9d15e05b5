/** The numeric country codes of ISO 3166-1. */
// Imports one list, because loading the whole package takes ten times as long.
import { iso31661NumericToAlpha2 } from 'iso-3166/1-n-to-1-a2.js';

const COUNTRIES: ReadonlySet<string> = new Set(Object.keys(iso31661NumericToAlpha2));

/** Whether three digits are an assigned country code (document 2.1). */
export function isCountry(code: string): boolean {
  return COUNTRIES.has(code);
}
