/** Generates sales: amounts of every size and precision, a few cards and places, days near each other. */
import fc from 'fast-check';

/** A place as a request has it, with its country and state. */
export interface Place {
  readonly region: string;
  readonly country?: string;
  /** ISO 3166-1 numeric; a territory of the United States is in 840. */
  readonly homeCountry: string;
  readonly state?: string;
}

export interface SaleCase {
  readonly amount: number;
  readonly totalAmount?: number;
  readonly nicn: string;
  readonly brand: string;
  readonly place: Place;
  readonly asOf?: string;
  readonly data?: readonly string[];
}

/** Numbers of cents up to ten thousand dollars, as dollars. */
export const wholeCents = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100);

/** Amounts at which a band may end. */
export const borders = fc.constantFrom(0, 50, 50.01, 100);

export const amounts: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: wholeCents },
  // With percentages in halves, the fee often ends in half a cent.
  { weight: 2, arbitrary: fc.nat({ max: 400 }) },
  borders,
  // Finer than cents.
  fc
    .tuple(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom(1e3, 1e4, 1e8))
    .map(([units, places]) => units / places),
  // Sums as clients calculate them, with binary noise.
  fc.tuple(wholeCents, wholeCents, wholeCents).map(([one, two, three]) => one + two + three),
  fc.double({ min: 0, max: 10_000, noNaN: true }),
  // Near the largest exact number of cents, and above.
  fc.integer({ min: 0, max: 1e6 }).map((cents) => (1e15 - 5e5 + cents) / 100),
  fc.double({ min: 0, max: 1e25, noNaN: true }),
  // Tiny, and the limits of numbers.
  fc.double({ min: 0, max: 1e-9, noNaN: true }),
  fc.constantFrom(0, -0, 0.125, 1.005, 0.1 + 0.2, 1e13, 1e15, 1e21, Number.MIN_VALUE, Number.MAX_VALUE),
);

/** Few beginnings of cards, so that prefixes often match. */
const BRANDS: readonly (readonly [beginning: string, brand: string])[] = [
  ['4', 'visa'],
  ['51', 'mastercard'],
  ['9', 'unknown'],
];

export const brands = fc.constantFrom(...BRANDS.map(([, brand]) => brand));

const cards = fc
  .tuple(fc.constantFrom(...BRANDS), fc.stringMatching(/^[01]{7}$/), fc.constantFrom(6, 7, 8))
  .map(([[beginning, brand], digits, length]) => ({ nicn: (beginning + digits).slice(0, length), brand }));

export const prefixes = fc
  .tuple(fc.constantFrom('4', '4', '51', '9'), fc.stringMatching(/^[01]{0,6}$/), fc.nat({ max: 8 }))
  .map(([beginning, digits, length]) => (beginning + digits).slice(0, Math.max(1, length)));

const places: fc.Arbitrary<Place> = fc.constantFrom<Place[]>(
  { region: '85004', homeCountry: '840', state: 'AZ' },
  { region: 'us-co', homeCountry: '840', state: 'CO' },
  { region: 'OK', country: '840', homeCountry: '840', state: 'OK' },
  { region: '00901-1234', homeCountry: '840', state: 'PR' },
  { region: 'San Juan', country: '630', homeCountry: '840', state: 'PR' },
  { region: '00000', homeCountry: '840' },
  { region: 'ON', country: '124', homeCountry: '124', state: 'ON' },
  { region: 'H2X 1Y4', country: '124', homeCountry: '124', state: 'QC' },
  { region: 'Paris', country: '250', homeCountry: '250' },
);

/** Near the days on which the illustrative rules begin or end, and a few more for generated rules. */
export const days = fc.constantFrom(
  ...['2022-06-30', '2022-07-01', '2023-04-14', '2023-04-15', '2025-10-31', '2025-11-01'],
  ...['2026-01-30', '2026-01-31', '2026-02-01'],
);

/** The other parts of the total, often 0. */
const rests = fc.oneof(fc.constant(0), wholeCents, fc.double({ min: 0, max: 1e6, noNaN: true }));

/** Entries of `data`; merchant files may list one that waives the fee. */
const entries = fc.subarray(['COUPON10', 'STAFF', 'waive-surcharge']);

export const sales: fc.Arbitrary<SaleCase> = fc
  .record({
    amount: amounts,
    card: cards,
    place: places,
    asOf: fc.option(days),
    rest: fc.option(rests),
    data: fc.option(entries),
  })
  .map(({ amount, card, place, asOf, rest, data }) => ({
    amount,
    ...card,
    place,
    ...(asOf === null ? {} : { asOf }),
    ...(rest === null ? {} : { totalAmount: amount + rest }),
    ...(data === null ? {} : { data }),
  }));
