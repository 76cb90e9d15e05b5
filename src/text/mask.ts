/** Masks card numbers (document 1.4), tokens and values of fields with secret names. */
import { cardNumbersAcross, maskDigits, maskWhole } from './card-numbers.ts';
import { isSecretName } from './secret-names.ts';

const HIDDEN = '(not shown)';
const CARD_TOKEN = '(a card token)';

/** Shows the first six of more than 8 digits; hides tokens. */
export function maskText(text: string): string {
  return maskDigits(maskTokens(text));
}

/** Masks an `sTxId` or `mTxId`: it can consist of digits, so only card numbers are masked. */
export function maskIdentifier(text: string): string {
  return OWN_STXID.test(text) ? text : maskDigits(maskTokens(text), 'identifier');
}

/** Masks a header value; leaves versions and network addresses unchanged. */
export function maskHeader(name: string, value: string): string {
  return isSecretName(name) ? HIDDEN : maskDigits(maskTokens(value), 'header');
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
export function maskAddresses(text: string): string {
  const hidden = text
    .replaceAll(/\/\/[^\s/@'"]{1,1000}@/g, `//${HIDDEN}@`)
    .replaceAll(/(?<![^\s'"(])[^\s:/@'"()]{1,200}:[^\s@'"]{1,1000}@(?=[^\s'"])/g, `${HIDDEN}@`)
    .replaceAll(/([?&;#])([^\s=&;#'"]{1,100})=[^\s&;#'"]{1,1000}/g, (pair, start: string, name: string) =>
      isSecretName(decoded(name)) ? `${start}${name}=${HIDDEN}` : pair,
    );

  return maskDigits(maskTokens(hidden), 'identifier');
}

/** Masks a body that is truncated JSON or another format. */
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
function maskMember(name: string, value: string): string | undefined {
  const quote = /^["']/.exec(value)?.[0] ?? '"';
  if (value === 'null') return undefined;
  if (name === 'cardToken') return `${quote}${CARD_TOKEN}${quote}`;
  if (isSecretName(name)) return `${quote}${HIDDEN}${quote}`;
  const masked = name === 'nicn' ? maskWhole(value) : value;

  return masked === value ? undefined : `${quote}${masked}${quote}`;
}

/**
 * Masks the strings, numbers and names in a JSON value.
 *
 * @param name name of the field with this value
 * @throws RangeError if the value is nested too deeply
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

function maskField(text: string, name: string): string {
  if (name === 'nicn') return maskTokens(maskWhole(text));

  return IDENTIFIERS.has(name) ? maskIdentifier(text) : maskText(text);
}

/** The form of the mock's sTxIds, which can contain many consecutive digits. */
const OWN_STXID = /^(?=.*[a-f])[0-9a-f]{32}$/;

function maskNumber(value: number, name: string): number | string {
  const text = String(value);
  if (AMOUNTS.has(name) && !Number.isInteger(value)) return value;
  const masked = maskDigits(text, AMOUNTS.has(name) || IDENTIFIERS.has(name) ? 'identifier' : 'header');

  return masked === text ? value : masked;
}

/** Words of characters that occur in a JWT. */
const WORD = /[\w.-]+/g;

/** Replaces JWTs in a text. */
function maskTokens(text: string): string {
  return text.includes('eyJ') ? text.replace(WORD, maskTokenIn) : text;
}

/** A JWT begins at the first part that looks like a header and is followed by another part. */
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
