import { describe, expect, test } from 'vitest';
import zipcodes from 'zipcodes';
import { zipState } from './zip-states.ts';

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
