/** What a region is, and how the text of a request becomes one (document 2.1). */
import { type Finding, found, refused } from '../refused.ts';
import { UNITED_STATES, US_REGION_FORMS, usRegion } from './us.ts';

export interface Region {
  /** A state by its code, a zip code, or a text that came with another country. */
  readonly kind: 'state' | 'zip' | 'elsewhere';
  /** ISO 3166-1 numeric. */
  readonly country: string;
  /** One value for all forms of one region: `AZ` for `az` and `US-AZ`, `85004` for `85004-1234`. */
  readonly value: string;
}

export function recogniseRegion(text: string, country = UNITED_STATES): Finding<Region> {
  const domestic = country === UNITED_STATES;
  const region = domestic ? usRegion(text) : regionElsewhere(text, country);
  if (region !== undefined) return found(region);

  const expected = domestic ? US_REGION_FORMS : `a region of country ${country}`;
  return refused({ code: 'unknown-region', field: 'region', expected, got: JSON.stringify(text) });
}

/** Any text but a blank one: which regions another country has is not known here. */
function regionElsewhere(text: string, country: string): Region | undefined {
  return text.trim() === '' ? undefined : { kind: 'elsewhere', country, value: text };
}
