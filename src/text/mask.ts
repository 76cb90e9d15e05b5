/** Masks card numbers (document 1.4), tokens and values of fields with secret names: one scanner for all texts. */
import { countDigits, type DigitContext, digitRuns, withPlainDigits } from './digits.ts';
import { findSecrets, isSecretName, type TextKind } from './find-secrets.ts';
import { decoded } from './percent.ts';

/** The replacements of what is masked. */
export interface MaskStyle {
  /** Of a number that may be a card number, with its separators. */
  readonly digits: (number: string) => string;
  /** Of a JWT. */
  readonly token: (token: string) => string;
  /** Of the value of a field, parameter or login. */
  readonly secret: (value: string) => string;
  readonly cardToken: (value: string) => string;
}

/** Masks for people, which name the kind of secret, and show the first six of more than 8 digits. */
export const NOTES: MaskStyle = {
  digits: (number) => `${number.replaceAll(/[^0-9]/g, '').slice(0, 6)}…(${countDigits(number)} digits)`,
  token: () => '(a token)',
  secret: () => '(not shown)',
  cardToken: () => '(a card token)',
};

const NOTE = String.raw`\((?:not shown|a token|a card token)\)`;

/** How a text is masked. */
interface MaskReading {
  readonly style: MaskStyle;
  readonly kind: TextKind;
  readonly digits: DigitContext;
  /** Layers of percent-encoding that are decoded. */
  readonly layers: number;
}

/** Masks card numbers, JWTs and other secrets in a text. */
export function maskText(text: string, style: MaskStyle = NOTES, digits: DigitContext = 'text'): string {
  return mask(text, { style, kind: 'text', digits, layers: 2 }, maskNamed);
}

/** Masks a body that is truncated JSON or another format. */
export function maskBodyText(text: string, style: MaskStyle = NOTES): string {
  return mask(text, { style, kind: 'body', digits: 'text', layers: 2 }, maskNamed);
}

/** The form of the mock's sTxIds, which can contain many consecutive digits. */
const OWN_STXID = /^(?=.*[a-f])[0-9a-f]{32}$/;

/** Masks an `sTxId` or `mTxId`: it can consist of digits, so only card numbers and tokens are masked. */
export function maskIdentifier(text: string, style: MaskStyle = NOTES): string {
  if (OWN_STXID.test(text)) return text;

  return mask(text, { style, kind: 'text', digits: 'identifier', layers: 2 }, maskEncoded);
}

/** Masks a header value; leaves versions and network addresses unchanged. */
export function maskHeader(name: string, value: string, style: MaskStyle = NOTES): string {
  return isSecretName(name) ? style.secret(value) : maskText(value, style, 'header');
}

/** Masks the query of a URL. */
export function maskQuery(query: string, style: MaskStyle = NOTES): string {
  return maskText(`?${query}`, style).slice(1);
}

/** Masks a text with URLs, whose paths have identifiers. */
export function maskAddresses(text: string, style: MaskStyle = NOTES): string {
  return maskText(text, style, 'identifier');
}

/** Masks more than 8 digits of a whole value that is expected to be (the beginning of) a card number. */
export function maskWholeNumber(text: string, style: MaskStyle): string {
  const plain = withPlainDigits(text);

  return countDigits(plain) > 8 ? style.digits(plain) : text;
}

/** Digits are found as 0 to 9. A text without anything to mask stays as it is written. */
function mask(text: string, reading: MaskReading, first: typeof maskNamed): string {
  const plain = withPlainDigits(text);
  const masked = first(plain, reading);

  return masked === plain ? text : masked;
}

