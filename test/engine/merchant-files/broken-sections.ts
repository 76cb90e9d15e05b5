/** Merchant files with problems in cards, eligibility, multiPay, regions or rounding. */
import {
  A_PERCENTAGE,
  A_PREFIX,
  BROKEN_MERCHANTS,
  type BrokenFile,
  broken,
  SHOP,
  shopWith,
} from './broken-merchants.ts';
import { BROKEN_PRICES } from './broken-prices.ts';

const KIND = 'expected one of credit, debit, prepaid, commercial, government, unknown';
const EFFECT = 'expected one of prohibit, cap-at-share, cap-at-cost, cap-at-share-or-cost';
const BRAND =
  'expected one of visa, mastercard, american-express, diners-club, discover, troy, jcb, unionpay, naranja, verve, maestro, elo, mir, hiper, hipercard, unknown';
const COUNTRY = 'expected an ISO 3166-1 numeric country code as a string, such as "840"';
const STATE = 'expected the two capital letters of a state or province, such as "AZ"';
const DAY = 'expected a day of the calendar, such as 2026-01-31';
const RULE = `${SHOP}.eligibility.rules[0]`;

function ruled(...rules: readonly string[]): string {
  return shopWith(`eligibility: { rules: [${rules.map((rule) => `{ ${rule} }`).join(', ')}] }`);
}

/** @param keys added to valid ones */
function rule(keys: string): string {
  return ruled(`name: one, effect: prohibit, source: a law, ${keys}`);
}

const SECTIONS = broken({
  'sections without a value': [
    shopWith('cards: , regions: , eligibility: ~, multiPay: null, rounding: '),
    `${SHOP}.cards: expected a mapping, got nothing`,
    `${SHOP}.regions: expected a mapping, got nothing`,
    `${SHOP}.eligibility: expected a mapping, got nothing`,
    `${SHOP}.multiPay: expected a mapping, got nothing`,
    `${SHOP}.rounding: expected a mapping, got nothing`,
  ],
  'misspelt keys in every section': [
    shopWith(
      'cards: { kind: test-cards }, regions: { unassignedZips: refuse }, eligibility: { rule: illustrative }, multiPay: { caps: each }, rounding: { decimal: 2 }',
    ),
    `${SHOP}.cards.kind: unknown key, the nearest known one is kinds`,
    `${SHOP}.regions.unassignedZips: unknown key, the nearest known one is unassignedZip`,
    `${SHOP}.eligibility.rule: unknown key, the nearest known one is rules`,
    `${SHOP}.multiPay.caps: unknown key, the nearest known one is cap`,
    `${SHOP}.rounding.decimal: unknown key, the nearest known one is decimals`,
  ],
  'unknown values of multiPay': [
    shopWith('multiPay: { fixed: share, cap: 1 }'),
    `${SHOP}.multiPay.fixed: expected one of each, shared, got "share", the nearest is shared`,
    `${SHOP}.multiPay.cap: expected one of each, shared, got 1`,
  ],
  'an unknown rounding mode': [
    shopWith('rounding: { mode: halfup }'),
    `${SHOP}.rounding.mode: expected one of half-up, half-even, half-down, up, down, got "halfup", the nearest is half-up`,
  ],
  'decimals in quotes': [
    shopWith('rounding: { decimals: "2" }'),
    `${SHOP}.rounding.decimals: expected a whole number from 0 to 6, got "2"`,
  ],
  'too many decimals': [
    shopWith('rounding: { decimals: 7 }'),
    `${SHOP}.rounding.decimals: expected a whole number from 0 to 6, got 7`,
  ],
  'a fraction of a decimal': [
    shopWith('rounding: { decimals: 0.5 }'),
    `${SHOP}.rounding.decimals: expected a whole number from 0 to 6, got 0.5`,
  ],
  'an unknown value of unassignedZip': [
    shopWith('regions: { unassignedZip: refused }'),
    `${SHOP}.regions.unassignedZip: expected one of price, refuse, got "refused", the nearest is refuse`,
  ],
  'entries of waivedBy that are a number, blank, or duplicates': [
    shopWith('eligibility: { waivedBy: [STAFF, 5, " ", STAFF] }'),
    `${SHOP}.eligibility.waivedBy[1]: expected a string that is not empty, such as "waive-surcharge", got 5`,
    `${SHOP}.eligibility.waivedBy[2]: expected a string that is not empty, such as "waive-surcharge", got " "`,
    `${SHOP}.eligibility.waivedBy[3]: expected one that is not there already, got "STAFF"`,
  ],
  'a string instead of the list waivedBy': [
    shopWith('eligibility: { waivedBy: waive-surcharge }'),
    `${SHOP}.eligibility.waivedBy: expected a list of at least one, got "waive-surcharge"`,
  ],
  'an unknown name of a shipped table': [
    shopWith('cards: { kinds: test-card }'),
    `${SHOP}.cards.kinds: expected a list or the word test-cards, got "test-card", the nearest is test-cards`,
  ],
  'a table of kinds without a value': [
    shopWith('cards: { kinds: }'),
    `${SHOP}.cards.kinds: expected a list or the word test-cards, got nothing`,
  ],
  'an empty table of kinds': [
    shopWith('cards: { kinds: [] }'),
    `${SHOP}.cards.kinds: expected a list of at least one, got an empty list`,
  ],
  'rows of kinds that are empty, misspelt, or have the prefix of another': [
    shopWith('cards: { kinds: [{}, { prefix: "4", kind: debt }, { prefix: "4", kind: debit }] }'),
    `${SHOP}.cards.kinds[0].prefix: ${A_PREFIX}, got nothing`,
    `${SHOP}.cards.kinds[0].kind: ${KIND}, got nothing`,
    `${SHOP}.cards.kinds[1].kind: ${KIND}, got "debt", the nearest is debit`,
    `${SHOP}.cards.kinds[2].prefix: expected a prefix that no row above has, got "4"`,
  ],
  'a kind in capitals': [
    shopWith('cards: { unknown: CREDIT }'),
    `${SHOP}.cards.unknown: ${KIND}, got "CREDIT", the nearest is credit`,
  ],
});

