/** Hides the secrets of a text other than card numbers, plain or percent-encoded. */
import { maskWhole } from './card-numbers.ts';
import { findSecrets, type TextKind } from './find-secrets.ts';
import { decoded } from './percent.ts';

/** The replacements of masked texts. */
export interface MaskStyle {
  /** Of a number that may be a card number, with its separators. */
  readonly digits?: (number: string) => string;
  /** Of a JWT. */
  readonly token: (token: string) => string;
  /** Of the value of a field, parameter or login. */
  readonly secret: (value: string) => string;
  readonly cardToken: (value: string) => string;
  /** Added around the mask of a value without quotation marks. */
  readonly quote: '"' | '';
}

/** Layers of percent-encoding that are decoded. */
const ENCODINGS = 2;

interface Hidden {
  readonly text: string;
  readonly kind: TextKind;
  readonly style: MaskStyle;
  /** Layers of percent-encoding to decode. */
  readonly layers?: number;
}

type TextChange = (rest: string) => string;

/** Hides all secrets except card numbers, and changes the texts between them. */
export function hideSecrets({ text, kind, style, layers = ENCODINGS }: Hidden, change: TextChange): string {
  const secrets = findSecrets(text, kind).map(({ from, to, name, isMember }) => {
    const quote = isMember || kind === 'body' ? style.quote : '';

    return { from, to, text: maskMember(name, text.slice(from, to), quote, style) };
  });

  return applyEdits(text, secrets, (rest) =>
    applyEdits(
      rest,
      layers === 0 ? [] : encodedSecrets({ text: rest, kind, style, layers: layers - 1 }, change),
      (plain) => hideTokens(plain, style, change),
    ),
  );
}

/** A part of an address, or any other word. */
const PART = /(?:\((?:not shown|a token|a card token)\)|[^\s&=?#/;,"'<>])+/g;
/** Of another script than Latin. */
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/u;
const ENCODED = /%[\da-f]{2}/i;

/** Percent-encoded parts with secrets. Card numbers are found without decoding, across parts. */
function encodedSecrets({ text, style, layers = 0 }: Hidden, change: TextChange): readonly TextEdit[] {
  if (!text.includes('%') || !ENCODED.test(text)) return [];

  return [...text.matchAll(PART)].flatMap(({ 0: part, index }) => {
    if (!ENCODED.test(part)) return [];
    const plain = decodedEach(part);
    const inner = { text: plain, kind: 'address', style, layers } as const;
    if (!/%25%/.test(part) && !FOREIGN_DIGIT.test(plain) && hideSecrets(inner, (rest) => rest) === plain)
      return [];
    const masked = hideSecrets(inner, change);
    if (masked === plain) return [];

    return [{ from: index, to: index + part.length, text: encodedAs(part, masked, style) }];
  });
}

/** Decodes a part; only its ASCII characters where the encoding is not UTF-8. */
function decodedEach(part: string): string {
  const whole = decoded(part);
  if (whole !== part) return whole;

  return part.replaceAll(/%(?!25)([0-7][\da-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Encodes the characters that were encoded in the part, except masks for people. */
function encodedAs(part: string, text: string, { digits }: MaskStyle): string {
  const kept = decoded(part) === part ? part : part.replaceAll('%', '');
  const encode = (plain: string) =>
    plain
      .toWellFormed()
      .replaceAll(/[^\w.~!*'()-]/gu, (letter) =>
        kept.includes(letter) ? letter : encodeURIComponent(letter),
      );
  if (digits !== undefined) return encode(text);

  return text
    .split(/(\((?:not shown|a token|a card token)\)|…\(\d{1,9} digits\))/)
    .map((plain, at) => (at % 2 === 0 ? encode(plain) : plain))
    .join('');
}

/** The replacement of the value of a field, or of a login. */
function maskMember(name: string, value: string, otherwise: string, style: MaskStyle): string {
  const quote = /^\\{0,4}["']/.exec(value)?.[0] ?? otherwise;
  const inner = value.replaceAll(/^\\{0,4}["']|\\{0,4}["']$/g, '');
  const masked =
    name === 'nicn'
      ? maskWhole(inner, style.digits)
      : name === 'cardToken'
        ? style.cardToken(inner)
        : style.secret(inner);

  return quote + masked + quote;
}

/** Words of characters that occur in a JWT. */
const WORD = /[\w.-]+/g;

/** Replaces JWTs in a text, and changes the texts between them. */
export function hideTokens(text: string, style: MaskStyle, change: TextChange): string {
  if (!text.includes('eyJ')) return change(text);
  const tokens = [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const at = startOfToken(word);
    const edit = { from: index + (at ?? 0), to: index + word.length, text: '' };

    return at === undefined ? [] : [{ ...edit, text: style.token(word.slice(at)) }];
  });

  return applyEdits(text, tokens, change);
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
