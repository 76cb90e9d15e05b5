/** The law that each way to write a place has the same fee. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import zipcodes from 'zipcodes';
import { statesOf } from '../../../src/engine/regions/recognise-region.ts';
import { POSTAL_STATES, TERRITORIES } from '../../../src/engine/regions/us.ts';
import { runsOf } from '../../support/sampled.ts';
import { merchants } from './merchant-cases.ts';
import type { MerchantMapping } from './merchant-mapping.ts';
import { quoting } from './quoting.ts';
import { type Place, sales } from './sale-cases.ts';

const runs = { numRuns: runsOf(500) };

/** In every country: a territory that a call names by its own code is another country than 840. */
const ruled = merchants.map((merchant): MerchantMapping => {
  const { countries: _, ...eligibility } = merchant.eligibility ?? {};

  return { ...merchant, eligibility: { ...eligibility, rules: 'illustrative' } };
});

/** Without Wake Island, which the list assigns to Hawaii. */
const zips = Object.values(zipcodes.codes).filter(({ country, zip }) => country === 'US' && zip !== '96898');
const zipsOf = new Map(
  Object.entries(Object.groupBy(zips, ({ state }) => state)).map(([state, listed = []]) => [
    state,
    listed.map(({ zip }) => zip),
  ]),
);

/** Mostly states with rules. */
const state = fc.oneof(
  fc.constantFrom('CO', 'CT', 'MA', 'ME', 'OK', 'PR'),
  fc.constantFrom(...statesOf('840')),
);
const plusFour = fc.stringMatching(/^[0-9]{4}$/);
const country = fc.constantFrom(undefined, '840');

/** A place in the United States as state, ISO code, zip code or zip+4, in two of these forms. */
const writtenTwice = state.chain((state) => {
  const zip = fc.constantFrom(...(zipsOf.get(state) ?? ['96898']));
  const names = POSTAL_STATES.includes(state) ? [state] : [state, `US-${state}`, `us-${state.toLowerCase()}`];
  const text = fc.oneof(
    fc.constantFrom(...names, state.toLowerCase()),
    zip,
    fc.tuple(zip, plusFour).map(([zip, four]) => `${zip}-${four}`),
  );
  const within = TERRITORIES.filter(({ code }) => code === state).map(({ country }) => country);
  const place = fc.oneof(
    fc.record({ region: text, country }),
    ...within.map((own) =>
      fc.record({ region: fc.oneof(text, fc.constant('the capital')), country: fc.constant(own) }),
    ),
  );
  return fc.tuple(place, place);
});

const postalCodes = {
  AB: 'T5J 2R7',
  NU: 'X0A 0H0',
  ON: 'K1A 0B1',
  QC: 'H2X 1Y4',
};
const writtenTwiceInCanada = fc.constantFrom(...Object.entries(postalCodes)).chain(([code, postal]) => {
  const forms = [code, code.toLowerCase(), `CA-${code}`, postal, postal.toLowerCase(), postal.slice(0, 3)];
  const place = fc
    .constantFrom(...forms, postal.replace(' ', ''))
    .map((region) => ({ region, country: '124' }));
  return fc.tuple(place, place);
});

describe('one place', () => {
  test.each([
    ['the United States and its territories', writtenTwice],
    ['Canada', writtenTwiceInCanada],
  ])('of %s has one fee, the same rules and the same obstacles', (_, places) => {
    fc.assert(
      fc.property(ruled, sales, places, (merchant, sale, places) => {
        const ask = quoting(merchant);
        const [one, other] = places.map((place) => {
          const { fee, rules, obstacles } = ask({ ...sale, place: withHome(place) });
          return { fee: fee.toFixed(), rules: rules.map(({ name }) => name), obstacles };
        });

        expect(one).toEqual(other);
      }),
      runs,
    );
  });
});

/** Without its state, which the engine has to find. */
function withHome({
  region,
  country,
}: {
  readonly region: string;
  readonly country: string | undefined;
}): Place {
  return { region, homeCountry: 'unknown', ...(country === undefined ? {} : { country }) };
}
