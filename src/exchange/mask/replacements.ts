/** Replaces card numbers, JWTs and other secrets by those of a keyed hash: the form stays, and equal stays equal. */
import { createHash, createHmac } from 'node:crypto';
import { hasCheckDigit, isCardNumber, longNumbersIn } from '../../text/card-brands.ts';
import { countDigits } from '../../text/digits.ts';
import type { MaskStyle } from '../../text/mask.ts';
import { decoded } from '../../text/percent.ts';
import { remember } from '../../text/remember.ts';
import { type Claims, claimsOf, namingClaims, stableClaims } from '../merchant.ts';

/** The leading digits that stay: 8 of a whole card number, as many as a service may receive, otherwise 6. */
const SHOWN = { card: 8, other: 6 } as const;
const CARD_DIGITS = { least: 13, most: 19 } as const;

const SCHEME = /^\s*(?:bearer|basic|digest|dpop|hoba|mutual|negotiate|ntlm|oauth|token|apikey)\s+/i;

/** A card number in groups, or a word of a credential or cookie. */
const WORD = /(?<![^\s;,="'&|])\d(?:[\s.-]{0,3}\d){12,18}(?![^\s;,="'&|])|[^\s;,="'&|]+/g;

/** A text that replaces a credential already. It stays, so that a judge sees that the source did not show one. */
const PLACEHOLDER = /(redacted|masked|hidden|removed|filtered|secret|token|x{5,})/i;

/** Layers of percent-encoding that are decoded. */
const LAYERS = 2;

/** Far more tries than needed if one number in ten has the check digits that are sought. */
const MOST_TRIES = 2_000;

/** No card is written in more, and no other digits would have the same check digits in all of them. */
const LONGEST_TRIED = { digits: 64, groups: 8 } as const;

/**
 * Makes the replacements of one recording.
 *
 * @param merchants names that stay where a claim of a token is one of them
 */
export function createReplacements(key: string, merchants: ReadonlySet<string>): MaskStyle {
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('hex').slice(0, 24);

  /** Replaces ASCII digits by digits and ASCII letters by letters of the same case, and keeps everything else. */
  const replaced = (text: string, attempt = 0): string => {
    const bytes = createHash('shake256', { outputLength: 2 * text.length + 2 })
      .update(`${key} ${attempt} ${text}`)
      .digest();
    let at = 0;
    const other = text.replaceAll(/[0-9A-Za-z]/g, (letter) => {
      const number = bytes.readUInt16LE(2 * at++);
      if (letter <= '9') return String(number % 10);
      const lower = ((number % 26) + 10).toString(36);

      return letter < 'a' ? lower.toUpperCase() : lower;
    });

    return other === text && at > 0 ? replaced(text, attempt + 1) : other;
  };

  const word = (text: string, layers: number): string => {
    const plain = layers === 0 ? text : decoded(text);
    if (plain !== text) return encodeURIComponent(secret(plain, layers - 1).toWellFormed());
    if (isJwt(text)) return token(text);
    const count = /^[\d\s.-]*$/.test(text) ? countDigits(text) : 0;
    if (count >= CARD_DIGITS.least && count <= CARD_DIGITS.most) return digits(text);
    // Other characters, and an encoding that is none, would be shown.
    return /^[\x21-\x7e]*$/.test(text) && !/%[\da-f]{2}/i.test(text)
      ? replaced(text)
      : hash(text).replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
  };

  const secret = (value: string, layers = LAYERS): string => {
    const scheme = SCHEME.exec(value)?.[0];
    if (scheme === undefined) return value.replaceAll(WORD, (each) => word(each, layers));
    const credential = (text: string) =>
      isJwt(text)
        ? token(text)
        : text
            .split(PLACEHOLDER)
            .map((part, at) => (at % 2 === 0 ? part.replaceAll(WORD, (each) => word(each, layers)) : part))
            .join('');

    return scheme + value.slice(scheme.length).replaceAll(/\S+/g, credential);
  };

  const token = (text: string): string => {
    const claims = claimsOf(text);
    if (claims === undefined) return `eyJ${replaced(text.slice(3))}`;
    const masked = {
      ...namingClaims(claims, merchants),
      masked: hash(stableClaims(claims)),
      ...timesOf(claims),
      jti: hash(text),
    };

    return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(masked)}.`;
  };

  /** Keeps the beginning and the check digits, so that a judge finds the same numbers. */
  const digits = (number: string): string => {
    const all = number.replaceAll(/\D/g, '');
    const shown = all.slice(0, all.length >= CARD_DIGITS.least ? SHOWN.card : SHOWN.other);
    const sought = checkDigitsOf(number);
    let candidate = number;
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      candidate = withDigits(number, shown + replaced(all.slice(shown.length), attempt));
      if (candidate !== number && (sought === undefined || checkDigitsOf(candidate) === sought)) break;
    }

    return candidate;
  };

  const remembered = remember((value) => secret(value));

  return { digits: remember(digits), token: remember(token), secret: remembered, cardToken: remembered };
}

/** Whether the first part is a JSON object, whatever the others are. */
function isJwt(text: string): boolean {
  const [header = '', ...others] = text.split('.');
  const isBase64 = others.length > 0 && /^[\w-]+=*$/.test(header);

  return isBase64 && Buffer.from(header, 'base64url').toString().trimStart().startsWith('{');
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The times of a token, in seconds since 1970. A value beyond all dates is left out: it may be another number. */
function timesOf(claims: Claims): Claims {
  const times = ['iat', 'exp', 'nbf'].map((name) => [name, claims[name]] as const);

  return Object.fromEntries(times.filter(([, time]) => typeof time === 'number' && time > 0 && time < 1e10));
}

/** Which groups of digits have a check digit and the prefix of a card brand; undefined where that is not kept. */
function checkDigitsOf(text: string): string | undefined {
  const all = text.replaceAll(/\D/g, '');
  if (all.length > LONGEST_TRIED.digits || text.split(/\D+/).length > LONGEST_TRIED.groups) return undefined;
  const found = longNumbersIn(text).map(({ digits, groups }) => `${groups.join('-')}${isCardNumber(digits)}`);

  return `${all.length <= CARD_DIGITS.most && hasCheckDigit(all)} ${found.join(' ')}`;
}

function withDigits(text: string, digits: string): string {
  let at = 0;

  return text.replaceAll(/\d/g, () => digits.charAt(at++));
}
