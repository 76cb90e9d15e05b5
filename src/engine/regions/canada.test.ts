import { describe, expect, test } from 'vitest';
import zipcodes from 'zipcodes';
import { recogniseRegion } from './recognise-region.ts';

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
    ['qc', 'state', 'QC', 'QC'],
    ['CA-QC', 'state', 'QC', 'QC'],
    ['ca-Qc', 'state', 'QC', 'QC'],
    ['NU', 'state', 'NU', 'NU'],
    ['K1A 0B1', 'zip', 'K1A 0B1', 'ON'],
    ['K1A0B1', 'zip', 'K1A 0B1', 'ON'],
    ['k1a 0b1', 'zip', 'K1A 0B1', 'ON'],
    ['k1A0b1', 'zip', 'K1A 0B1', 'ON'],
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
    expect(recogniseRegion(text, '124')).toEqual({
      kind: 'refused',
      reason: {
        code: 'unknown-region',
        field: 'region',
        expected:
          'a two-letter province, an ISO province code or a postal code, such as ON, CA-ON or K1A 0B1',
        got: JSON.stringify(text),
      },
    });
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
