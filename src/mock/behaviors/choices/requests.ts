/** Choices about requests: missing headers, unknown and null fields, amounts, texts and sizes (section 8 has no limits). */
import { FIELD_TYPES } from '../../../contract/fields.gen.ts';
import { createFeeEngine } from '../../../engine/index.ts';
import { describeValue } from '../../../text/describe.ts';
import type { Behavior } from '../../behavior.ts';
import { refuseBecause } from '../../refusal.ts';
import type { Fields } from '../../request.ts';
import { handle } from '../../stages/handlers.ts';
import { mapFields, roundToCents, unknownFields, withoutNulls, withRequestedWith } from '../deviations.ts';
import { byOption, type ChoiceBehaviors, readAs, refuseFor } from './choice.ts';

const AMOUNTS = ['amount', 'totalAmount'];
const LISTS = ['campaign', 'data'];
const AUTH_CODE = ['authCode'];

/** What the usual rules of web application firewalls match. */
const ATTACK =
  /<\/?\s*(?:script|iframe|svg|img)|javascript:|\bunion\b.*\bselect\b|'\s*(?:or|and)\b.*=|;\s*(?:drop|delete)\b|\.\.\/|\$\{|\{\{|__proto__/i;

export const REQUEST_CHOICES = {
  'missing-x-requested-with': {
    // Before the stage, which names missing headers in a 415.
    take: () => ({ parse: (request, next) => next(withRequestedWith(request)) }),
  },
  'unknown-request-fields': { refuse: refuseFor(unknownFields) },
  'null-optional-fields': { ignore: readAs(withoutNulls) },
  'zero-amount': { refuse: refuseNumbers('more than 0 US dollars', (usd) => usd !== 0, ['amount']) },
  'amount-beyond-cents': {
    round: readAs((request, operation) =>
      operation === 'calculateFee' ? mapFields(request, withRoundedAmounts) : request,
    ),
    refuse: refuseNumbers('US dollars with at most two decimals', (usd) => roundToCents(usd) === usd),
  },
  'largest-amount': byOption('largest-amount', (most) =>
    refuseNumbers(`at most ${most} US dollars`, (usd) => usd <= Number(most)),
  ),
  trims: { trim: readAs((request) => mapFields(request, withTrimmedTexts)) },
  'other-countries': {
    price: () => ({ handle: priceAbroad }),
    refuse: refuseTexts('country 840', (country) => country === HOME, ['country']),
  },
  'equal-total': {
    refuse: refuseNumbers(
      ({ amount }) => `more than the amount, ${amount}`,
      (total, { amount }) => total !== amount,
      ['totalAmount'],
    ),
  },
  'largest-body': byOption('largest-body', (most) => refuseBodiesOver(Number(most))),
  'longest-mtxid': byOption('longest-mtxid', (most) =>
    refuseTexts(`at most ${most} characters`, isAtMost(most), ['mTxId']),
  ),
  'mtxid-characters': {
    plain: refuseTexts('ASCII letters, digits, dashes and underscores', (mTxId) => /^[\w-]+$/.test(mTxId), [
      'mTxId',
    ]),
    dashes: refuseTexts(
      'ASCII letters and digits, and dashes between them',
      (mTxId) => /^[a-z0-9]+(?:-+[a-z0-9]+)*$/i.test(mTxId),
      ['mTxId'],
    ),
  },
  'longest-text': byOption('longest-text', (most) =>
    refuseTexts(`at most ${most} characters`, isAtMost(most), LISTS),
  ),
  'longest-authcode': byOption('longest-authcode', (most) =>
    refuseTexts(`at most ${most} characters`, isAtMost(most), AUTH_CODE),
  ),
  'empty-texts': {
    refuse: refuseTexts('a text that is not empty', (text) => text !== ''),
    'refuse-blank': refuseTexts('a text that is not blank', (text) => text.trim() !== ''),
  },
  'control-characters': {
    'refuse-null': refuseTexts('a text without U+0000', (text) => !text.includes('\u0000')),
    refuse: refuseTexts('a text without control characters', (text) => !/\p{Cc}/u.test(text)),
  },
  'empty-lists': { refuse: refuseLists('at least one text', (texts) => texts.length > 0) },
  'repeated-texts': {
    refuse: refuseLists('different texts', (texts) => new Set(texts).size === texts.length),
  },
  'texts-beyond-bmp': {
    refuse: refuseTexts(
      'a text of the Basic Multilingual Plane',
      (text) => !/[\u{10000}-\u{10ffff}]/u.test(text),
    ),
  },
  'attack-like-texts': {
    refuse: refuseTexts('a text that does not look like an attack', (text) => !ATTACK.test(text)),
  },
  'most-texts': byOption('most-texts', (most) =>
    refuseLists(`at most ${most} texts`, (texts) => texts.length <= Number(most)),
  ),
} satisfies Partial<ChoiceBehaviors>;

/** What was expected in place of a value. */
type Expected = string | ((fields: Fields) => string);

function refuseNumbers(
  expected: Expected,
  isAccepted: (value: number, fields: Fields) => boolean,
  names: readonly string[] = AMOUNTS,
) {
  return refuseValues(
    expected,
    names,
    (value, fields) => typeof value !== 'number' || isAccepted(value, fields),
  );
}

/** Also each text of a list. */
function refuseTexts(
  expected: string,
  isAccepted: (text: string) => boolean,
  names: readonly string[] = [...LISTS, ...AUTH_CODE],
) {
  return refuseValues(expected, names, (value) => typeof value !== 'string' || isAccepted(value));
}

function refuseLists(expected: string, isAccepted: (texts: readonly unknown[]) => boolean) {
  return refuseValues(expected, LISTS, (value) => !Array.isArray(value) || isAccepted(value));
}

/** Refuses fields of these names, or texts in their lists. Values of other types are refused by the contract. */
function refuseValues(
  expected: Expected,
  names: readonly string[],
  isAccepted: (value: unknown, fields: Fields) => boolean,
): () => Behavior {
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

/** @param most in characters */
function isAtMost(most: string): (text: string) => boolean {
  return (text) => [...text].length <= Number(most);
}

const HOME = '840';

function isAbroad(country: unknown): country is string {
  return typeof country === 'string' && country !== HOME;
}

/** Prices a call with another country as if the merchant charged in every country. */
const priceAbroad: NonNullable<Behavior['handle']> = (fields, next, call) => {
  if (call.operation !== 'calculateFee' || !isAbroad(fields['country'])) return next(fields);
  const { merchant } = call.context;
  const everywhere = { ...merchant, eligibility: { ...merchant.eligibility, countries: undefined } };

  return handle(fields, { ...call, context: { ...call.context, engine: createFeeEngine(everywhere) } });
};

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
function refuseBodiesOver(most: number): () => Behavior {
  return () => ({
    parse(request, next) {
      const size = Buffer.byteLength(request.body ?? '');
      if (size <= most) return next(request);

      return refuseBecause('body-too-large', `the body: expected at most ${most} bytes, got ${size}`);
    },
  });
}
