/** Finds what a JSON Schema cannot see in a merchant file: repeated keys, order, days, countries and states. */
import { isMapping, type Mapping, type ReadingProblem, unlike } from '../../reading/problems.ts';
import { readDay } from '../day.ts';
import { showUsd, usdFromText } from '../money.ts';
import { statesOf } from '../regions/recognise-region.ts';
import { isCountry, TERRITORIES, UNITED_STATES } from '../regions/regions.ts';

type Problems = readonly ReadingProblem[];

/** A mock compares each call with all faults of its merchant. */
export const MOST_FAULTS = 1000;

/** Any value may be malformed: the schema reports it, and its problem counts. */
export function problemsBeyondSchema(file: unknown): Problems {
  const { merchants, scenarios } = mapping(file);

  return [
    ...entries('/merchants', merchants).flatMap(([at, merchant]) => problemsOfMerchant(at, merchant)),
    ...entries('/scenarios', scenarios).flatMap(([at, scenario]) => problemsOfScenario(at, scenario)),
  ];
}

function entries(root: string, value: unknown): readonly (readonly [at: string, value: Mapping])[] {
  return Object.entries(mapping(value)).map(([name, inner]) => [
    `${root}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    mapping(inner),
  ]);
}

function problemsOfMerchant(at: string, { processors, cards, eligibility, faults }: Mapping): Problems {
  const { rules, countries, waivedBy } = mapping(eligibility);

  return [
    ...ambiguousNames(processors, `${at}/processors`),
    ...rows(processors).flatMap((processor, index) =>
      problemsOfPricing(mapping(processor['pricing']), `${at}/processors/${index}/pricing`),
    ),
    ...repeatedRows(mapping(cards)['kinds'], `${at}/cards/kinds`, 'prefix'),
    ...problemsOfRules(rules, `${at}/eligibility/rules`),
    ...list(countries).flatMap((country, index) =>
      unknownCountry(country, `${at}/eligibility/countries/${index}`),
    ),
    ...repeatedItems(countries, `${at}/eligibility/countries`),
    ...repeatedItems(waivedBy, `${at}/eligibility/waivedBy`),
    ...tooMany(list(faults).length, `${at}/faults`),
  ];
}

function problemsOfScenario(at: string, { clock, faults, merchant }: Mapping): Problems {
  const { pricing, cards, rules } = mapping(merchant);

  return [
    ...tooMany(list(faults).length, `${at}/faults`),
    ...list(clock).flatMap((day, index) => unknownDay(day, `${at}/clock/${index}`)),
    ...problemsOfPricing(mapping(pricing), `${at}/merchant/pricing`),
    ...repeatedRows(mapping(cards)['kinds'], `${at}/merchant/cards/kinds`, 'prefix'),
    ...problemsOfRules(rules, `${at}/merchant/rules`),
  ];
}

function problemsOfRules(rules: unknown, at: string): Problems {
  return [
    ...rows(rules).flatMap((rule, index) => problemsOfRule(rule, `${at}/${index}`)),
    ...repeatedRows(rules, at, 'name'),
  ];
}

function problemsOfPricing({ model, interchange, prefixes, kinds, bands }: Mapping, at: string): Problems {
  switch (model) {
    case 'interchange-plus':
    case 'membership':
      return repeatedRows(mapping(interchange)['rows'], `${at}/interchange/rows`, 'prefix');
    case 'tiered':
      return [
        ...repeatedRows(prefixes, `${at}/prefixes`, 'prefix'),
        ...repeatedRows(kinds, `${at}/kinds`, 'kind'),
      ];
    case 'bands':
      return disorder(list(bands), `${at}/bands`);
    default:
      return [];
  }
}

/** Requests refer to a processor by MID or name, so these must be unique across processors. */
function ambiguousNames(processors: unknown, at: string): Problems {
  const taken = new Set<unknown>();

  return rows(processors).flatMap(({ mid, name }, index) => {
    const keys = Object.entries({ mid, name }).filter(([, value]) => isText(value) && taken.has(value));
    taken.add(mid).add(name);

    return keys.map(([key, value]) =>
      unlike(`${at}/${index}/${key}`, 'one that no processor above has', value),
    );
  });
}

function repeatedRows(value: unknown, at: string, key: string): Problems {
  const keys = rows(value).map((row) => row[key]);

  return repeats(keys).map((index) =>
    unlike(`${at}/${index}/${key}`, `a ${key} that no row above has`, keys[index]),
  );
}

function repeatedItems(value: unknown, at: string): Problems {
  const items = list(value);

  return repeats(items).map((index) =>
    unlike(`${at}/${index}`, 'one that is not there already', items[index]),
  );
}

/** The positions of texts that occur above. */
function repeats(values: readonly unknown[]): readonly number[] {
  const taken = new Set<unknown>();

  return values.flatMap((value, index) => {
    const isRepeated = isText(value) && taken.has(value);
    taken.add(value);
    return isRepeated ? [index] : [];
  });
}

/** Each band must end above the one before it; the last one must have no end. */
function disorder(bands: readonly unknown[], at: string): Problems {
  return bands.flatMap((band, index) => {
    if (!isMapping(band)) return [];
    const upTo = band['upTo'];
    const place = `${at}/${index}/upTo`;
    const below = mapping(bands[index - 1])['upTo'];
    if (index === bands.length - 1)
      return upTo === undefined ? [] : [unlike(place, 'no upTo in the last band, which has no end', upTo)];
    if (upTo === undefined) return [unlike(place, 'US dollars in every band but the last', upTo)];
    if (!isDollars(upTo) || !isDollars(below) || usdFromText(upTo).greaterThan(below)) return [];

    return [
      unlike(
        place,
        `more than ${showUsd(usdFromText(below))}, where the band above ends`,
        usdFromText(upTo).toFixed(),
      ),
    ];
  });
}

function problemsOfRule({ country, state, from, to }: Mapping, at: string): Problems {
  const territory = TERRITORIES.get(String(country));
  const [first, last] = [from, to].map((day) => (isText(day) ? readDay(day) : undefined));

  return [
    // A sale in a territory counts as one in the United States: a rule for the territory's code would never apply.
    ...(territory === undefined
      ? unknownCountry(country, `${at}/country`)
      : [
          unlike(`${at}/country`, `"${UNITED_STATES}", the country that ${territory} is a state of`, country),
        ]),
    ...(isText(country) && isCountry(country) && territory === undefined && isText(state)
      ? unknownState(country, state, `${at}/state`)
      : []),
    ...Object.entries({ from, to }).flatMap(([key, day]) => unknownDay(day, `${at}/${key}`)),
    ...(first !== undefined && last !== undefined && first > last
      ? [unlike(`${at}/to`, `${first}, the first day, or later`, last)]
      : []),
  ];
}

function unknownDay(day: unknown, at: string): Problems {
  return isText(day) && readDay(day) === undefined
    ? [unlike(at, 'a day of the calendar, such as 2026-01-31', day)]
    : [];
}

function unknownCountry(country: unknown, at: string): Problems {
  if (!isText(country) || isCountry(country)) return [];

  return [unlike(at, 'an ISO 3166-1 numeric country code as a string, such as "840"', country)];
}

function unknownState(country: string, state: string, at: string): Problems {
  const states = statesOf(country);
  if (states.includes(state)) return [];
  const expected =
    states.length === 0
      ? `no state, since those of country ${country} are not known`
      : `a two-letter state or province of country ${country}`;

  return [unlike(at, expected, state)];
}

function tooMany(faults: number, at: string): Problems {
  return faults > MOST_FAULTS ? [unlike(at, `at most ${MOST_FAULTS} faults`, faults)] : [];
}

function mapping(value: unknown): Mapping {
  return isMapping(value) ? value : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function rows(value: unknown): readonly Mapping[] {
  return list(value).map(mapping);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isDollars(value: unknown): value is string {
  return isText(value) && /^[0-9]{1,20}(?:\.[0-9]{1,20})?$/.test(value);
}
