/** The regions (document 2.1) of each country whose forms are known, read from a table; and the countries that there are. */
import { iso31661NumericToAlpha2 } from 'iso-3166/1-n-to-1-a2.js';
import table from '../../../fixtures/regions/regions.json' with { type: 'json' };

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

export const UNITED_STATES = '840';
const CANADA = '124';

/** The numeric codes of ISO 3166-1: one list, because loading the whole package takes ten times as long. */
const COUNTRIES: ReadonlySet<string> = new Set(Object.keys(iso31661NumericToAlpha2));

/** Whether three digits are an assigned country code (document 2.1). */
export function isCountry(code: string): boolean {
  return COUNTRIES.has(code);
}

const { unitedStates, canada } = table;

/** The territories of the United States that ISO 3166-1 also lists as countries: their state codes. */
export const TERRITORIES: ReadonlyMap<string, string> = new Map(Object.entries(unitedStates.territories));

/** Maps territories to the United States; returns other countries unchanged. */
export function homeCountryOf(country: string): string {
  return TERRITORIES.has(country) ? UNITED_STATES : country;
}

const ISO_STATES = unitedStates.states.split(' ');

/** States of the postal service only; with their own country codes they count as foreign countries. */
export const POSTAL_STATES: readonly string[] = unitedStates.postalStates.split(' ');

/** The first and the last zip code in use, Holtsville and Ketchikan; excludes 00000 and 99999. */
const [FIRST_ZIP, LAST_ZIP] = [501, 99_950];

/** The prefixes of the postal service: the others are unassigned, or, like 969, belong to several states. */
const BY_ZIP_PREFIX = byRange(unitedStates.prefixes);
/** Across a border, reached through another state, or islands that share a prefix. */
const BY_ZIP = byRange(unitedStates.zips);

/**
 * The two-letter state of five digits; undefined if their prefix is unassigned. A test compares every zip code of the
 * package `zipcodes` 8.0.0. The zip codes of GeoNames agree; only GeoNames has 72643.
 */
export function zipState(zip: string): string | undefined {
  const number = Number(zip);
  if (number < FIRST_ZIP || number > LAST_ZIP) return undefined;

  return BY_ZIP.get(number) ?? BY_ZIP_PREFIX.get(Math.trunc(number / 100));
}

function byRange(rangesByState: Readonly<Record<string, string>>): ReadonlyMap<number, string> {
  const states = new Map<number, string>();
  for (const [state, ranges] of Object.entries(rangesByState))
    for (const range of ranges.split(' ')) {
      const [first = 0, last = first] = range.split('-').map(Number);
      for (let number = first; number <= last; number++) states.set(number, state);
    }

  return states;
}

/** Each state by its forms, such as `AZ` and `US-AZ`. */
const US_STATES = byForm(UNITED_STATES, [...ISO_STATES, ...POSTAL_STATES], 'US-', POSTAL_STATES);

const PROVINCES = Object.keys(canada.prefixes);
const CANADIAN_PROVINCES = byForm(CANADA, PROVINCES, 'CA-');
const BY_POSTAL_PREFIX: ReadonlyMap<string, string> = new Map(
  Object.entries(canada.prefixes).flatMap(([code, prefixes]) =>
    prefixes.split(' ').map((prefix) => [prefix, code] as const),
  ),
);

/** @param withoutIso codes that ISO 3166-2 does not have */
function byForm(
  country: string,
  codes: readonly string[],
  prefix: string,
  withoutIso: readonly string[] = [],
) {
  return new Map(
    codes.flatMap((code) => {
      const region: Region = { kind: 'state', country, state: code, value: code };
      const forms = withoutIso.includes(code) ? [code] : [code, prefix + code];

      return forms.map((form) => [form, region] as const);
    }),
  );
}

/** The region of a zip code, a zip+4, a state or an ISO code; undefined for other text. */
function usRegion(text: string): Region | undefined {
  if (/^(?:US-)?[A-Z]{2}$/i.test(text)) return US_STATES.get(text.toUpperCase());
  if (!/^[0-9]{5}(?:-[0-9]{4})?$/.test(text)) return undefined;
  const zip = text.slice(0, 5);

  return { kind: 'zip', country: UNITED_STATES, state: zipState(zip), value: zip };
}

/** Excludes D, F, I, O, Q and U, and W and Z as the first letter. */
const POSTAL_CODE = /^([ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z])(?: ?([0-9][ABCEGHJ-NPRSTV-Z][0-9]))?$/i;

/** The region of a province, an ISO code, a postal code or its first three characters; undefined for other text. */
function canadianRegion(text: string): Region | undefined {
  // Compared as written: some other letters have A to Z as their capitals.
  if (/^(?:CA-)?[A-Z]{2}$/i.test(text)) return CANADIAN_PROVINCES.get(text.toUpperCase());
  if (!POSTAL_CODE.test(text)) return undefined;
  const [, area = '', unit] = POSTAL_CODE.exec(text.toUpperCase()) ?? [];
  const state = BY_POSTAL_PREFIX.get(area) ?? BY_POSTAL_PREFIX.get(area.slice(0, 1));

  return { kind: 'zip', country: CANADA, state, value: unit === undefined ? area : `${area} ${unit}` };
}

/** Accepts any text except a blank one, and except a region of another state. */
function regionOfTerritory(code: string, text: string): Region | undefined {
  const region = usRegion(text);
  if (region?.state === code) return region;

  return region?.state !== undefined || text.trim() === '' ? undefined : usRegion(code);
}

/** The regions of each country that has some, by its numeric code. */
export const REGIONS: ReadonlyMap<string, Regions> = new Map<string, Regions>([
  [
    UNITED_STATES,
    {
      read: usRegion,
      forms: 'a zip code, a two-letter state or an ISO state code, such as 85004, AZ or US-AZ',
      states: [...ISO_STATES, ...POSTAL_STATES],
    },
  ],
  [
    CANADA,
    {
      read: canadianRegion,
      forms: 'a two-letter province, an ISO province code or a postal code, such as ON, CA-ON or K1A 0B1',
      states: PROVINCES,
    },
  ],
  ...[...TERRITORIES].map(([country, code]): [string, Regions] => [
    country,
    {
      read: (text) => regionOfTerritory(code, text),
      forms: `a region of the territory, such as ${code} or US-${code}, and of no other state`,
      states: [],
    },
  ]),
]);
