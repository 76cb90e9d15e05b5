/** Choices about requests: missing headers, unknown and null fields, amounts, texts and sizes (section 8 has no limits). */
import { FIELD_TYPES } from '../../../contract/fields.gen.ts';
import { createFeeEngine } from '../../../engine/index.ts';
import { describeValue } from '../../../text/describe.ts';
import type { Behavior } from '../../behavior.ts';
import { refuseBecause } from '../../refusal.ts';
import type { Fields, MerchantCall } from '../../request.ts';
import type { HandlerOutcome } from '../../response.ts';
import { handle } from '../../stages/handlers.ts';
import { mapFields, roundToCents, unknownFields, withoutNulls, withRequestedWith } from '../deviations.ts';
import { type ChoiceBehaviors, readAs, refuseFor } from './choice.ts';

const AMOUNTS = ['amount', 'totalAmount'];
const LISTS = ['campaign', 'data'];
const TEXTS = [...LISTS, 'authCode'];

const HOME = '840';

/** What the usual rules of web application firewalls match. */
const ATTACK =
  /<\/?\s*(?:script|iframe|svg|img)|javascript:|\bunion\b.*\bselect\b|'\s*(?:or|and)\b.*=|;\s*(?:drop|delete)\b|\.\.\/|\$\{|\{\{|__proto__/i;

export const REQUEST_CHOICES = {
  'missing-x-requested-with': {
    // Before the stage, which names missing headers in a 415.
    take: { parse: (request, next) => next(withRequestedWith(request)) },
  },
  'unknown-request-fields': { refuse: refuseFor(unknownFields) },
  'null-optional-fields': { ignore: readAs(withoutNulls) },
  'zero-amount': { refuse: refuseNumbers(['amount'], 'more than 0 US dollars', (usd) => usd !== 0) },
  'amount-beyond-cents': {
    round: readAs((request, operation) =>
      operation === 'calculateFee' ? mapFields(request, withRoundedAmounts) : request,
    ),
    refuse: refuseNumbers(
      AMOUNTS,
      'US dollars with at most two decimals',
      (usd) => roundToCents(usd) === usd,
    ),
  },
  'largest-amount': (most) =>
    refuseNumbers(AMOUNTS, `at most ${most} US dollars`, (usd) => usd <= Number(most)),
  trims: { trim: readAs((request) => mapFields(request, withTrimmedTexts)) },
  'other-countries': {
    price: { handle: priceAbroad },
    refuse: refuseTexts(['country'], `country ${HOME}`, (country) => country === HOME),
  },
  'equal-total': {
    refuse: refuseNumbers(
      ['totalAmount'],
      ({ amount }) => `more than the amount, ${amount}`,
      (total, { amount }) => total !== amount,
    ),
  },
  'largest-body': (most) => refuseBodiesOver(Number(most)),
  'longest-mtxid': (most) => refuseLongerThan(most, ['mTxId']),
  'longest-text': (most) => refuseLongerThan(most, LISTS),
  'longest-authcode': (most) => refuseLongerThan(most, ['authCode']),
  'mtxid-characters': {
    plain: refuseTexts(['mTxId'], 'ASCII letters, digits, dashes and underscores', /^[\w-]+$/),
    dashes: refuseTexts(
      ['mTxId'],
      'ASCII letters and digits, and dashes between them',
      /^[a-z0-9]+(?:-+[a-z0-9]+)*$/i,
    ),
  },
  'empty-texts': {
    refuse: refuseTexts(TEXTS, 'a text that is not empty', (text) => text !== ''),
    'refuse-blank': refuseTexts(TEXTS, 'a text that is not blank', /\S/),
  },
  'control-characters': {
    'refuse-null': refuseTexts(TEXTS, 'a text without U+0000', (text) => !text.includes('\u0000')),
    refuse: refuseTexts(TEXTS, 'a text without control characters', /^\P{Cc}*$/u),
  },
  'texts-beyond-bmp': {
    refuse: refuseTexts(TEXTS, 'a text of the Basic Multilingual Plane', /^[^\u{10000}-\u{10ffff}]*$/u),
  },
  'attack-like-texts': {
    refuse: refuseTexts(TEXTS, 'a text that does not look like an attack', (text) => !ATTACK.test(text)),
  },
  'empty-lists': { refuse: refuseLists('at least one text', (texts) => texts.length > 0) },
  'repeated-texts': {
    refuse: refuseLists('different texts', (texts) => new Set(texts).size === texts.length),
  },
  'most-texts': (most) => refuseLists(`at most ${most} texts`, (texts) => texts.length <= Number(most)),
} satisfies Partial<ChoiceBehaviors>;

