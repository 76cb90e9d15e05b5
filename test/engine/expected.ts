/** Calculates fees a second time, in fractions and as simply as possible. */

import illustrative from '../../fixtures/eligibility/illustrative.json' with { type: 'json' };
import { createFeeEngine, type Day, parseDay, type Quoted } from '../../src/engine/index.ts';
import {
  type MerchantMapping,
  type Mode,
  merchantOf,
  type PriceMapping,
  type PricingMapping,
  type RoundingMapping,
  type RuleMapping,
  type SaleCase,
} from './cases.ts';

interface Expected {
  readonly fee: Rational;
  readonly sum: Rational;
  readonly limits: readonly Rational[];
  /** The names of the rules in force. */
  readonly rules: readonly string[];
  /** Whether a fee may be charged. */
  readonly chargeable: boolean;
}

/** The price of one card and amount: percentages, fixed parts, and the merchant's own percentage beyond the cost. */
interface Parts {
  readonly percents: readonly string[];
  readonly fixed: readonly string[];
  readonly own?: string;
}

export function expectedOf(merchant: MerchantMapping, sale: SaleCase): Expected {
  const { pricing, multiPay = {}, eligibility = {} } = merchant;
  const kind = kindOf(merchant, sale.nicn);
  const rules = rulesOf(eligibility.rules).filter(
    (rule) => isAbout(rule, kind, sale) && isInForce(rule, sale.asOf),
  );
  const parts = partsOf(pricing, kind, multiPay.fixed === 'shared', sale);
  const { country = '840' } = sale.place;
  const abroad = eligibility.countries?.includes(country) === false;
  const waived = eligibility.waivedBy?.some((entry) => sale.data?.includes(entry)) === true;
  const names = rules.map(({ name }) => name);
  if (parts === undefined || abroad || waived || rules.some(({ effect }) => effect === 'prohibit')) {
    return { fee: ZERO, sum: ZERO, limits: [], rules: names, chargeable: false };
  }

  const amount = rationalOf(sale.amount);
  const whole = rationalOf(sale.totalAmount ?? sale.amount);
  const portion = compare(whole, ZERO) === 0 ? ONE : dividedBy(amount, whole);
  const fixed = times(total(parts.fixed.map(rational)), multiPay.fixed === 'shared' ? portion : ONE);
  const cost = plus(times(amount, total(parts.percents.map(percentage))), fixed);
  const sum = plus(cost, times(amount, percentage(parts.own ?? '0')));
  const { percent: capPercent, fixed: capFixed } = pricing.cap ?? {};
  const limits = [
    ...(capPercent === undefined ? [] : [times(amount, percentage(capPercent))]),
    ...(capFixed === undefined ? [] : [times(rational(capFixed), multiPay.cap === 'shared' ? portion : ONE)]),
    ...rules.map((rule) => limitOf(rule, amount, cost)),
  ];

  return {
    fee: rounded(least(sum, ...limits), merchant.rounding),
    sum,
    limits,
    rules: names,
    chargeable: true,
  };
}

function limitOf({ effect, percent = '0' }: RuleMapping, amount: Rational, cost: Rational): Rational {
  const share = times(amount, percentage(percent));
  if (effect === 'cap-at-share') return share;
  return effect === 'cap-at-cost' ? cost : most(share, cost);
}

function partsOf(
  pricing: PricingMapping,
  kind: string,
  bandByTotal: boolean,
  { amount, totalAmount, nicn }: SaleCase,
): Parts | undefined {
  switch (pricing.model) {
    case 'flat':
      return { percents: [], fixed: [pricing.fixed] };
    case 'percent-plus-fixed':
      return partsFrom(pricing);
    case 'bands': {
      const priced = rationalOf(bandByTotal ? (totalAmount ?? amount) : amount);
      return partsFrom(
        pricing.bands.find(({ upTo }) => upTo === undefined || compare(priced, rational(upTo)) <= 0),
      );
    }
    case 'tiered': {
      const ofKind = pricing.kinds?.find((row) => row.kind === kind)?.tier;
      const tier = longest(pricing.prefixes ?? [], nicn)?.tier ?? ofKind ?? pricing.default;
      return tier && { ...partsFrom(pricing[tier]), own: pricing.service?.percent ?? '0' };
    }
    case 'membership': {
      const { interchange, network, fixed } = pricing;
      const row = longest(interchange.rows, nicn) ?? interchange.default;
      return row && { percents: [row.percent, network.percent], fixed: [row.fixed, network.fixed, fixed] };
    }
    case 'interchange-plus': {
      const { interchange, network, markup, service } = pricing;
      const row = longest(interchange.rows, nicn) ?? interchange.default;
      return row && { ...partsFrom(row, network, markup), own: service.percent };
    }
  }
}

