/** Converts ISO 3166-1 alpha-2 and alpha-3 to numeric codes; a separate file, to load on demand. */
import { iso31661Alpha2ToNumeric } from 'iso-3166/1-a2-to-1-n.js';
import { iso31661Alpha3ToAlpha2 } from 'iso-3166/1-a3-to-1-a2.js';

const NUMERIC_OF: ReadonlyMap<string, string> = new Map(Object.entries(iso31661Alpha2ToNumeric));
const ALPHA_2_OF: ReadonlyMap<string, string> = new Map(Object.entries(iso31661Alpha3ToAlpha2));

/** The numeric code of two or three letters in any case; undefined if unassigned. */
export function countryNumber(letters: string): string | undefined {
  const code = letters.toUpperCase();

  return NUMERIC_OF.get(ALPHA_2_OF.get(code) ?? code);
}
