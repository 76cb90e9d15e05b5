/** Masks what must never be shown: card numbers (document 1.4), tokens, and values whose names say that they are secret. */
import { cardNumbersAcross, maskDigits, maskWhole } from './card-numbers.ts';
import { isSecretName } from './secret-names.ts';

const HIDDEN = '(not shown)';
const CARD_TOKEN = '(a card token)';

/** Any text: of more than 8 digits only the first six are shown, of a token nothing. */
export function maskText(text: string): string {
  return maskDigits(maskTokens(text));
}

/** An `sTxId` or `mTxId`: it may consist of digits, so that only card numbers are masked. */
export function maskIdentifier(text: string): string {
  return OWN_STXID.test(text) ? text : maskDigits(maskTokens(text), 'identifier');
}

/** A header's value. Versions and addresses of machines stay as they are. */
export function maskHeader(name: string, value: string): string {
  return isSecretName(name) ? HIDDEN : maskDigits(maskTokens(value), 'header');
}

/** The query of an address. */
export function maskQuery(query: string): string {
  const shown = query.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=');

    return value.length > 0 && isSecretName(decoded(name)) ? `${name}=${HIDDEN}` : pair;
  });

  return maskText(shown.join('&'));
}

/** A text with addresses: logins and secret parameters are hidden, tokens and card numbers masked. */
export function maskAddresses(text: string): string {
  const hidden = text
    .replaceAll(/\/\/[^\s/@'"]{1,1000}@/g, `//${HIDDEN}@`)
    .replaceAll(/(?<![^\s'"(])[^\s:/@'"()]{1,200}:[^\s@'"]{1,1000}@(?=[^\s'"])/g, `${HIDDEN}@`)
    .replaceAll(/([?&;#])([^\s=&;#'"]{1,100})=[^\s&;#'"]{1,1000}/g, (pair, start: string, name: string) =>
      isSecretName(decoded(name)) ? `${start}${name}=${HIDDEN}` : pair,
    );

  return maskDigits(maskTokens(hidden), 'identifier');
}

/** A body that is no JSON, or only the beginning of one. */
export function maskBodyText(text: string): string {
  let masked = '';
  let end = 0;
  for (const { 0: found, index, groups = {} } of text.matchAll(NAME)) {
    const from = index + found.length;
    const name = groups['quoted'] ?? groups['bare'] ?? '';
    if (index < end || !isMasked(name)) continue;
    const pattern = name === 'nicn' ? SHORT_VALUE : VALUE;
    pattern.lastIndex = from;
    const value = pattern.exec(text)?.[0];
    const shown = value === undefined ? undefined : maskMember(name, value);
    if (value === undefined || shown === undefined) continue;
    masked += text.slice(end, from) + shown;
    end = from + value.length;
  }

  return maskText(masked + text.slice(end));
}

/** A name, as in JSON or in a form, with what separates it from its value. */
const NAME =
  /(?:(?<quote>["'])(?<quoted>[^"'\\]{1,100})\k<quote>|(?<![\w-])(?<bare>[\w-]{1,100}))\s{0,100}[:=]\s{0,100}/g;

/** A value, as far as it goes: a text may lack its end. The first alternative is what a mask looks like. */
const VALUE = /"?\([a-z ]+\)"?|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^"'\s,;&}\][{<][^\s,;&}\]<]*/sy;

/** The beginning of one that may stay as it is, and is then read again: without a bound time would grow faster than the text. */
const SHORT_VALUE =
  /"?\([a-z ]{1,200}\)"?|"(?:[^"\\]|\\.){0,200}"?|'(?:[^'\\]|\\.){0,200}'?|[^"'\s,;&}\][{<][^\s,;&}\]<]{0,200}/sy;

function isMasked(name: string): boolean {
  return name === 'cardToken' || name === 'nicn' || isSecretName(name);
}

/** What to show in place of a value; undefined where it is no secret. */
function maskMember(name: string, value: string): string | undefined {
  const quote = /^["']/.exec(value)?.[0] ?? '"';
  if (value === 'null') return undefined;
  if (name === 'cardToken') return `${quote}${CARD_TOKEN}${quote}`;
  if (isSecretName(name)) return `${quote}${HIDDEN}${quote}`;
  const masked = name === 'nicn' ? maskWhole(value) : value;

  return masked === value ? undefined : `${quote}${masked}${quote}`;
}

/**
 * A value as JSON has it, with its texts, numbers and names masked.
 *
 * @param name of the field that holds it
 * @throws RangeError where it is nested too deep
 */
export function maskValue(value: unknown, name = ''): unknown {
  if (value === null || value === undefined) return value;
  if (name === 'cardToken') return CARD_TOKEN;
  if (isSecretName(name)) return HIDDEN;
  if (typeof value === 'string') return maskField(value, name);
  if (typeof value === 'number') return maskNumber(value, name);
  if (Array.isArray(value)) return maskSplit(value).map((item) => maskValue(item, name));
  if (typeof value !== 'object') return value;

  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [maskText(member), maskValue(inner, member)]),
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

/** An entry of digits alone: too few for a card number, but maybe some of one. */
function isPiece(entry: unknown): boolean {
  return (
    (typeof entry === 'string' || typeof entry === 'number') &&
    /^\s{0,9}\p{Nd}{1,8}\s{0,9}$/u.test(String(entry))
  );
}

/** Fields that may consist of digits, and fields of US dollars. */
const IDENTIFIERS: ReadonlySet<string> = new Set(['sTxId', 'mTxId']);
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'totalAmount', 'transactionFee']);

function maskField(text: string, name: string): string {
  if (name === 'nicn') return maskTokens(maskWhole(text));

  return IDENTIFIERS.has(name) ? maskIdentifier(text) : maskText(text);
}

/** The form of the mock's own sTxIds, in which there may be many digits in a row. */
const OWN_STXID = /^(?=.*[a-f])[0-9a-f]{32}$/;

function maskNumber(value: number, name: string): number | string {
  const text = String(value);
  if (AMOUNTS.has(name) && !Number.isInteger(value)) return value;
  const masked = maskDigits(text, AMOUNTS.has(name) || IDENTIFIERS.has(name) ? 'identifier' : 'header');

  return masked === text ? value : masked;
}

/** Words with the characters of a JWT. */
const WORD = /[\w.-]+/g;

/** A JWT, wherever one stands in a text. */
function maskTokens(text: string): string {
  return text.includes('eyJ') ? text.replace(WORD, maskTokenIn) : text;
}

/** The JWT of a word begins in the first part that looks like a header and has a part behind it. */
function maskTokenIn(word: string): string {
  const parts = word.split('.');
  let before = 0;
  for (const [index, part] of parts.entries()) {
    const at = part.search(/(?<![\p{L}_])eyJ[\w-]{4}/u);
    if (at >= 0 && (parts[index + 1] ?? '') !== '') return `${word.slice(0, before + at)}(a token)`;
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
