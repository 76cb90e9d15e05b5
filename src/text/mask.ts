/** Masks card numbers (document 1.4), tokens and values of fields with secret names. */
import { cardNumbersAcross, type DigitContext, maskDigits, maskWhole } from './card-numbers.ts';
import { isSecretName, isSecretParameter, type TextKind } from './find-secrets.ts';
import { applyEdits, hideSecrets, hideTokens, type MaskStyle } from './hide-secrets.ts';
import { decoded } from './percent.ts';

const HIDDEN = '(not shown)';
const CARD_TOKEN = '(a card token)';

/** Masks for people, which name the kind of secret, and show the first six of more than 8 digits. */
const NOTES: MaskStyle = {
  token: () => '(a token)',
  secret: () => HIDDEN,
  cardToken: () => CARD_TOKEN,
  quote: '"',
};

/** Masks card numbers, JWTs and other secrets in a text. */
export function maskText(text: string, style: MaskStyle = NOTES): string {
  return maskIn(text, { kind: 'text', digits: 'text' }, style);
}

/** Masks an `sTxId` or `mTxId`: it can consist of digits, so only card numbers and tokens are masked. */
function maskIdentifierIn(text: string, style: MaskStyle): string {
  if (OWN_STXID.test(text)) return text;
  const maskRest = (rest: string) => maskNumbers(rest, 'identifier', style);

  // A token may be percent-encoded.
  return text.includes('%')
    ? hideSecrets({ text, kind: 'text', style }, maskRest)
    : hideTokens(text, style, maskRest);
}

export function maskIdentifier(text: string): string {
  return maskIdentifierIn(text, NOTES);
}

function maskNumbers(text: string, context: DigitContext, { digits }: MaskStyle): string {
  return maskDigits(text, context, digits && { replace: digits });
}

/** Masks a header value; leaves versions and network addresses unchanged. */
export function maskHeader(name: string, value: string, style: MaskStyle = NOTES): string {
  if (isSecretName(name)) return style.secret(value);

  return maskIn(value, { kind: 'text', digits: 'header' }, style);
}

/** Masks the query of a URL. */
export function maskQuery(query: string, style: MaskStyle = NOTES): string {
  const secrets = [...query.matchAll(/(?<![^&])([^&=]{1,1000})=([^&]+)/g)].flatMap(
    ({ 0: { length }, 1: name = '', 2: value = '', index }) =>
      isSecretName(decoded(name)) || isSecretParameter(name)
        ? [{ from: index + length - value.length, to: index + length, text: style.secret(value) }]
        : [],
  );

  return applyEdits(query, secrets, (rest) => maskText(rest, style));
}

/** Masks a text with URLs: hides logins and secret parameters, masks tokens and card numbers. */
export function maskAddresses(text: string, style: MaskStyle = NOTES): string {
  return maskIn(text, { kind: 'address', digits: 'identifier' }, style);
}

/** Masks a body that is truncated JSON or another format. */
export function maskBodyText(text: string, style: MaskStyle = NOTES): string {
  return maskIn(text, { kind: 'body', digits: 'text' }, style);
}

interface TextReading {
  readonly kind: TextKind;
  readonly digits: DigitContext;
}

function maskIn(text: string, { kind, digits }: TextReading, style: MaskStyle): string {
  return hideSecrets({ text, kind, style }, (rest) => maskNumbers(rest, digits, style));
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
  if (name === 'nicn') return hideTokens(maskWhole(text, style.digits), style, (rest) => rest);

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
