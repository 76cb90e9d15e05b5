import fc from 'fast-check';
import { iso31661NumericToAlpha2 } from 'iso-3166/1-n-to-1-a2.js';
import { iso31662 } from 'iso-3166/2.js';
import { describe, expect, test } from 'vitest';
import zipcodes from 'zipcodes';
import { recogniseRegion, statesOf } from './recognise-region.ts';
import { isCountry, POSTAL_STATES, type Region, TERRITORIES, zipState } from './regions.ts';

const refused = (field: 'region' | 'country', text: string, expected: string) => ({
  kind: 'refused',
  reason: { code: `unknown-${field}`, field, expected, got: JSON.stringify(text) },
});

describe('a region of the United States', () => {
  test.each([
    ['85004', 'zip', '85004', 'AZ'],
    ['02134', 'zip', '02134', 'MA'],
    ['06390', 'zip', '06390', 'NY'],
    ['00901-0001', 'zip', '00901', 'PR'],
    ['09012', 'zip', '09012', 'AE'],
    ['AZ', 'state', 'AZ', 'AZ'],
    ['US-AZ', 'state', 'AZ', 'AZ'],
    ['DC', 'state', 'DC', 'DC'],
    ['PR', 'state', 'PR', 'PR'],
    ['US-PR', 'state', 'PR', 'PR'],
    ['UM', 'state', 'UM', 'UM'],
    ['US-UM', 'state', 'UM', 'UM'],
    ['AE', 'state', 'AE', 'AE'],
  ])('%s is the %s %s in %s', (text, kind, value, state) => {
    const region = { kind: 'found', value: { kind, country: '840', state, value } };

    expect(recogniseRegion(text)).toEqual(region);
    expect(recogniseRegion(text, '840')).toEqual(region);
  });

  test.each(['00000', '00401', '21300', '51900-0000', '96998', '98700'])(
    'can be an unassigned zip code without a state: %s',
    (text) => {
      expect(recogniseRegion(text)).toEqual({
        kind: 'found',
        value: { kind: 'zip', country: '840', state: undefined, value: text.slice(0, 5) },
      });
    },
  );

  test.each([
    ...['', ' ', 'ZZ', 'US-ZZ', 'XX-AZ', 'USAZ', 'US-', 'US-85004', 'US_AZ', 'Arizona', 'A', 'AZ ', ' 85004'],
    ...['US-AA', 'US-AE', 'US-AP', 'US-FM', 'us-mh', 'US-PW', 'CA-QC', 'QC', 'K1A 0B1'],
    ...['8500', '850041', '85004-', '85004-123', '85004-12345', '850041234', '85004 1234', '8500O'],
    ...['８５００４', '85004\n', 'AZ\n', 'ſC', 'constructor', '__proto__'],
  ])('refuses %j', (text) => {
    expect(recogniseRegion(text)).toEqual(
      refused(
        'region',
        text,
        'a zip code, a two-letter state or an ISO state code, such as 85004, AZ or US-AZ',
      ),
    );
  });
});

describe('a region of another country', () => {
  test.each(['J', 'FR-IDF', '75001', 'Île-de-France', 'AZ', ' Paris '])(
    'is accepted unchanged: %j',
    (text) => {
      expect(recogniseRegion(text, '250')).toEqual({
        kind: 'found',
        value: { kind: 'elsewhere', country: '250', state: undefined, value: text },
      });
    },
  );

  test.each(['', '  ', '\n'])('refuses %j', (text) => {
    expect(recogniseRegion(text, '250')).toEqual(refused('region', text, 'a region of country 250'));
  });

  test.each(['583', '584', '585'])(
    'can be in %s, which is part of the United States only for mail',
    (country) => {
      expect(recogniseRegion('96941', country)).toMatchObject({ value: { kind: 'elsewhere', country } });
    },
  );
});

