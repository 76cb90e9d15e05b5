/** Parses the region and country of a request (document 2.1). */
import { found, type Lookup, type Reason, refused } from '../request.ts';
import { homeCountryOf, isCountry, REGIONS, type Region, UNITED_STATES } from './regions.ts';

/** The section `regions` of a merchant file. */
export interface RegionPolicy {
  /** The policy for zip codes that are not assigned to a state. */
  readonly unassignedZip: 'price' | 'refuse';
}

/** The default: a zip code can be newer than the engine's table. */
export const PRICE_UNASSIGNED: RegionPolicy = { unassignedZip: 'price' };

/** @param country ISO 3166-1 numeric */
export function recogniseRegion(
  text: string,
  country = UNITED_STATES,
  { unassignedZip }: RegionPolicy = PRICE_UNASSIGNED,
): Lookup<Region> {
  const known = REGIONS.get(country);
  if (known === undefined) return foreignRegion(text, country);

  const region = known.read(text);
  if (region === undefined) return refused(unknownRegion(text, known.forms));
  const isRefused = unassignedZip === 'refuse' && isUnassignedZip(region);
  return isRefused ? refused(unknownRegion(text, 'a zip code that is in use, such as 85004')) : found(region);
}

/** Accepts any text as a region, for countries where fees are prohibited. */
export function unparsedRegion(text: string, country = UNITED_STATES): Region {
  return { kind: 'elsewhere', country: homeCountryOf(country), state: undefined, value: text };
}

function isUnassignedZip({ kind, country, state }: Region): boolean {
  return kind === 'zip' && country === UNITED_STATES && state === undefined;
}

/** Accepts any text except a blank one: the regions of other countries are unknown. */
function foreignRegion(text: string, country: string): Lookup<Region> {
  if (!isCountry(country)) return refused(unknownCountry(country));
  if (text.trim() === '') return refused(unknownRegion(text, `a region of country ${country}`));
  return found({ kind: 'elsewhere', country, state: undefined, value: text });
}

function unknownRegion(text: string, expected: string): Reason {
  return { code: 'unknown-region', field: 'region', expected, got: JSON.stringify(text) };
}

function unknownCountry(country: string): Reason {
  const expected = 'an ISO 3166-1 numeric country code, such as 840';
  return { code: 'unknown-country', field: 'country', expected, got: JSON.stringify(country) };
}

/** The two-letter codes of a country's states or provinces (ISO 3166-1 numeric); empty if unknown. */
export function statesOf(country: string): readonly string[] {
  return REGIONS.get(country)?.states ?? [];
}