function maskNamed(text: string, reading: MaskReading): string {
  const { style, kind } = reading;
  const secrets = findSecrets(text, kind).map(({ from, to, name }) => {
    const [, quote = '', value = ''] =
      /^(\\{0,4}["']|)(.*?)(?:\\{0,4}["'])?$/s.exec(text.slice(from, to)) ?? [];
    const masked = name === 'cardToken' ? style.cardToken(value) : style.secret(value);

    return { from, to, text: quote + masked + quote };
  });

  return applyEdits(text, secrets, (rest) => maskEncoded(rest, reading));
}

/** A part of an address, or any other word. */
const PART = new RegExp(String.raw`(?:${NOTE}|[^\s&=?#/;,"'<>])+`, 'g');
const ENCODED = /%[\da-f]{2}/i;

/** Masks percent-encoded parts, then what stands between them. */
function maskEncoded(text: string, reading: MaskReading): string {
  const { layers, digits } = reading;
  const parts =
    layers === 0 || !ENCODED.test(text)
      ? []
      : [...text.matchAll(PART)].flatMap(({ 0: part, index }) => {
          if (!ENCODED.test(part)) return [];
          const plain = decodedPart(part);
          const masked = mask(plain, { ...reading, kind: 'text', layers: layers - 1 }, maskNamed);

          return {
            ...{ from: index, to: index + part.length },
            // Also where nothing is masked: the digits of escapes are no number.
            text: masked === plain ? part : encodedAs(part, masked),
          };
        });

  return applyEdits(text, parts, (rest) =>
    applyEdits(rest, tokensIn(rest, reading), (other) =>
      applyEdits(
        other,
        digitRuns(other, digits).map(({ from, to }) => ({
          ...{ from, to, text: reading.style.digits(other.slice(from, to)) },
        })),
      ),
    ),
  );
}

/** Decodes a part; only its ASCII characters where the encoding is not UTF-8. */
function decodedPart(part: string): string {
  const whole = decoded(part);
  if (whole !== part) return whole;

  return part.replaceAll(/%(?!25)([0-7][\da-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

const NOTES_IN_TEXT = new RegExp(String.raw`(${NOTE}|\d{0,6}…\(\d{1,9} digits\))`);

/** Encodes the characters that were encoded in the part, except masks for people. */
function encodedAs(part: string, text: string): string {
  const kept = decoded(part) === part ? part : part.replaceAll('%', '');
  const encode = (plain: string) =>
    plain
      .toWellFormed()
      .replaceAll(/[^\w.~!*'()-]/gu, (letter) =>
        kept.includes(letter) ? letter : encodeURIComponent(letter),
      );

  return text
    .split(NOTES_IN_TEXT)
    .map((plain, at) => (at % 2 === 0 ? encode(plain) : plain))
    .join('');
}

/** JWTs, in words of characters that occur in one. */
function tokensIn(text: string, { style }: MaskReading): readonly TextEdit[] {
  if (!text.includes('eyJ')) return [];

  return [...text.matchAll(/[\w.-]+/g)].flatMap(({ 0: word, index }) => {
    const at = startOfToken(word);
    if (at === undefined) return [];

    return { from: index + at, to: index + word.length, text: style.token(word.slice(at)) };
  });
}

/** A JWT begins at the first part that looks like a header and is followed by another part. */
function startOfToken(word: string): number | undefined {
  const parts = word.split('.');
  let before = 0;
  for (const [index, part] of parts.entries()) {
    const at = part.search(/(?<![\p{L}_])eyJ[\w-]{4}/u);
    if (at >= 0 && (parts[index + 1] ?? '') !== '') return before + at;
    before += part.length + 1;
  }

  return undefined;
}

export interface TextEdit {
  readonly from: number;
  readonly to: number;
  /** The replacement. */
  readonly text: string;
}

/**
 * @param edits from the left to the right
 * @param change changes the texts between the parts
 */
export function applyEdits(
  text: string,
  edits: readonly TextEdit[],
  change: (rest: string) => string = (rest) => rest,
): string {
  if (edits.length === 0) return change(text);
  let edited = '';
  let end = 0;
  for (const { from, to, text: replacement } of edits) {
    edited += change(text.slice(end, from)) + replacement;
    end = to;
  }

  return edited + change(text.slice(end));
}