describe('a country', () => {
  test.each(['004', '036', '124', '276', '826', '840', '894'])('can be %s', (country) => {
    expect(recogniseRegion('ON', country)).not.toMatchObject({ reason: { code: 'unknown-country' } });
  });

  test.each([
    ...['', '000', '999', '280', '84', '0840', '840 ', ' 840', '８４０', '1e2', '4'],
    ...['US', 'USA', 'us', 'constructor', '__proto__'],
  ])('is not %j, and its region is not validated', (country) => {
    for (const region of ['AZ', '', 'ZZ']) {
      expect(recogniseRegion(region, country)).toEqual(
        refused('country', country, 'an ISO 3166-1 numeric country code, such as 840'),
      );
    }
  });
});

describe('the states of a country', () => {
  test('of the United States are those of ISO 3166-2 and of the postal service', () => {
    expect([...statesOf('840')].sort()).toEqual([...isoCodes('US'), ...POSTAL_STATES].sort());
    expect(statesOf('840')).toHaveLength(50 + 1 + 6 + 3 + 3);
  });

  test('of Canada are the provinces of ISO 3166-2', () => {
    expect(statesOf('124')).toEqual(isoCodes('CA').sort());
  });

  test.each(['250', '630', '999', ''])('are unknown for %j', (country) => {
    expect(statesOf(country)).toEqual([]);
  });

  test('belong to countries of ISO 3166-1', () => {
    for (const country of ['840', '124', ...TERRITORIES.keys()]) {
      expect(isCountry(country), country).toBe(true);
    }
  });
});

function isoCodes(parent: string): string[] {
  return iso31662.filter((entry) => entry.parent === parent).map(({ code }) => code.slice(3));
}

