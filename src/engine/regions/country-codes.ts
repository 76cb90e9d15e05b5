/** Countries by their letters, ISO 3166-1 alpha-2 and alpha-3. Apart, so that only who asks for them loads them. */
import { iso31661Alpha2ToNumeric } from 'iso-3166/1-a2-to-1-n.js';
import { iso31661Alpha3ToAlpha2 } from 'iso-3166/1-a3-to-1-a2.js';

const NUMERIC_OF: ReadonlyMap<string, string> = new Map(Object.entries(iso31661Alpha2ToNumeric));
const ALPHA_2_OF: ReadonlyMap<string, string> = new Map(Object.entries(iso31661Alpha3ToAlpha2));

/** The three digits of the country with these two or three letters, in either case; undefined where there is none. */
export function countryNumber(letters: string): string | undefined {
  const code = letters.toUpperCase();

  return NUMERIC_OF.get(ALPHA_2_OF.get(code) ?? code);
}