const RULES = broken({
  'an unknown name of shipped rules': [
    shopWith('eligibility: { rules: ilustrative }'),
    `${SHOP}.eligibility.rules: expected a list or the word illustrative, got "ilustrative", the nearest is illustrative`,
  ],
  'a rule instead of a list': [
    shopWith('eligibility: { rules: { name: one } }'),
    `${SHOP}.eligibility.rules: expected a list or the word illustrative, got a mapping`,
  ],
  'an empty rule': [
    ruled(''),
    `${RULE}.name: expected a string that is not empty, such as "arizona", got nothing`,
    `${RULE}: expected at least one of country, state, brand, kind, got none of them`,
    `${RULE}.source: expected a string that is not empty, such as "the law or the network rule", got nothing`,
    `${RULE}.effect: ${EFFECT}, got nothing`,
  ],
  'a misspelt effect': [
    ruled('name: one, source: a law, country: "840", effect: prohibt'),
    `${RULE}.effect: ${EFFECT}, got "prohibt", the nearest is prohibit`,
  ],
  'caps without a share': [
    ruled(
      'name: one, source: a law, country: "840", effect: cap-at-share',
      'name: two, source: a law, country: "840", effect: cap-at-share-or-cost',
    ),
    `${RULE}.percent: ${A_PERCENTAGE}, got nothing`,
    `${SHOP}.eligibility.rules[1].percent: ${A_PERCENTAGE}, got nothing`,
  ],
  'a share beside an effect that has none': [
    rule('country: "840", percent: "2"'),
    `${RULE}.percent: unknown key, known here: name, country, state, brand, kind, from, to, source, effect`,
  ],
  'a country without quotes': [rule('country: 840'), `${RULE}.country: ${COUNTRY}, got 840`],
  'a country in letters': [rule('country: US'), `${RULE}.country: ${COUNTRY}, got "US"`],
  'a country that does not exist': [rule('country: "999"'), `${RULE}.country: ${COUNTRY}, got "999"`],
  'a malformed country beside a state': [
    rule('country: USA, state: AZ'),
    `${RULE}.country: ${COUNTRY}, got "USA"`,
  ],
  'a territory instead of its country': [
    rule('country: "630"'),
    `${RULE}.country: expected "840", the country that PR is a state of, got "630"`,
  ],
  'a state without its country': [
    rule('state: AZ'),
    `${RULE}: expected country beside state, got state alone`,
  ],
  'a state in small letters': [
    rule('country: "840", state: co'),
    `${RULE}.state: ${STATE}, got "co", the nearest is CO`,
  ],
  'a state by its name': [rule('country: "840", state: Ohio'), `${RULE}.state: ${STATE}, got "Ohio"`],
  'a state that is a number': [rule('country: "840", state: 4'), `${RULE}.state: ${STATE}, got 4`],
  'a state of another country': [
    rule('country: "840", state: QC'),
    `${RULE}.state: expected a two-letter state or province of country 840, got "QC"`,
  ],
  'a state of a country whose states are not known': [
    rule('country: "056", state: BE'),
    `${RULE}.state: expected no state, since those of country 056 are not known, got "BE"`,
  ],
  'a misspelt brand': [rule('brand: vsa'), `${RULE}.brand: ${BRAND}, got "vsa", the nearest is visa`],
  'a misspelt kind': [
    rule('kind: pre-paid'),
    `${RULE}.kind: ${KIND}, got "pre-paid", the nearest is prepaid`,
  ],
  'a day that does not exist': [
    rule('country: "840", from: 2026-02-30'),
    `${RULE}.from: ${DAY}, got "2026-02-30"`,
  ],
  'a year and a timestamp instead of days': [
    rule('country: "840", from: 2026, to: 2026-01-31T00:00:00Z'),
    `${RULE}.from: ${DAY}, got 2026`,
    `${RULE}.to: ${DAY}, got "2026-01-31T00:00:00Z"`,
  ],
  'a rule that ends before it begins': [
    rule('country: "840", from: 2026-02-01, to: 2026-01-31'),
    `${RULE}.to: expected 2026-02-01, the first day, or later, got "2026-01-31"`,
  ],
  'two rules of one name': [
    ruled(
      'name: one, effect: prohibit, source: a law, kind: debit',
      'name: one, effect: prohibit, source: a law, kind: prepaid',
    ),
    `${SHOP}.eligibility.rules[1].name: expected a name that no row above has, got "one"`,
  ],
  'an empty list of countries': [
    shopWith('eligibility: { countries: [] }'),
    `${SHOP}.eligibility.countries: expected a list of at least one, got an empty list`,
  ],
  'a country instead of a list': [
    shopWith('eligibility: { countries: "840" }'),
    `${SHOP}.eligibility.countries: expected a list of at least one, got "840"`,
  ],
  'countries that are malformed or duplicates': [
    shopWith('eligibility: { countries: ["840", 124, ~, "840"] }'),
    `${SHOP}.eligibility.countries[1]: ${COUNTRY}, got 124`,
    `${SHOP}.eligibility.countries[2]: ${COUNTRY}, got nothing`,
    `${SHOP}.eligibility.countries[3]: expected one that is not there already, got "840"`,
  ],
});

export const BROKEN_SECTIONS: readonly BrokenFile[] = [...SECTIONS, ...RULES];

/** All broken merchant files that are valid YAML. */
export const BROKEN_VALUES: readonly BrokenFile[] = [
  ...BROKEN_MERCHANTS,
  ...BROKEN_PRICES,
  ...BROKEN_SECTIONS,
];