function partsFrom(...prices: readonly (PriceMapping | undefined)[]): Parts {
  const known = prices.filter((price) => price !== undefined);
  return { percents: known.map(({ percent }) => percent), fixed: known.map(({ fixed }) => fixed) };
}

function longest<Row extends { readonly prefix: string }>(rows: readonly Row[], nicn: string) {
  return rows
    .filter(({ prefix }) => nicn.startsWith(prefix))
    .reduce<Row | undefined>(
      (longest, row) => (row.prefix.length > (longest?.prefix.length ?? 0) ? row : longest),
      undefined,
    );
}

function kindOf({ cards }: MerchantMapping, nicn: string): string {
  return longest(cards?.kinds ?? [], nicn)?.kind ?? cards?.unknown ?? 'unknown';
}

function rulesOf(rules: readonly RuleMapping[] | 'illustrative' = []): readonly RuleMapping[] {
  return rules === 'illustrative' ? illustrative.rules : rules;
}

function isAbout(rule: RuleMapping, kind: string, { place, brand }: SaleCase): boolean {
  const { country = place.homeCountry, state = place.state, brand: its = brand, kind: ofKind = kind } = rule;
  return country === place.homeCountry && state === place.state && its === brand && ofKind === kind;
}

/** Days compare as strings. Without a day, the rules without an end are in force. */
function isInForce(
  { from = '0000-01-01', to = '9999-12-31' }: RuleMapping,
  asOf: string | undefined,
): boolean {
  return asOf === undefined ? to === '9999-12-31' : from <= asOf && asOf <= to;
}

// Calls the engine for the laws, and converts its decimals to fractions.

export type Ask = (sale: SaleCase, processor?: string) => Quoted;

/** Quotes sales of a merchant. @throws where the engine refuses one */
export function quoting(merchant: MerchantMapping): Ask {
  const engine = createFeeEngine(merchantOf(merchant));

  return ({ amount, totalAmount, nicn, place, asOf, data }, processor = 'alpha') => {
    const { region, country } = place;
    const quote = engine.quote({ amount, totalAmount, nicn, region, country, processor, data }, dayOf(asOf));
    if (quote.kind === 'refused') throw new Error(JSON.stringify(quote.reasons));
    return quote;
  };
}

/** Converted by its text, without the engine's arithmetic. */
export function exactly(decimal: { readonly toFixed: () => string }): Rational {
  return rational(decimal.toFixed());
}

function dayOf(text: string | undefined): Day | undefined {
  return text === undefined ? undefined : parseDay(text);
}

// Rounds fractions, independent of the engine.

/** @param value 0 or more */
export function rounded(
  { over, under }: Rational,
  { mode = 'half-up', decimals = 2 }: RoundingMapping = {},
): Rational {
  const scaled = over * tenTo(decimals);
  const below = scaled / under;
  const rest = scaled - below * under;

  return { over: rest === 0n ? below : between(mode, below, 2n * rest - under), under: tenTo(decimals) };
}

/** @param half negative, 0 or positive, where the rest is less than half a unit, exactly half or more */
function between(mode: Mode, below: bigint, half: bigint): bigint {
  const above = below + 1n;
  switch (mode) {
    case 'up':
      return above;
    case 'down':
      return below;
    case 'half-up':
      return half < 0n ? below : above;
    case 'half-down':
      return half > 0n ? above : below;
    case 'half-even':
      if (half === 0n) return below % 2n === 0n ? below : above;
      return half < 0n ? below : above;
  }
}

