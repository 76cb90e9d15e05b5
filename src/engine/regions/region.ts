/** A region (document 2.1), the parser of a country's regions, and the countries that there are. */

import { iso31661NumericToAlpha2 } from 'iso-3166/1-n-to-1-a2.js';

export interface Region {
  /** A state code, a zip or postal code, or any text of another country. */
  readonly kind: 'state' | 'zip' | 'elsewhere';
  /** ISO 3166-1 numeric; `840` for territories of the United States. */
  readonly country: string;
  /**
   * Two letters: a state, district, territory or military post of the United States, or a province of Canada.
   * Undefined for unassigned zip codes and other countries.
   */
  readonly state: string | undefined;
  /** The normalised form: `AZ` for `az` and `US-AZ`, `85004` for `85004-1234`. */
  readonly value: string;
}

/** The regions of one country. */
export interface Regions {
  /** Parses a region; undefined for other text. */
  readonly read: (text: string) => Region | undefined;
  /** The forms that `read` accepts, as words that follow "expected". */
  readonly forms: string;
  /** The two-letter codes of its states or provinces, without duplicates. */
  readonly states: readonly string[];
}

/** The numeric codes of ISO 3166-1: one list, because loading the whole package takes ten times as long. */
const COUNTRIES: ReadonlySet<string> = new Set(Object.keys(iso31661NumericToAlpha2));

/** Whether three digits are an assigned country code (document 2.1). */
export function isCountry(code: string): boolean {
  return COUNTRIES.has(code);
}
