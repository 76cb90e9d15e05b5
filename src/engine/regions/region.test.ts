import { describe, expect, test } from 'vitest';
import { recogniseRegion } from './region.ts';
import { ISO_STATES, MILITARY_STATES } from './us-states.ts';

describe('a region of the United States', () => {
  test.each([
    ['85004', 'zip', '85004'],
    ['02134', 'zip', '02134'],
    ['85004-1234', 'zip', '85004'],
    ['AZ', 'state', 'AZ'],
    ['az', 'state', 'AZ'],
    ['US-AZ', 'state', 'AZ'],
    ['us-az', 'state', 'AZ'],
    ['DC', 'state', 'DC'],
    ['PR', 'state', 'PR'],
    ['US-PR', 'state', 'PR'],
    ['AE', 'state', 'AE'],
  ])('may be written %s: the %s %s', (text, kind, value) => {
    const region = { kind: 'found', value: { kind, country: '840', value } };

    expect(recogniseRegion(text)).toEqual(region);
    expect(recogniseRegion(text, '840')).toEqual(region);
  });

  test('is one of fifty states, the district, five territories and three of military post', () => {
    expect(new Set([...ISO_STATES, ...MILITARY_STATES]).size).toBe(50 + 1 + 5 + 3);
  });

  test.each([
    ...['', ' ', 'ZZ', 'US-ZZ', 'US-AE', 'XX-AZ', 'USAZ', 'US-', 'US-85004', 'Arizona', 'A', 'AZ ', ' 85004'],
    ...[
      '8500',
      '850041',
      '85004-',
      '85004-123',
      '85004-12345',
      '850041234',
      '8500O',
      '８５００４',
      '85004\n',
      'AZ\n',
    ],
    ...['ſC', 'constructor'],
  ])('is not %j', (text) => {
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
  test.each(['ON', 'CA-ON', 'K1A 0B1', 'Île-de-France'])('is taken as it is, such as %s', (text) => {
    expect(recogniseRegion(text, '124')).toEqual({
      kind: 'found',
      value: { kind: 'elsewhere', country: '124', value: text },
    });
  });

  test.each(['', '  '])('is not %j', (text) => {
    expect(recogniseRegion(text, '124')).toMatchObject({
      reason: { code: 'unknown-region', expected: 'a region of country 124' },
    });
  });
});
