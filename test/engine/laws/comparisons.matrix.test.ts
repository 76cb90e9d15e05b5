/** Laws that compare two quotes: other amounts, rules or calls before. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import zipcodes from 'zipcodes';
import { explain } from '../../../src/engine/index.ts';
import { statesOf } from '../../../src/engine/regions/recognise-region.ts';
import { POSTAL_STATES, TERRITORIES } from '../../../src/engine/regions/us.ts';
import { runsOf } from '../../support/sampled.ts';
import {
  amounts,
  type MerchantMapping,
  MODELS,
  merchants,
  merchantsWith,
  type Place,
  pricings,
  type RuleMapping,
  rules,
  type SaleCase,
  sales,
} from './cases.ts';
import { type Ask, quoting } from './expected.ts';

/** The models that price every amount alike. */
const UNBANDED = MODELS.filter((model) => model !== 'bands');

const runs = { numRuns: runsOf(500) };

describe('a larger amount', () => {
  test.each(UNBANDED)('has no smaller fee with %s', (model) => {
    fc.assert(
      fc.property(merchantsWith(pricings[model]), sales, amounts, amounts, (merchant, sale, one, other) => {
        expectMoreForMore(quoting(merchant), sale, one, other);
      }),
      runs,
    );
  });

  test('has no smaller fee with bands, within one band', () => {
    const within = fc.integer({ min: 1, max: 100_000 });
    const banded = merchantsWith(pricings.bands);

    fc.assert(
      fc.property(banded, sales, fc.nat(), within, within, (merchant, sale, which, one, other) => {
        const [above, upTo] = bandOf(merchant, which);
        const inBand = (cents: number) => Math.min(above + cents, upTo) / 100;

        expectMoreForMore(quoting(merchant), sale, inBand(one), inBand(other));
      }),
      runs,
    );
  });

  test('has no smaller fee as a larger part of one total', () => {
    fc.assert(
      fc.property(
        merchantsWith(fc.oneof(...UNBANDED.map((model) => pricings[model]))),
        sales,
        amounts,
        amounts,
        (merchant, sale, one, other) => {
          const totalAmount = Math.max(one, other, sale.totalAmount ?? 0);
          const ask = quoting(merchant);

          expectMoreForMore((part) => ask({ ...part, totalAmount }), sale, one, other);
        },
      ),
      runs,
    );
  });
});

describe('rules', () => {
  test('never increase a fee', () => {
    fc.assert(
      fc.property(merchants, rules, fc.nat(), sales, (merchant, rules, without, sale) => {
        const fewer = rules.filter((_, at) => at !== without % rules.length);
        const feeBy = (rules: readonly RuleMapping[]) => quoting(withRules(merchant, rules))(sale).fee;

        expect(feeBy(rules).lessThanOrEqualTo(feeBy(fewer))).toBe(true);
      }),
      runs,
    );
  });

  test('give the same fee in any order', () => {
    fc.assert(
      fc.property(merchants, rules, sales, (merchant, rules, sale) => {
        const feeBy = (rules: readonly RuleMapping[]) => quoting(withRules(merchant, rules))(sale).fee;

        expect(feeBy([...rules].reverse()).equals(feeBy(rules))).toBe(true);
      }),
      runs,
    );
  });
});

describe('equal requests', () => {
  test('have equal quotes, independent of earlier requests', () => {
    fc.assert(
      fc.property(merchants, sales, sales, (merchant, sale, another) => {
        const ask = quoting(merchant);
        const alone = explain(quoting(merchant)(sale));

        for (const before of [another, sale, another]) {
          ask(before);
          expect(explain(ask({ ...sale }))).toEqual(alone);
        }
      }),
      runs,
    );
  });

  test('have equal quotes by MID and by name', () => {
    fc.assert(
      fc.property(merchants, sales, (merchant, sale) => {
        const ask = quoting(merchant);

        expect(explain(ask(sale, '700100'))).toEqual(explain(ask(sale, 'alpha')));
      }),
      runs,
    );
  });
});

function expectMoreForMore(ask: Ask, sale: SaleCase, one: number, other: number): void {
  const { totalAmount: _, ...alone } = sale;
  const feeOf = (amount: number) => ask({ ...alone, amount }).fee;

  expect(feeOf(Math.min(one, other)).lessThanOrEqualTo(feeOf(Math.max(one, other)))).toBe(true);
}

/** The limits of one of the bands, in cents. */
function bandOf({ pricing }: MerchantMapping, which: number): readonly [above: number, upTo: number] {
  const ends = pricing.model === 'bands' ? pricing.bands.map(({ upTo }) => upTo) : [];
  const cents = ends.map((end) => (end === undefined ? 10_000_000 : Math.round(Number(end) * 100)));
  const at = which % cents.length;

  return [cents[at - 1] ?? -1, cents[at] ?? 0];
}

function withRules(merchant: MerchantMapping, rules: readonly RuleMapping[]): MerchantMapping {
  const { rules: _, ...eligibility } = merchant.eligibility ?? {};
  return { ...merchant, eligibility: { ...eligibility, ...(rules.length > 0 ? { rules } : {}) } };
}

// The law that each way to write a place has the same fee.

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
