/** The territories of the United States that ISO 3166-1 also lists as countries. */
import type { Region, Regions } from './region.ts';
import { UNITED_STATES, usRegion } from './us.ts';

interface Territory {
  /** ISO 3166-1 numeric. */
  readonly country: string;
  /** Its state code in the United States. */
  readonly code: string;
}

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
