import { iso31661NumericToAlpha2 } from 'iso-3166/1-n-to-1-a2.js';
import { describe, expect, test } from 'vitest';
import { recogniseRegion } from './recognise-region.ts';
import { TERRITORIES } from './us-territories.ts';

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
