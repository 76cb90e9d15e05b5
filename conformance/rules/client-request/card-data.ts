/** The rules on card data: no text of a request is a card number, or looks like one. */
import { FIELD_TYPES } from '../../../src/contract/fields.gen.ts';
import { type Call, digitsOfNicn } from '../../../src/exchange/call.ts';
import { hasLongNumber, type LongNumber, lengthsFrom } from '../../../src/text/card-brands.ts';
import { parseJsonObject } from '../../../src/text/json-object.ts';
import {
  CLIENT_HOLDS,
  type ClientFinding,
  clientRule,
  clientViolation,
  unclear,
} from '../../rule/client-rule.ts';
import { findMember } from '../../rule/client-texts.ts';

export const neverSendsCardNumber = clientRule({
  id: 'client-request/never-sends-card-number',
  section: '1.4',
  title: 'no field, header or address holds the whole number of the card whose first digits are in nicn',
  fix: 'Remove the card number from the request: the service never receives more than its first 8 digits. Use an order number as mTxId, and cardToken for a tokenization key.',
  example: { wrong: '"data":["4242 4242 4242 4242"]', right: '"data":["coupon-7"]' },

  judge(call, { longTexts, given }) {
    const nicn = digitsOfNicn(call.fields);
    if (!/^[0-9]{6}/.test(nicn)) return undefined;
    const texts = longTexts(call);
    if (texts.length === 0) return CLIENT_HOLDS;
    const start = nicn.slice(0, /^[0-9]{6,8}$/.test(nicn) ? 8 : 6);
    const six = Number(start.slice(0, 6));
    for (const { where, text } of texts) {
      const isCard = hasLongNumber(
        text,
        (number) =>
          number.digits.startsWith(start) && !isComposed(number, start) && given(text) === undefined,
        (firstSix) => firstSix === six,
      );
      if (isCard) return clientViolation('no card number anywhere in the request', `one in ${where}`);
    }

    return CLIENT_HOLDS;
  },
});

/** The nicn and something else, such as a time: 424242-1700000000. No card number is written so. */
function isComposed({ groups: [first, ...others] }: LongNumber, { length }: string): boolean {
  return first === length && others.some((group) => group !== first);
}

export const looksFreeOfCardData = clientRule({
  id: 'client-request/looks-free-of-card-data',
  section: '1.4',
  title:
    'nothing in a request looks like a card number, and no field is named for one or for a security code',
  fix: 'Remove the value, or use an identifier that cannot be taken for a card number, such as one with letters.',
  example: { wrong: '{"sTxId":"4f3a…","cvv":"123"}', right: '{"sTxId":"4f3a…","authCode":"A1B2C3"}' },

  judge(call, { source, longTexts, given }) {
    const named = fieldNamedForCardData(call);
    if (named !== undefined)
      return clientViolation('no field for a card number or a security code', `the field ${named}`);
    const texts = longTexts(call);
    if (texts.length === 0) return CLIENT_HOLDS;
    const nicn = digitsOfNicn(call.fields);
    const own = nicn.length === 6 ? Number(nicn) : undefined;
    let doubt: ClientFinding | undefined;
    for (const { where, text, isIdentifier, isMadeUp } of texts) {
      if (isMadeUp) continue;
      const isCard = hasLongNumber(
        text,
        ({ digits, before, groups }) =>
          !(isIdentifier && isMadeOfNumbers(groups)) &&
          before !== '+' &&
          !(nicn.length >= 6 && digits.startsWith(nicn.slice(0, 8))),
        (firstSix, length) =>
          length >= SHORTEST && firstSix !== own && lengthsFrom(Math.floor(firstSix / 100)).includes(length),
      );
      if (!isCard || given(text) !== undefined) continue;
      // The service may have given it before the recording began.
      const mayBeGiven = source === 'recording' && where === 'the field sTxId';
      const found = mayBeGiven ? unclear : clientViolation;
      const finding = found('nothing that looks like a card number', `one in ${where}`);
      if (finding.kind === 'violation') return finding;
      doubt = finding;
    }

    return doubt ?? CLIENT_HOLDS;
  },
});

/** Most shorter numbers are product codes (EAN-13) and times in milliseconds; no card in use has 13 digits. */
const SHORTEST = 14;

/** One in ten identifiers of 17 to 19 digits has a valid check digit; nearly all cards have 16 digits or fewer. */
const LONGEST_IDENTIFIED = 16;

/** Cards are written in groups of 4 to 8 digits; an identifier may join a time of 13 digits and a counter. */
const LONGEST_GROUP = 8;

/** Whether groups of these lengths are those of an identifier rather than of a card. */
function isMadeOfNumbers(groups: readonly number[]): boolean {
  const [length = 0] = groups;

  return groups.length === 1 ? length > LONGEST_IDENTIFIED : groups.some((each) => each > LONGEST_GROUP);
}

/** In lower case, without dashes and underscores. */
const NUMBERS = new Set(['pan', 'cardnumber', 'cardno', 'cardnum', 'creditcardnumber', 'ccnumber', 'ccnum']);
const CODES = new Set(['cvv', 'cvv2', 'cvc', 'cvc2', 'csc', 'securitycode', 'cardsecuritycode', 'cardcode']);

function fieldNamedForCardData({ fields }: Call): string | undefined {
  return findMember(fields, (name, value) => {
    if (!Object.hasOwn(FIELD_TYPES.calculateFee, name) && isCardData(name, value)) return name;
    // An object may stand in a text, such as an entry of `data`.
    const inner = typeof value === 'string' && value.startsWith('{') ? parseJsonObject(value) : undefined;

    return inner && findMember(inner, (name, value) => (isCardData(name, value) ? name : undefined));
  });
}

function isCardData(name: string, value: unknown): boolean {
  const key = name.toLowerCase().replaceAll(/[-_]/g, '');
  if (CODES.has(key)) return /^\s*[0-9]{3,4}\s*$/.test(String(value));

  // The last four digits of a card may be sent, as may the first eight.
  return NUMBERS.has(key) && String(value).replaceAll(/[^0-9]/g, '').length > 8;
}