/** What was expected in place of a value. */
type Expected = string | ((fields: Fields) => string);

function refuseNumbers(
  names: readonly string[],
  expected: Expected,
  isAccepted: (value: number, fields: Fields) => boolean,
) {
  return refuseValues(
    names,
    expected,
    (value, fields) => typeof value !== 'number' || isAccepted(value, fields),
  );
}

/** Also each text of a list. */
function refuseTexts(
  names: readonly string[],
  expected: string,
  accepted: RegExp | ((text: string) => boolean),
) {
  const isAccepted = accepted instanceof RegExp ? (text: string) => accepted.test(text) : accepted;

  return refuseValues(names, expected, (value) => typeof value !== 'string' || isAccepted(value));
}

/** @param most in characters */
function refuseLongerThan(most: string, names: readonly string[]) {
  return refuseTexts(names, `at most ${most} characters`, (text) => [...text].length <= Number(most));
}

function refuseLists(expected: string, isAccepted: (texts: readonly unknown[]) => boolean) {
  return refuseValues(LISTS, expected, (value) => !Array.isArray(value) || isAccepted(value));
}

/** Refuses fields of these names, or texts in their lists. Values of other types are refused by the contract. */
function refuseValues(
  names: readonly string[],
  expected: Expected,
  isAccepted: (value: unknown, fields: Fields) => boolean,
): Behavior {
  return refuseFor((fields, operation) =>
    names
      .filter((name) => Object.hasOwn(FIELD_TYPES[operation], name))
      .flatMap((name) => [
        { name, pointer: `/${name}`, value: fields[name] },
        ...[fields[name]].flatMap((list) =>
          Array.isArray(list) ? list.map((value, at) => ({ name, pointer: `/${name}/${at}`, value })) : [],
        ),
      ])
      .filter(({ value }) => !isAccepted(value, fields))
      .map(({ name, pointer, value }) => ({
        section: operation === 'calculateFee' ? '2.1' : '2.3',
        ...{ pointer, expected: typeof expected === 'string' ? expected : expected(fields) },
        got: Array.isArray(value) ? String(value.length) : describeValue(value, { name }),
      })),
  );
}

/** Prices a call with another country as if the merchant charged in every country. */
function priceAbroad(
  fields: Fields,
  next: (fields: Fields) => Promise<HandlerOutcome>,
  call: MerchantCall,
): Promise<HandlerOutcome> {
  const { country } = fields;
  if (call.operation !== 'calculateFee' || typeof country !== 'string' || country === HOME)
    return next(fields);
  const { merchant } = call.context;
  const everywhere = { ...merchant, eligibility: { ...merchant.eligibility, countries: undefined } };

  return handle(fields, { ...call, context: { ...call.context, engine: createFeeEngine(everywhere) } });
}

/** In lists too, as frameworks trim every input. */
function withTrimmedTexts(fields: Fields): Fields {
  const trim = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(trim) : typeof value === 'string' ? value.trim() : value;

  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, trim(value)]));
}

function withRoundedAmounts(fields: Fields): Fields {
  const rounded = AMOUNTS.flatMap((name) => {
    const usd = fields[name];

    return typeof usd === 'number' ? [[name, roundToCents(usd)]] : [];
  });

  return { ...fields, ...Object.fromEntries(rounded) };
}

/** @param most in bytes */
function refuseBodiesOver(most: number): Behavior {
  return {
    parse(request, next) {
      const size = Buffer.byteLength(request.body ?? '');
      if (size <= most) return next(request);

      return refuseBecause('body-too-large', `the body: expected at most ${most} bytes, got ${size}`);
    },
  };
}
