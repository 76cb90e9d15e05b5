/** Parses regions of the United States and its territories: zip codes, states and ISO codes. */
import type { Region, Regions } from './region.ts';
import { zipState } from './zip-states.ts';

export const UNITED_STATES = '840';

/** The codes of ISO 3166-2:US: fifty states, the district, the territories and the minor outlying islands. */
const ISO_STATES: readonly string[] = [
  ...['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY'],
  ...['LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND'],
  ...['OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY'],
  'DC',
  ...['AS', 'GU', 'MP', 'PR', 'UM', 'VI'],
];

/**
 * States of the postal service only: military post, and three sovereign countries that use its zip codes. With their own
 * country codes, those three count as foreign countries.
 */
export const POSTAL_STATES: readonly string[] = [...['AA', 'AE', 'AP'], ...['FM', 'MH', 'PW']];

/** Each state by its forms, such as `AZ` and `US-AZ`. */
const STATES: ReadonlyMap<string, Region> = new Map(
  [...ISO_STATES, ...POSTAL_STATES].flatMap((code) => {
    const region: Region = { kind: 'state', country: UNITED_STATES, state: code, value: code };
    const forms = POSTAL_STATES.includes(code) ? [code] : [code, `US-${code}`];

    return forms.map((form) => [form, region]);
  }),
);

const STATE = /^(?:US-)?[A-Z]{2}$/i;
const ZIP = /^[0-9]{5}(?:-[0-9]{4})?$/;

export const unitedStates: Regions = {
  read: usRegion,
  forms: 'a zip code, a two-letter state or an ISO state code, such as 85004, AZ or US-AZ',
  states: [...ISO_STATES, ...POSTAL_STATES],
};

/** The region of a zip code, a zip+4, a state or an ISO code; undefined for other text. */
function usRegion(text: string): Region | undefined {
  if (STATE.test(text)) return STATES.get(text.toUpperCase());
  if (!ZIP.test(text)) return undefined;
  const zip = text.slice(0, 5);

  return { kind: 'zip', country: UNITED_STATES, state: zipState(zip), value: zip };
}

interface Territory {
  /** ISO 3166-1 numeric. */
  readonly country: string;
  /** Its state code in the United States. */
  readonly code: string;
}

/** The territories of the United States that ISO 3166-1 also lists as countries. */
export const TERRITORIES: readonly Territory[] = [
  { country: '016', code: 'AS' },
  { country: '316', code: 'GU' },
  { country: '580', code: 'MP' },
  { country: '581', code: 'UM' },
  { country: '630', code: 'PR' },
  { country: '850', code: 'VI' },
];

/** Maps territories to the United States; returns other countries unchanged. */
export function homeCountryOf(country: string): string {
  return TERRITORIES.some((territory) => territory.country === country) ? UNITED_STATES : country;
}

export function territory(code: string): Regions {
  return {
    read: (text) => regionWithin(code, text),
    forms: `a region of the territory, such as ${code} or US-${code}, and of no other state`,
    states: [],
  };
}

/** Accepts any text except a blank one, and except a region of another state. */
function regionWithin(code: string, text: string): Region | undefined {
  const region = usRegion(text);
  if (region?.state === code) return region;
  return region?.state !== undefined || text.trim() === '' ? undefined : usRegion(code);
}
