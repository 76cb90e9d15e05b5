/** Parses regions of Canada: provinces, ISO codes and postal codes. */
import type { Region, Regions } from './region.ts';

export const CANADA = '124';

/** The prefixes of the postal codes of each province. X is shared, so its areas are listed. */
const POSTAL_CODES: Readonly<Record<string, string>> = {
  AB: 'T',
  BC: 'V',
  MB: 'R',
  NB: 'E',
  NL: 'A',
  NS: 'B',
  NT: 'X0E X0G X1A',
  NU: 'X0A X0B X0C',
  ON: 'K L M N P',
  PE: 'C',
  QC: 'G H J',
  SK: 'S',
  YT: 'Y',
};

const PROVINCES: readonly string[] = Object.keys(POSTAL_CODES);

const BY_PREFIX: ReadonlyMap<string, string> = new Map(
  Object.entries(POSTAL_CODES).flatMap(([code, prefixes]) =>
    prefixes.split(' ').map((prefix) => [prefix, code] as const),
  ),
);

/** Each province by both of its forms, `QC` and `CA-QC`. */
const STATES: ReadonlyMap<string, Region> = new Map(
  PROVINCES.flatMap((code) => {
    const region: Region = { kind: 'state', country: CANADA, state: code, value: code };
    return [code, `CA-${code}`].map((form) => [form, region] as const);
  }),
);

const PROVINCE = /^(?:CA-)?[A-Z]{2}$/i;
/** Excludes D, F, I, O, Q and U, and W and Z as the first letter. */
const POSTAL_CODE = /^([ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z])(?: ?([0-9][ABCEGHJ-NPRSTV-Z][0-9]))?$/i;

export const canada: Regions = {
  read: canadianRegion,
  forms: 'a two-letter province, an ISO province code or a postal code, such as ON, CA-ON or K1A 0B1',
  states: PROVINCES,
};

/** The region of a province, an ISO code, a postal code or its first three characters; undefined for other text. */
function canadianRegion(text: string): Region | undefined {
  if (PROVINCE.test(text)) return STATES.get(text.toUpperCase());

  const [area, unit] =
    POSTAL_CODE.exec(text)
      ?.slice(1)
      .map((part) => part?.toUpperCase()) ?? [];
  if (area === undefined) return undefined;

  const state = BY_PREFIX.get(area) ?? BY_PREFIX.get(area.slice(0, 1));
  return { kind: 'zip', country: CANADA, state, value: unit === undefined ? area : `${area} ${unit}` };
}
