import { iso31662 } from 'iso-3166/2.js';
import { describe, expect, test } from 'vitest';
import { recogniseRegion, statesOf } from './recognise-region.ts';
import { isCountry } from './region.ts';
import { POSTAL_STATES, TERRITORIES } from './us.ts';

describe('a region of the United States', () => {
  test.each([
    ['85004', 'zip', '85004', 'AZ'],
    ['02134', 'zip', '02134', 'MA'],
    ['85004-1234', 'zip', '85004', 'AZ'],
    ['06390', 'zip', '06390', 'NY'],
    ['00901-0001', 'zip', '00901', 'PR'],
    ['09012', 'zip', '09012', 'AE'],
    ['AZ', 'state', 'AZ', 'AZ'],
    ['az', 'state', 'AZ', 'AZ'],
    ['aZ', 'state', 'AZ', 'AZ'],
    ['US-AZ', 'state', 'AZ', 'AZ'],
    ['us-az', 'state', 'AZ', 'AZ'],
    ['Us-aZ', 'state', 'AZ', 'AZ'],
    ['DC', 'state', 'DC', 'DC'],
    ['PR', 'state', 'PR', 'PR'],
    ['US-PR', 'state', 'PR', 'PR'],
    ['UM', 'state', 'UM', 'UM'],
    ['US-UM', 'state', 'UM', 'UM'],
    ['AE', 'state', 'AE', 'AE'],
    ['fm', 'state', 'FM', 'FM'],
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
    expect(recogniseRegion(text)).toEqual({
      kind: 'refused',
      reason: {
        code: 'unknown-region',
        field: 'region',
        expected: 'a zip code, a two-letter state or an ISO state code, such as 85004, AZ or US-AZ',
        got: JSON.stringify(text),
      },
    });
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
    expect(recogniseRegion(text, '250')).toEqual({
      kind: 'refused',
      reason: {
        code: 'unknown-region',
        field: 'region',
        expected: 'a region of country 250',
        got: JSON.stringify(text),
      },
    });
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
      expect(recogniseRegion(region, country)).toEqual({
        kind: 'refused',
        reason: {
          code: 'unknown-country',
          field: 'country',
          expected: 'an ISO 3166-1 numeric country code, such as 840',
          got: JSON.stringify(country),
        },
      });
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

  test.each(['840', '124'])('are distinct regions of %s', (country) => {
    for (const state of statesOf(country)) {
      expect(recogniseRegion(state, country)).toEqual({
        kind: 'found',
        value: { kind: 'state', country, state, value: state },
      });
    }
  });

  test('belong to countries of ISO 3166-1', () => {
    for (const country of ['840', '124', ...TERRITORIES.map(({ country }) => country)]) {
      expect(isCountry(country), country).toBe(true);
    }
  });
});

function isoCodes(parent: string): string[] {
  return iso31662.filter((entry) => entry.parent === parent).map(({ code }) => code.slice(3));
}
