import { iso31662 } from 'iso-3166/2.js';
import { describe, expect, test } from 'vitest';
import { isCountry } from './countries.ts';
import { recogniseRegion } from './recognise-region.ts';
import { statesOf } from './regions-of.ts';
import { POSTAL_STATES } from './us.ts';
import { TERRITORIES } from './us-territories.ts';

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
