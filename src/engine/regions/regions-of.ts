/** Maps a country to the parser of its regions. */
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

/** The two-letter codes of a country's states or provinces (ISO 3166-1 numeric); empty if unknown. */
export function statesOf(country: string): readonly string[] {
  return KNOWN.get(country)?.states ?? [];
}
