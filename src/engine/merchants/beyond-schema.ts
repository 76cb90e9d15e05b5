/** Finds what a JSON Schema cannot see in a merchant file: repeated keys, order, days, countries and states. */
import { toToken } from '../../reading/problem-text.ts';
import { type ReadingProblem, unlike } from '../../reading/problems.ts';
import { isJsonObject, type JsonObject } from '../../text/json-object.ts';
import { readDay } from '../day.ts';
import { showUsd, usdFromText } from '../money.ts';
import { statesOf } from '../regions/recognise-region.ts';
import { isCountry, TERRITORIES, UNITED_STATES } from '../regions/regions.ts';

type Problems = readonly ReadingProblem[];
type Check = (value: unknown, at: string) => Problems;

/** A mock compares each call with all faults of its merchant. */
export const MOST_FAULTS = 1000;

/** What is checked of a value, by the name of its key. */
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['processors', ambiguousNames],
  ['rows', unique('prefix')],
  ['prefixes', unique('prefix')],
  // Rows of a table of cards; of tiers by the kind of a card.
  [
    'kinds',
    (value, at) =>
      unique(rows(value).some(({ prefix }) => prefix !== undefined) ? 'prefix' : 'kind')(value, at),
  ],
  ['bands', disorder],
  ['rules', problemsOfRules],
  [
    'countries',
    (value, at) => list(value).flatMap((country, index) => unknownCountry(country, `${at}/${index}`)),
  ],
  ['clock', (value, at) => list(value).flatMap((day, index) => unknownDay(day, `${at}/${index}`))],
  ['faults', tooMany],
]);

/** Any value may be malformed: the schema reports it, and its problem counts. */
export function problemsBeyondSchema(value: unknown, at = ''): Problems {
  if (Array.isArray(value))
    return value.flatMap((item, index) => problemsBeyondSchema(item, `${at}/${index}`));
  if (!isJsonObject(value)) return [];

  return Object.entries(value).flatMap(([key, inner]) => {
    const place = `${at}/${toToken(key)}`;

    return [...(CHECKS.get(key)?.(inner, place) ?? []), ...problemsBeyondSchema(inner, place)];
  });
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

/** Each text of this key must be unique among the rows. */
function unique(key: string): Check {
  return (value, at) => {
    const taken = new Set<unknown>();

    return rows(value).flatMap((row, index) => {
      const text = row[key];
      const isRepeated = isText(text) && taken.has(text);
      taken.add(text);

      return isRepeated ? [unlike(`${at}/${index}/${key}`, `a ${key} that no row above has`, text)] : [];
    });
  };
}

/** Each band must end above the one before it; the last one must have no end. */
function disorder(value: unknown, at: string): Problems {
  const bands = list(value);

  return bands.flatMap((band, index) => {
    if (!isJsonObject(band)) return [];
    const upTo = band['upTo'];
    const place = `${at}/${index}/upTo`;
    const below = rows(value)[index - 1]?.['upTo'];
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

function problemsOfRules(value: unknown, at: string): Problems {
  return [
    ...rows(value).flatMap((rule, index) => problemsOfRule(rule, `${at}/${index}`)),
    ...unique('name')(value, at),
  ];
}

function problemsOfRule({ country, state, from, to }: JsonObject, at: string): Problems {
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

function tooMany(value: unknown, at: string): Problems {
  const { length } = list(value);

  return length > MOST_FAULTS ? [unlike(at, `at most ${MOST_FAULTS} faults`, length)] : [];
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function rows(value: unknown): readonly JsonObject[] {
  return list(value).map((row) => (isJsonObject(row) ? row : {}));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isDollars(value: unknown): value is string {
  return isText(value) && /^[0-9]{1,20}(?:\.[0-9]{1,20})?$/.test(value);
}
