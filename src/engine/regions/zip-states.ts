/**
 * Finds the state of a zip code.
 *
 * Uses the three-digit prefixes of the postal service, and a list of the exceptions. A test compares every zip code of
 * the package `zipcodes` 8.0.0. The zip codes of GeoNames agree; only GeoNames has 72643.
 */

/** Prefixes and ranges of prefixes. The others are unassigned, or, like 969, belong to several states. */
const PREFIXES: Readonly<Record<string, string>> = {
  AA: '340',
  AE: '090-098',
  AK: '995-999',
  AL: '350-352 354-369',
  AP: '962-966',
  AR: '716-729',
  AZ: '850-853 855-857 859-860 863-865',
  CA: '900-908 910-928 930-961',
  CO: '800-816',
  CT: '060-069',
  DC: '200 202-205 569',
  DE: '197-199',
  FL: '320-339 341-342 344 346-347 349',
  GA: '300-319 398-399',
  HI: '967-968',
  IA: '500-516 520-528',
  ID: '832-838',
  IL: '600-620 622-629',
  IN: '460-479',
  KS: '660-662 664-679',
  KY: '400-418 420-427',
  LA: '700-701 703-708 710-714',
  MA: '010-027 055',
  MD: '206-212 214-219',
  ME: '039-049',
  MI: '480-499',
  MN: '550-551 553-567',
  MO: '630-631 633-641 644-658',
  MS: '386-397',
  MT: '590-599',
  NC: '270-289',
  ND: '580-588',
  NE: '680-681 683-693',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-871 873-884',
  NV: '889-891 893-895 897-898',
  NY: '005 100-149',
  OH: '430-459',
  OK: '730-731 734-741 743-749',
  OR: '970-979',
  PA: '150-196',
  PR: '006-007 009',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 750-770 772-799 885',
  UT: '840-847',
  VA: '201 220-246',
  VI: '008',
  VT: '050-054 056-059',
  WA: '980-986 988-994',
  WI: '530-532 534-535 537-549',
  WV: '247-268',
  WY: '820-831',
};

/** Five digits each: across a border, reached through another state, or islands that share a prefix. */
const ZIPS: Readonly<Record<string, string>> = {
  AS: '96799',
  FM: '96941-96949',
  GU: '96910-96938',
  MD: '20588',
  MH: '96960-96979',
  MO: '72643',
  MP: '96950-96959',
  NY: '06390',
  PW: '96939-96940',
  TX: '73960',
  // Wake Island, whose mail goes through Hawaii.
  UM: '96898',
  VA: '20598',
  WY: '83414',
};

/** The first and the last zip code in use, Holtsville and Ketchikan; excludes 00000 and 99999. */
const FIRST = 501;
const LAST = 99_950;

const BY_PREFIX = statesByNumber(PREFIXES);
const BY_ZIP = statesByNumber(ZIPS);

/** The two-letter state of five digits; undefined if their prefix is unassigned. */
export function zipState(zip: string): string | undefined {
  const number = Number(zip);
  if (number < FIRST || number > LAST) return undefined;

  return BY_ZIP.get(number) ?? BY_PREFIX.get(Math.trunc(number / 100));
}

function statesByNumber(rangesByState: Readonly<Record<string, string>>): ReadonlyMap<number, string> {
  const states = new Map<number, string>();
  for (const [state, ranges] of Object.entries(rangesByState)) {
    for (const range of ranges.split(' ')) {
      const [first, last = first] = range.split('-').map(Number);
      for (let number = first ?? 0; number <= (last ?? 0); number++) states.set(number, state);
    }
  }
  return states;
}
