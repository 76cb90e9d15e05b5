/** Property tests of regions in all of their forms. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import zipcodes from 'zipcodes';
import { recogniseRegion, statesOf } from './recognise-region.ts';
import type { Region } from './region.ts';
import { POSTAL_STATES } from './us.ts';

const runs = { numRuns: 2_000 };

/** Without Wake Island, which the list assigns to Hawaii. */
const zips = Object.values(zipcodes.codes).filter(({ country, zip }) => country === 'US' && zip !== '96898');
const zipsOf = new Map(
  Object.entries(Object.groupBy(zips, ({ state }) => state)).map(([state, listed = []]) => [
    state,
    listed.map(({ zip }) => zip),
  ]),
);

const plusFour = fc.stringMatching(/^[0-9]{4}$/);

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

  test('give the same zip code in its state', () => {
    const place = fc
      .constantFrom(...zipsOf.keys())
      .chain((state) =>
        fc.record({ state: fc.constant(state), zip: fc.constantFrom(...(zipsOf.get(state) ?? [])) }),
      );
    fc.assert(
      fc.property(place, plusFour, ({ state, zip }, four) => {
        expect(found(zip)).toEqual({ ...stateIn('840', state), kind: 'zip', value: zip });
        expect(found(`${zip}-${four}`)).toEqual(found(zip));
      }),
      runs,
    );
    // All states except the islands without mail.
    expect([...zipsOf.keys(), 'UM'].sort()).toEqual([...statesOf('840')].sort());
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

  test('give the same postal code of Canada, in the province of its first three characters', () => {
    const area = fc.stringMatching(/^[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z]$/);
    const unit = fc.stringMatching(/^[0-9][ABCEGHJ-NPRSTV-Z][0-9]$/);
    fc.assert(
      fc.property(area, unit, (area, unit) => {
        const region = found(`${area} ${unit}`, '124');

        expect(region).toEqual({ ...found(area, '124'), value: `${area} ${unit}` });
        expect(found(`${area}${unit}`.toLowerCase(), '124')).toEqual(region);
      }),
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