/** A rounded value with all its decimals, such as `2.50`. */
export function textOf({ over, under }: Rational): string {
  const decimals = String(under).length - 1;
  const digits = String(over).padStart(decimals + 1, '0');

  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

// Fractions of whole numbers, independent of the engine's arithmetic.

/** `over / under`, where `under` is above 0. Not reduced, so equal values may have different members. */
export interface Rational {
  readonly over: bigint;
  readonly under: bigint;
}

export const ZERO: Rational = { over: 0n, under: 1n };
export const ONE: Rational = { over: 1n, under: 1n };

const DECIMAL = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/;

/** The exact value of a decimal text such as `19.99` or `5e-324`. */
export function rational(text: string): Rational {
  const [, sign = '', whole = '', part = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  const places = part.length - Number(exponent);
  const digits = BigInt(sign + whole + part);

  return places < 0 ? { over: digits * tenTo(-places), under: 1n } : { over: digits, under: tenTo(places) };
}

/** The value that JSON shows: 19.99 is exactly 19.99. */
export function rationalOf(number: number): Rational {
  return rational(String(number));
}

/** 2.9 stands for 0.029. */
export function percentage(text: string): Rational {
  const { over, under } = rational(text);
  return { over, under: under * 100n };
}

export function plus(one: Rational, other: Rational): Rational {
  if (one.under === other.under) return { over: one.over + other.over, under: one.under };
  return { over: one.over * other.under + other.over * one.under, under: one.under * other.under };
}

export function minus(one: Rational, other: Rational): Rational {
  return plus(one, { over: -other.over, under: other.under });
}

export function times(one: Rational, other: Rational): Rational {
  return { over: one.over * other.over, under: one.under * other.under };
}

/** @param other above 0 */
export function dividedBy(one: Rational, other: Rational): Rational {
  return { over: one.over * other.under, under: one.under * other.over };
}

export function total(values: readonly Rational[]): Rational {
  return values.reduce(plus, ZERO);
}

/** Negative, 0 or positive, as `one` is less than, equal to or more than `other`. */
export function compare(one: Rational, other: Rational): number {
  const difference = one.over * other.under - other.over * one.under;
  return difference < 0n ? -1 : Number(difference > 0n);
}

export function least(first: Rational, ...others: readonly Rational[]): Rational {
  return others.reduce((least, other) => (compare(other, least) < 0 ? other : least), first);
}

export function most(first: Rational, ...others: readonly Rational[]): Rational {
  return others.reduce((most, other) => (compare(other, most) > 0 ? other : most), first);
}

/** Whether two values are less than `10 ** -places` apart. */
export function isNear(one: Rational, other: Rational, places: number): boolean {
  const { over, under } = minus(one, other);
  return (over < 0n ? -over : over) * tenTo(places) < under;
}

export function tenTo(places: number): bigint {
  return 10n ** BigInt(places);
}

// Checks the working of an example: each of its equations, exactly.

const NUMBER = '[0-9]+(?:\\.[0-9]+)?';
const EQUATION = new RegExp(`(${NUMBER}(?: [x/+-] ${NUMBER})+) = (${NUMBER})`, 'g');
/** `100.00 x 0.029 = 2.90, and 0.30 makes 3.20`, and the same with `fixed 0.30, together 3.20`. */
const ADDED = new RegExp(`= (${NUMBER}), (?:and|fixed) (${NUMBER})(?: makes|, together) (${NUMBER})`, 'g');

const OPERATIONS: Readonly<Record<string, (one: Rational, other: Rational) => Rational>> = {
  x: times,
  '/': dividedBy,
  '+': plus,
  '-': minus,
};

/** The equations that do not hold, as they are written. */
export function wrongEquations(working: string): readonly string[] {
  const equations = [...working.matchAll(EQUATION)].map(([text, left = '', right = '']) => ({
    text,
    holds: compare(evaluate(left), rational(right)) === 0,
  }));
  const additions = [...working.matchAll(ADDED)].map(([text, one = '', other = '', sum = '']) => ({
    text,
    holds: compare(plus(rational(one), rational(other)), rational(sum)) === 0,
  }));

  return [...equations, ...additions].filter(({ holds }) => !holds).map(({ text }) => text);
}

/** The result of a working: its last number outside brackets. */
export function resultOf(working: string): number {
  const numbers = working.replace(/\([^)]*\)/g, '').match(new RegExp(NUMBER, 'g')) ?? [];
  return Number(numbers.at(-1));
}

/** Calculates from left to right: no working has a product in a sum. */
function evaluate(left: string): Rational {
  const [first = '', ...rest] = left.split(' ');
  let value = rational(first);
  for (let at = 0; at < rest.length; at += 2) {
    const operation = OPERATIONS[rest[at] ?? ''];
    if (operation !== undefined) value = operation(value, rational(rest[at + 1] ?? ''));
  }
  return value;
}