describe('a territory of the United States with its own country code', () => {
  test.each([...TERRITORIES])('has the same code in both lists: %s is %s', (country, code) => {
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
      expect(recogniseRegion(text, '630')).toEqual(
        refused('region', text, 'a region of the territory, such as PR or US-PR, and of no other state'),
      );
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

/** Names of provinces in the list of postal codes. Entries with a town instead are skipped. */
const PROVINCES: Readonly<Record<string, string>> = {
  Alberta: 'AB',
  'British Columbia': 'BC',
  Manitoba: 'MB',
  'New Brunswick': 'NB',
  'Newfoundland and Labrador': 'NL',
  'Northwest Territory': 'NT',
  'Nova Scotia': 'NS',
  'Nunavut Territory': 'NU',
  Ontario: 'ON',
  'Prince Edward Island': 'PE',
  Quebec: 'QC',
  Saskatchewan: 'SK',
  Yukon: 'YT',
};

describe('a region of Canada', () => {
  test.each([
    ['QC', 'state', 'QC', 'QC'],
    ['CA-QC', 'state', 'QC', 'QC'],
    ['K1A 0B1', 'zip', 'K1A 0B1', 'ON'],
    ['K1A0B1', 'zip', 'K1A 0B1', 'ON'],
    ['K1A', 'zip', 'K1A', 'ON'],
    ['h0h 0h0', 'zip', 'H0H 0H0', 'QC'],
    ['X0B 0C0', 'zip', 'X0B 0C0', 'NU'],
    ['x0e', 'zip', 'X0E', 'NT'],
    ['X1A2W9', 'zip', 'X1A 2W9', 'NT'],
    ['X9Z', 'zip', 'X9Z', undefined],
    ['X0H 1A1', 'zip', 'X0H 1A1', undefined],
    ['V7Z 9W9', 'zip', 'V7Z 9W9', 'BC'],
  ])('%s is the %s %s in %s', (text, kind, value, state) => {
    expect(recogniseRegion(text, '124')).toEqual({
      kind: 'found',
      value: { kind, country: '124', state, value },
    });
  });

  test.each([
    ...['', ' ', 'AZ', 'CA', 'CA-AZ', 'US-ON', 'CA-', 'CAON', 'Ontario', 'PQ', '85004', 'CA-K1A 0B1'],
    ...['K1', 'K1A 0B', 'K1A 0B11', 'K1A  0B1', 'K1A-0B1', ' K1A', 'K1A ', 'K1A 0B1\n', 'KIA 0B1', 'K1A OB1'],
    ...['W1A 0B1', 'Z1A 0B1', 'D1A', 'F1A', 'I1A', 'O1A', 'Q1A', 'U1A', 'K1D', 'K1A 0F1', 'K1I', 'K1O 0Q1'],
    ...['K1U', 'K１A', 'ſK', 'constructor'],
  ])('refuses %j', (text) => {
    expect(recogniseRegion(text, '124')).toEqual(
      refused(
        'region',
        text,
        'a two-letter province, an ISO province code or a postal code, such as ON, CA-ON or K1A 0B1',
      ),
    );
  });

  test('follows from the prefix of each postal code in use', () => {
    const areas = Object.values(zipcodes.codes).filter(({ country }) => country === 'Canada');
    const named = areas.filter(({ state }) => PROVINCES[state] !== undefined);

    expect(areas.length - named.length).toBe(9);
    expect(named.length).toBeGreaterThan(1_600);
    for (const { zip } of areas) expect(recogniseRegion(zip, '124').kind).toBe('found');
    expect(named.map(({ zip }) => [zip, stateOf(zip)])).toEqual(
      named.map(({ zip, state }) => [zip, PROVINCES[state]]),
    );
  });
});

function stateOf(text: string): string | undefined {
  const region = recogniseRegion(text, '124');
  return region.kind === 'found' ? region.value.state : region.kind;
}

// Property tests of regions in all of their forms.

const runs = { numRuns: 2_000 };

describe('the forms of one region', () => {
  const state = fc.constantFrom(...statesOf('840'));
  const province = fc.constantFrom(...statesOf('124'));

  test('give the same state of the United States', () => {
    const isoState = state.filter((code) => !POSTAL_STATES.includes(code));
    fc.assert(
      fc.property(
        state.chain(anyCase),
        isoState.chain((code) => anyCase(`US-${code}`)),
        (short, iso) => {
          expect(found(short)).toEqual(stateIn('840', short.toUpperCase()));
          expect(found(iso)).toEqual(stateIn('840', iso.slice(-2).toUpperCase()));
        },
      ),
      runs,
    );
  });

  test('give the same province of Canada', () => {
    fc.assert(
      fc.property(
        province.chain(anyCase),
        province.chain((code) => anyCase(`CA-${code}`)),
        (short, iso) => {
          expect(found(short, '124')).toEqual(stateIn('124', short.toUpperCase()));
          expect(found(iso, '124')).toEqual(stateIn('124', iso.slice(-2).toUpperCase()));
        },
      ),
      runs,
    );
  });
});

describe('any text with any country', () => {
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[A-Za-z0-9 -]{0,10}$/),
    fc.constantFrom(...statesOf('840')),
  );
  const country = fc.oneof(
    fc.constantFrom('840', '124', '630', '581', '250', '999'),
    fc.stringMatching(/^[0-9]{3}$/),
    fc.string(),
  );

  test('is a region in a known state of its country, or refused with the received value', () => {
    fc.assert(
      fc.property(text, country, (text, country) => {
        const finding = recogniseRegion(text, country);

        if (finding.kind === 'refused') {
          const { field, got } = finding.reason;
          expect(got).toBe(JSON.stringify(field === 'country' ? country : text));
          return;
        }
        const { kind, state, value } = finding.value;
        if (state !== undefined) expect(statesOf(finding.value.country)).toContain(state);
        if (kind === 'state') expect(state).toBe(value);
        // Parsing the normalised form returns the same region.
        expect(recogniseRegion(value, finding.value.country)).toEqual(finding);
      }),
      runs,
    );
  });
});

/** The text with random upper and lower case. */
function anyCase(text: string): fc.Arbitrary<string> {
  return fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((lower) => [...text].map((letter, at) => (lower[at] ? letter.toLowerCase() : letter)).join(''));
}

function stateIn(country: string, code: string): Region {
  return { kind: 'state', country, state: code, value: code };
}

function found(text: string, country?: string): Region {
  const finding = recogniseRegion(text, country);
  if (finding.kind === 'refused') throw new Error(`${text} is refused: ${JSON.stringify(finding.reason)}`);
  return finding.value;
}
