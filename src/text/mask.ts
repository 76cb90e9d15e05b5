/** Masks card numbers (document 1.4), tokens and values of fields with secret names. */
import { cardNumbersAcross, type DigitContext, maskDigits, maskWhole } from './card-numbers.ts';
import { isSecretName } from './secret-names.ts';

const HIDDEN = '(not shown)';
const CARD_TOKEN = '(a card token)';

/** What takes the place of what is masked. */
export interface MaskStyle {
  /** Of a number that may be a card number, with its separators. */
  readonly digits?: (number: string) => string;
  /** Of a JWT. */
  readonly token: (token: string) => string;
  /** Of the value of a field, parameter or login. */
  readonly secret: (value: string) => string;
  readonly cardToken: (value: string) => string;
  /** The quotation mark of a value that had none. */
  readonly quote: '"' | '';
}

/** For people: says what was there, and the first six of more than 8 digits. */
const NOTES: MaskStyle = {
  token: () => '(a token)',
  secret: () => HIDDEN,
  cardToken: () => CARD_TOKEN,
  quote: '"',
};

/** Masks card numbers and JWTs in a text. */
export function maskText(text: string, style: MaskStyle = NOTES): string {
  return maskNumbers(maskTokens(text, style), 'text', style);
}

/** Masks an `sTxId` or `mTxId`: it can consist of digits, so only card numbers are masked. */
function maskIdentifierIn(text: string, style: MaskStyle): string {
  return OWN_STXID.test(text) ? text : maskNumbers(maskTokens(text, style), 'identifier', style);
}

export function maskIdentifier(text: string): string {
  return maskIdentifierIn(text, NOTES);
}

function maskNumbers(text: string, context: DigitContext, { digits }: MaskStyle): string {
  return maskDigits(text, context, digits && { replace: digits });
}

/** Masks a header value; leaves versions and network addresses unchanged. */
export function maskHeader(name: string, value: string, style: MaskStyle = NOTES): string {
  return isSecretName(name) ? style.secret(value) : maskNumbers(maskTokens(value, style), 'header', style);
}

/** Masks the query of a URL. */
export function maskQuery(query: string): string {
  const shown = query.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=');

    return value.length > 0 && isSecretName(decoded(name)) ? `${name}=${HIDDEN}` : pair;
  });

  return maskText(shown.join('&'));
}

