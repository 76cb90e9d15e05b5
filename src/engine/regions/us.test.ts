import { iso31661NumericToAlpha2 } from 'iso-3166/1-n-to-1-a2.js';
import { describe, expect, test } from 'vitest';
import zipcodes from 'zipcodes';
import { recogniseRegion } from './recognise-region.ts';
import { TERRITORIES } from './us.ts';
import { zipState } from './zip-states.ts';

describe('a territory of the United States with its own country code', () => {
  test.each(TERRITORIES)('has the same code in both lists: $country is $code', ({ country, code }) => {
    expect(iso31661NumericToAlpha2[country]).toBe(code);
  });

  test.each([
    ['016', 'AS', '96799'],
    ['316', 'GU', '96910'],
    ['580', 'MP', '96950'],
    ['581', 'UM', '96898'],
    ['630', 'PR', '00901'],
    ['850', 'VI', '00801'],
  ])('has the same regions as country %s and as state %s', (country, code, zip) => {
    for (const text of [code, code.toLowerCase(), `US-${code}`, zip, `${zip}-1234`]) {
      const region = recogniseRegion(text, country);

      expect(region).toEqual(recogniseRegion(text, '840'));
      expect(region).toMatchObject({ kind: 'found', value: { country: '840', state: code } });
    }
  });

  test.each(['San Juan', 'SJ', 'PR-SJ', 'K1A 0B1', '0090', '00000', '127'])('accepts %j', (text) => {
    expect(recogniseRegion(text, '630')).toEqual({
      kind: 'found',
      value: { kind: 'state', country: '840', state: 'PR', value: 'PR' },
    });
  });

  test.each(['', ' ', 'AZ', 'us-az', '85004', '85004-1234', '00801', 'VI', 'AA', 'FM'])(
    'refuses blank text and other states: %j',
    (text) => {
      expect(recogniseRegion(text, '630')).toEqual({
        kind: 'refused',
        reason: {
          code: 'unknown-region',
          field: 'region',
          expected: 'a region of the territory, such as PR or US-PR, and of no other state',
          got: JSON.stringify(text),
        },
      });
    },
  );
});

/** Wake Island, whose mail goes through Hawaii. */
const LISTED_OTHERWISE: ReadonlyMap<string, string> = new Map([['96898', 'UM']]);

describe('the state of a zip code', () => {
  test.each<[string, string | undefined, string]>([
    ['00501', 'NY', 'the one prefix below New England'],
    ['06390', 'NY', 'an island reached from Connecticut'],
    ['20588', 'MD', 'a federal office among those of the District'],
    ['20598', 'VA', 'another one'],
    ['72643', 'MO', 'an Arkansas route across the border'],
    ['73301', 'TX', 'a tax office among the prefixes of Oklahoma'],
    ['73949', 'OK', 'a town on the border'],
    ['73960', 'TX', 'the same town, across it'],
    ['83414', 'WY', 'reached through Idaho only'],
    ['88510', 'TX', 'El Paso'],
    ['96799', 'AS', 'the one zip code of American Samoa'],
    ['96898', 'UM', 'Wake Island'],
    ['00000', undefined, 'unassigned'],
    ['00500', undefined, 'unassigned, below the first in use'],
    ['99950', 'AK', 'the last in use'],
    ['99999', undefined, 'unassigned, with a prefix in use'],
  ])('%s is %s: %s', (zip, state) => {
    expect(zipState(zip)).toBe(state);
  });

  test('matches a list of all zip codes', () => {
    const listed = Object.values(zipcodes.codes).filter(({ country }) => country === 'US');
    const expected = listed.map(({ zip, state }) => `${zip} ${LISTED_OTHERWISE.get(zip) ?? state}`);

    expect(listed.length).toBeGreaterThan(42_000);
    expect(listed.map(({ zip }) => `${zip} ${zipState(zip)}`)).toEqual(expected);
  });

  test('is unknown for every prefix outside that list', () => {
    const used = new Set(Object.keys(zipcodes.codes).map((zip) => zip.slice(0, 3)));
    const prefixes = Array.from({ length: 1_000 }, (_, at) => String(at).padStart(3, '0'));
    const unused = prefixes.filter((prefix) => !used.has(prefix));

    expect(unused.length).toBeGreaterThan(50);
    for (const prefix of unused) expect(zipState(`${prefix}01`), prefix).toBeUndefined();
  });
});
