/** The countries whose regions are known, and by whom. */
import { CANADA, canada } from './canada.ts';
import type { Regions } from './region.ts';
import { UNITED_STATES, unitedStates } from './us.ts';
import { TERRITORIES, territory } from './us-territories.ts';

const KNOWN: ReadonlyMap<string, Regions> = new Map([
  [UNITED_STATES, unitedStates],
  [CANADA, canada],
  ...TERRITORIES.map(({ country, code }) => [country, territory(code)] as const),
]);

export function regionsOf(country: string): Regions | undefined {
  return KNOWN.get(country);
}

/** The two-letter codes of the states or provinces of a country (ISO 3166-1 numeric); none where none are known. */
export function statesOf(country: string): readonly string[] {
  return KNOWN.get(country)?.states ?? [];
}