/** Masks a text with URLs: hides logins and secret parameters, masks tokens and card numbers. */
export function maskAddresses(text: string, style: MaskStyle = NOTES): string {
  const hidden = text
    .replaceAll(/(?<=\/\/)[^\s/@'"]{1,1000}(?=@)/g, style.secret)
    .replaceAll(/(?<![^\s'"(])[^\s:/@'"()]{1,200}:(?!\/\/)[^\s@'"]{1,1000}(?=@[^\s'"])/g, style.secret)
    .replaceAll(
      /([?&;#])([^\s=&;#'"]{1,100})=([^\s&;#'"]{1,1000})/g,
      (pair, start: string, name: string, value: string) =>
        isSecretName(decoded(name)) ? `${start}${name}=${style.secret(value)}` : pair,
    );

  return maskNumbers(maskTokens(hidden, style), 'identifier', style);
}

/** Masks a body that is truncated JSON or another format. */
export function maskBodyText(text: string, style: MaskStyle = NOTES): string {
  let masked = '';
  let end = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(NAME)) {
    const from = index + found.length;
    const name = groups['quoted'] ?? groups['bare'] ?? '';
    if (index < end || !isMasked(name)) continue;
    const pattern = name === 'nicn' ? SHORT_VALUE : VALUE;
    pattern.lastIndex = from;
    const value = pattern.exec(text)?.[0];
    const shown = value === undefined ? undefined : maskMember(name, value, style);
    if (value === undefined || shown === undefined) continue;
    masked += text.slice(end, from) + shown;
    end = from + value.length;
  }

  return maskText(masked + text.slice(end), style);
}

/** A name in JSON or a form, with the separator after it. */
const NAME =
  /(?:(?<quote>["'])(?<quoted>[^"'\\]{1,100})\k<quote>|(?<![\w-])(?<bare>[\w-]{1,100}))\s{0,100}[:=]\s{0,100}/g;

/** A value, possibly truncated. The first alternative matches a mask. */
const VALUE = /"?\([a-z ]+\)"?|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^"'\s,;&}\][{<][^\s,;&}\]<]*/sy;

/** The start of a value that can remain and is then scanned again: the bound keeps the time linear. */
const SHORT_VALUE =
  /"?\([a-z ]{1,200}\)"?|"(?:[^"\\]|\\.){0,200}"?|'(?:[^'\\]|\\.){0,200}'?|[^"'\s,;&}\][{<][^\s,;&}\]<]{0,200}/sy;

function isMasked(name: string): boolean {
  return name === 'cardToken' || name === 'nicn' || isSecretName(name);
}

/** The replacement of a value; undefined if it is not a secret. */
function maskMember(name: string, value: string, style: MaskStyle): string | undefined {
  const quote = /^["']/.exec(value)?.[0] ?? style.quote;
  if (value === 'null') return undefined;
  const inner = value.replaceAll(/^["']|["']$/g, '');
  if (name === 'cardToken') return `${quote}${style.cardToken(inner)}${quote}`;
  if (isSecretName(name)) return `${quote}${style.secret(inner)}${quote}`;
  const masked = name === 'nicn' ? maskWhole(value, style.digits) : value;

  return masked === value ? undefined : `${quote}${masked}${quote}`;
}

/**
 * Masks the strings, numbers and names in a JSON value.
 *
 * @param name name of the field with this value
 * @param markNumber what stands for a masked number: a string, like any mask, unless the caller marks it
 * @throws RangeError if the value is nested too deeply
 */
export function maskValue(
  value: unknown,
  name = '',
  markNumber: (mask: string) => string = (mask) => mask,
): unknown {
  if (value === null || value === undefined) return value;
  if (name === 'cardToken') return CARD_TOKEN;
  if (isSecretName(name)) return HIDDEN;
  if (typeof value === 'string') return maskField(value, name);
  if (typeof value === 'number') return maskNumber(value, name, markNumber);
  if (Array.isArray(value)) return maskSplit(value).map((item) => maskValue(item, name, markNumber));
  if (typeof value !== 'object') return value;

  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [maskText(member), maskValue(inner, member, markNumber)]),
  );
}

/** Masks card numbers whose digits are split over several entries: the first entry shows the mask, the others `…`. */
function maskSplit(entries: readonly unknown[]): readonly unknown[] {
  const masked = [...entries];
  for (let from = 0, to = 0; from < entries.length; from = to + 1) {
    for (to = from; to < entries.length && isPiece(entries[to]); ) to++;
    for (const { first, last } of to - from < 2
      ? []
      : cardNumbersAcross(entries.slice(from, to).map(String))) {
      masked.fill('…', from + first, from + last + 1);
      masked[from + first] = maskWhole(entries.slice(from + first, from + last + 1).join(' '));
    }
  }

  return masked;
}

/** Whether an entry has only digits, which could be a piece of a card number. */
function isPiece(entry: unknown): boolean {
  return (
    (typeof entry === 'string' || typeof entry === 'number') &&
    /^\s{0,9}\p{Nd}{1,8}\s{0,9}$/u.test(String(entry))
  );
}

/** Fields that can consist of digits. */
const IDENTIFIERS: ReadonlySet<string> = new Set(['sTxId', 'mTxId']);
/** Fields in US dollars. */
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'totalAmount', 'transactionFee']);

/** Masks the string value of a field in JSON. */
export function maskField(text: string, name: string, style: MaskStyle = NOTES): string {
  if (name === 'cardToken') return style.cardToken(text);
  if (isSecretName(name)) return style.secret(text);
  if (name === 'nicn') return maskTokens(maskWhole(text, style.digits), style);

  return IDENTIFIERS.has(name) ? maskIdentifierIn(text, style) : maskText(text, style);
}

/** The form of the mock's sTxIds, which can contain many consecutive digits. */
const OWN_STXID = /^(?=.*[a-f])[0-9a-f]{32}$/;

function maskNumber(value: number, name: string, mark: (mask: string) => string): number | string {
  const text = String(value);
  const masked = maskNumberText(text, name);

  return masked === text ? value : mark(masked);
}

/** Masks the digits of a number in JSON. */
export function maskNumberText(text: string, name: string, style: MaskStyle = NOTES): string {
  if (AMOUNTS.has(name) && !Number.isInteger(Number(text))) return text;

  return maskNumbers(text, AMOUNTS.has(name) || IDENTIFIERS.has(name) ? 'identifier' : 'header', style);
}

/** Words of characters that occur in a JWT. */
const WORD = /[\w.-]+/g;

/** Replaces JWTs in a text. */
function maskTokens(text: string, style: MaskStyle): string {
  return text.includes('eyJ') ? text.replace(WORD, (word) => maskTokenIn(word, style)) : text;
}

/** A JWT begins at the first part that looks like a header and is followed by another part. */
function maskTokenIn(word: string, style: MaskStyle): string {
  const parts = word.split('.');
  let before = 0;
  for (const [index, part] of parts.entries()) {
    const at = part.search(/(?<![\p{L}_])eyJ[\w-]{4}/u);
    if (at >= 0 && (parts[index + 1] ?? '') !== '') {
      const start = before + at;

      return word.slice(0, start) + style.token(word.slice(start));
    }
    before += part.length + 1;
  }

  return word;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
