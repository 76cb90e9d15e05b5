/** Finds secrets by the text before them: logins of addresses, credentials, values of pairs and of JSON members whose names say so. */
import { maskWhole } from './card-numbers.ts';
import { decoded } from './percent.ts';

/**
 * How a text is read:
 * - `text`: any text. A pair has `=`, a JSON member quotation marks and `:`.
 * - `address`: a login may have no `//` before it.
 * - `body`: a pair may also have `:` and no quotation marks.
 */
export type TextKind = 'text' | 'address' | 'body';

export interface FoundSecret {
  readonly from: number;
  readonly to: number;
  /** Of the field or parameter; empty for a login or credential. */
  readonly name: string;
  /** Whether the name has quotation marks. */
  readonly isMember: boolean;
}

const LOGIN = /(?<=\/\/)[^\s/@'"]{1,1000}(?=@)/;
const BARE_LOGIN = /(?<![^\s'"(])[^\s:/@'"()]{1,200}:(?!\/\/)[^\s@'"]{1,1000}(?=@[^\s'"])/;

/** A word of prose, as in `Bearer authentication`, is short and has no digit. */
const CREDENTIAL =
  /(?<scheme>(?<!\w)(?:bearer|basic)\s{1,9})(?!eyJ[\w-]{4,}\.[\w.-])(?=[a-z._~+/-]{0,200}\d|[\w.~+/-]{20})[\w.~+/-]{8,}(?![\w.~+/-])=*(?![\w=])/;

/** A line of a head of HTTP, which a service may repeat; the line breaks may be escapes of JSON. */
const HEADER = /(?<=\r\n|\\{1,4}r\\{1,4}n)(?<header>[\w-]{1,100}):[ \t]{0,9}(?=\S)/;

const QUOTED = /\\{0,4}(?<quote>["'])(?<quoted>[^"'\\]{1,100})\\{0,4}\k<quote>/;
const BARE = /(?<![\w%.[\]-])(?<bare>[\w%.[\]-]{1,100})/;

const IN_TEXT = new RegExp(
  `${LOGIN.source}|${CREDENTIAL.source}|${HEADER.source}|(?:${QUOTED.source}\\s{0,100}[:=]|${BARE.source}=)\\s{0,100}`,
  'gi',
);
const IN_ADDRESS = new RegExp(`${BARE_LOGIN.source}|${IN_TEXT.source}`, 'gi');
const IN_BODY = new RegExp(
  `${LOGIN.source}|${CREDENTIAL.source}|${HEADER.source}|(?:${QUOTED.source}|${BARE.source})\\s{0,100}[:=]\\s{0,100}`,
  'gi',
);
const PATTERNS: Readonly<Record<TextKind, RegExp>> = { text: IN_TEXT, address: IN_ADDRESS, body: IN_BODY };

/** A value, possibly truncated. The first alternative matches a mask, the second a string of JSON in JSON. */
const VALUE =
  /"?\([a-z ]+\)"?|\\{1,4}"(?:[^"\\]|\\{1,4}[^"\\])*(?:\\{1,4}")?|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|(?:(?:bearer|basic) {1,9})?[^"'\s,;&}\][{<][^\s,;&}\]<]*/isy;

/** The start of a value that can remain and is then scanned again: the bound keeps the time linear. */
const SHORT_VALUE =
  /"?\([a-z ]{1,200}\)"?|"(?:[^"\\]|\\.){0,200}"?|'(?:[^'\\]|\\.){0,200}'?|[^"'\s,;&}\][{<][^\s,;&}\]<]{0,200}/sy;

/** The value of a parameter of an address. */
const PARAMETER = /\([a-z ]+\)|[^\s&;#'"<>\\]+/y;

/** The value of a header. */
const LINE = /[^\r\n\\"]+/y;

/** The replacement of a secret. */
const NO_SECRET = /^(?:|null|\\{0,4}["']?\((?:not shown|a token|a card token)\)\\{0,4}["']?)$/;

/** Finds secrets from the left to the right; none is within another. */
export function findSecrets(text: string, kind: TextKind): readonly FoundSecret[] {
  if (kind !== 'body' && !isSuspicious(text)) return [];
  const found: FoundSecret[] = [];
  let end = 0;
  for (const { 0: match, index, groups = {} } of text.matchAll(PATTERNS[kind])) {
    const { quoted, bare, header, scheme } = groups;
    const written = quoted ?? bare ?? header;
    const behind = index + match.length;
    if (index < end) continue;
    if (written === undefined) {
      found.push({ from: index + (scheme?.length ?? 0), to: behind, name: '', isMember: false });
      end = behind;
      continue;
    }
    const [, before = '', name = ''] = /^(.*[?&])?(.*)$/s.exec(decoded(written)) ?? [];
    const isParameter = before !== '' || /[?&]/.test(text.charAt(index - 1));
    if (!isMasked(name) && !(isParameter && isSecretParameter(name))) continue;
    const isHeader = header !== undefined;
    const to = endOfValue(
      text,
      behind,
      isHeader ? LINE : name === 'nicn' ? SHORT_VALUE : isParameter ? PARAMETER : VALUE,
    );
    const value = text.slice(behind, to);
    if (name === 'nicn' && maskWhole(value) === value) continue;
    end = to;
    if (NO_SECRET.test(value)) continue;
    found.push({ from: behind, to, name, isMember: quoted !== undefined });
  }

  return found;
}

/** Whether the text may contain a secret. Fast, also for long texts. */
function isSuspicious(text: string): boolean {
  return (
    text.includes('=') ||
    text.includes('@') ||
    /\r\n|\\r\\{1,4}n/.test(text) ||
    (text.includes(':') && /["']\s{0,9}:/.test(text)) ||
    SCHEME.test(text)
  );
}

const SCHEME = /\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC)\s/;

function isMasked(name: string): boolean {
  return name === 'cardToken' || name === 'nicn' || isSecretName(name);
}

/** Names of keys and signatures in addresses; a field `key` is mostly no secret. */
export function isSecretParameter(name: string): boolean {
  return name === 'key' || name === 'sig';
}

function endOfValue(text: string, from: number, pattern: RegExp): number {
  if (/[{[]/.test(text.charAt(from))) return endOfBrackets(text, from);
  for (const each of [pattern, VALUE]) {
    each.lastIndex = from;
    const value = each.exec(text)?.[0];
    if (value !== undefined) return from + value.length;
  }

  return from;
}

/** The end of an object or array of JSON, which may be truncated. */
function endOfBrackets(text: string, from: number): number {
  const pattern = /"(?:[^"\\]|\\.)*"?|[{}[\]]/gs;
  pattern.lastIndex = from;
  let depth = 0;
  for (let token = pattern.exec(text); token !== null; token = pattern.exec(text)) {
    if (/^[{[]/.test(token[0])) depth++;
    else if (/^[}\]]/.test(token[0])) depth--;
    if (depth === 0) return pattern.lastIndex;
  }

  return text.length;
}

/** Matches anywhere in a name, without case and separators: `X-Session-Id`, `card_number`, `accessToken`. */
const ANYWHERE =
  /authorization|cookie|token|secret|password|passwd|passphrase|signature|session|credential|jwt|cvv|cvc|cardnumber|cardnum|ccnum|creditcard|securitycode|accountnumber|apikey|accesskey|privatekey|signingkey|trackdata|track[12]/;

/** Match whole words only, since other words contain them: `company`, `shipping`. */
const WORDS: ReadonlySet<string> = new Set(['pan', 'pin', 'pwd', 'csc', 'otp', 'cardno']);

/** Match the last word only: `authCode` is a field of the document and not a credential. */
const LAST_WORDS: ReadonlySet<string> = new Set(['auth', 'pass']);

/** The rest of a longer name is ignored. */
const MAX_LENGTH = 200;

/** In each secret name without separators: most names have none of these, and need no division into words. */
const STEMS = new RegExp(`${[...WORDS, ...LAST_WORDS].join('|')}|${ANYWHERE.source}`);

export function isSecretName(name: string): boolean {
  const text = name.slice(0, MAX_LENGTH);
  const letters = text.toLowerCase().replaceAll(/[^a-z\d]+/g, '');
  // For example Access-Control-Allow-Credentials.
  if (!STEMS.test(letters) || /^access-control-/i.test(text)) return false;
  const words = text
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

  return (
    ANYWHERE.test(letters) ||
    words.some((word) => WORDS.has(word)) ||
    LAST_WORDS.has(words.at(-1) ?? '') ||
    WORDS.has(letters)
  );
}
