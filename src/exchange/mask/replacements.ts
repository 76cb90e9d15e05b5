/** Replaces card numbers, JWTs and other secrets by texts of the same form, so that equal stays equal. */
import { createHmac } from 'node:crypto';
import { hasCheckDigit, isCardNumber, longNumbersIn } from '../../text/card-brands.ts';
import { replaceDigits, toAscii } from '../../text/digits.ts';
import type { MaskStyle } from '../../text/hide-secrets.ts';
import { decoded, decodedFully } from '../../text/percent.ts';
import { remember } from '../../text/remember.ts';
import { type Claims, claimsOf, namingClaims, stableClaims } from '../merchant.ts';
import { replaceCharacters } from './replace-characters.ts';

/** The leading digits that stay: 8 of a whole card number, as many as a service may receive, otherwise 6. */
const SHOWN = { card: 8, other: 6, fewestOfCard: 13, mostOfCard: 19 } as const;

/** Separates the words of a credential or cookie. */
const BETWEEN = /([;,="'&|]+)/;

const SCHEME = /^\s*(?:bearer|basic|digest|dpop|hoba|mutual|negotiate|ntlm|oauth|token|apikey)\s+/i;

/** A text that replaces a credential already. */
const PLACEHOLDER = /(redacted|masked|hidden|removed|filtered|secret|token|x{5,})/i;

/** A word with fewer letters and digits could be guessed from its form. */
const FEWEST_LETTERS = 4;

/**
 * Makes the replacements of one recording.
 *
 * @param merchants names that stay where a claim of a token is one of them
 */
export function createReplacements(key: string, merchants: ReadonlySet<string>): MaskStyle {
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('hex');

  const hashed = (text: string) =>
    hash(text)
      .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
      .slice(0, 12);

  const word = (text: string): string => {
    if (isJwt(text)) return token(text);
    const isForm = /^[\x20-\x7e]*$/.test(text) && lettersIn(text) >= FEWEST_LETTERS;
    if (isForm || /^[\d\s.-]*$/.test(text)) return replaceCharacters(text, key);

    return hashed(text);
  };

  /** @param layers of percent-encoding that are decoded */
  const piece = (text: string, layers = 2): string => {
    const plain = layers === 0 ? text : decoded(text);
    if (plain !== text) return encodeURIComponent(piece(plain, layers - 1).toWellFormed());

    return /%[\da-f]{2}/i.test(text) ? hashed(text) : words(text);
  };

  const words = (text: string): string => {
    const count = lettersIn(text);
    if (/^[\d\s.-]*$/.test(text) && count >= SHOWN.fewestOfCard && count <= SHOWN.mostOfCard)
      return digits(text);

    return alternate(text, /(\s+)/, word);
  };

  const secret = (value: string): string => {
    const scheme = SCHEME.exec(value)?.[0];
    if (scheme === undefined) return alternate(value, BETWEEN, (part) => piece(part));
    const unless = (part: string) => (lettersIn(part) === 0 ? part : piece(part));
    const part = (text: string) => alternate(text, BETWEEN, unless);

    return (
      scheme +
      alternate(value.slice(scheme.length), /(\s+)/, (text) =>
        isJwt(text) ? token(text) : alternate(text, PLACEHOLDER, part),
      )
    );
  };

  const token = (text: string): string => {
    const claims = claimsOf(text);
    if (claims === undefined) return `eyJ${replaceCharacters(text.slice(3), key)}`;
    const masked = {
      ...namingClaims(claims, merchants),
      masked: hash(stableClaims(claims)).slice(0, 24),
      ...timesOf(claims),
      jti: hash(text).slice(0, 24),
    };

    return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(masked)}.`;
  };

  const digits = (number: string): string => {
    const plain = replaceDigits(number, toAscii, (between) => decodedFully(between).replaceAll(/%../g, ' '));
    const all = plain.replaceAll(/\D/g, '');
    const shown = all.slice(0, all.length >= SHOWN.fewestOfCard ? SHOWN.card : SHOWN.other);
    const sought = checkDigitsOf(plain, all);
    const rest = replaceCharacters(
      all.slice(shown.length),
      key,
      (candidate) => checkDigitsOf(withDigits(plain, shown + candidate), shown + candidate) === sought,
    );

    return withDigits(number, shown + rest);
  };

  const remembered = { digits: remember(digits), token: remember(token), secret: remember(secret) };

  return { ...remembered, cardToken: remembered.secret, quote: '' };
}

/** Whether the first part is a JSON object, whatever the others are. */
function isJwt(text: string): boolean {
  const [header = '', ...others] = text.split('.');

  return (
    others.length > 0 &&
    /^[\w-]+=*$/.test(header) &&
    Buffer.from(header, 'base64url').toString().trimStart().startsWith('{')
  );
}

/** Changes every second part: those between the separators. */
function alternate(text: string, separators: RegExp, change: (part: string) => string): string {
  return text
    .split(separators)
    .map((part, at) => (at % 2 === 1 || part === '' ? part : change(part)))
    .join('');
}

function lettersIn(text: string): number {
  return text.match(/[0-9A-Za-z]/g)?.length ?? 0;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The times of a token, in seconds since 1970. A value beyond all dates is left out: it may be another number. */
function timesOf(claims: Claims): Claims {
  const times = ['iat', 'exp', 'nbf'].map((name) => [name, claims[name]] as const);

  return Object.fromEntries(times.filter(([, time]) => typeof time === 'number' && time > 0 && time < 1e10));
}

const MOST_GROUPS = 8;

/** Which groups of digits have a check digit and the prefix of a card brand: a judge must find the same groups. */
function checkDigitsOf(text: string, all: string): string {
  const hasCheck = `${all.length <= SHOWN.mostOfCard && hasCheckDigit(all)}`;
  // No card is written in so many groups, and no other digits would have the same check digits in all of them.
  if (all.length > 4 * SHOWN.mostOfCard || (text.match(/\d+/g)?.length ?? 0) > MOST_GROUPS) return hasCheck;
  const found = longNumbersIn(text).map(
    ({ digits, groups, before }) => `${before}${groups.join('-')}${isCardNumber(digits)}`,
  );

  return `${hasCheck} ${found.join(' ')}`;
}

/** The text with other digits, each in the script or escape of the one that it replaces. */
function withDigits(text: string, digits: string): string {
  let at = 0;

  return replaceDigits(text, (old) => {
    const digit = Number(digits[at++] ?? 0);
    if (old.length > 2) return old.slice(0, -1) + digit;

    return String.fromCodePoint((old.codePointAt(0) ?? 0) - Number(toAscii(old)) + digit);
  });
}
