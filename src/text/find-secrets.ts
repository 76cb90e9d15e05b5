/** Finds secrets by the text before them: logins of addresses, credentials, values of pairs and of JSON members whose names say so. */
import { decoded } from './percent.ts';

/**
 * How a text is read:
 * - `text`: any text. A pair has `=`, a JSON member quotation marks and `:`.
 * - `body`: a pair may also have `:` and no quotation marks.
 */
export type TextKind = 'text' | 'body';

export interface FoundSecret {
  readonly from: number;
  readonly to: number;
  /** Of the field or parameter; empty for a login or credential. */
  readonly name: string;
}

/** Behind `//`, or with a colon in it. */
const LOGIN =
  /(?<=\/\/)[^\s/@'"]{1,1000}(?=@)|(?<![^\s'"(])[^\s:/@'"()]{1,200}:(?!\/\/)[^\s@'"]{1,1000}(?=@[^\s'"])/;

/** A word of prose, as in `Bearer authentication`, is short and has no digit. */
const CREDENTIAL =
  /(?<scheme>(?<!\w)(?:bearer|basic)\s{1,9})(?!eyJ[\w-]{4,}\.[\w.-])(?=[a-z._~+/-]{0,200}\d|[\w.~+/-]{20})[\w.~+/-]{8,}(?![\w.~+/-])=*(?![\w=])/;

/** A line of a head of HTTP, which a service may repeat; the line breaks may be escapes of JSON. */
const HEADER = /(?<=\r\n|\\{1,4}r\\{1,4}n)(?<header>[\w-]{1,100}):[ \t]{0,9}(?=\S)/;

const QUOTED = /\\{0,4}(?<quote>["'])(?<quoted>[^"'\\]{1,100})\\{0,4}\k<quote>/;
const BARE = /(?<![\w%.[\]-])(?<bare>[\w%.[\]-]{1,100})/;

const patternOf = (pair: string) =>
  new RegExp(`${LOGIN.source}|${CREDENTIAL.source}|${HEADER.source}|(?:${pair})\\s{0,100}`, 'gi');

const PATTERNS: Readonly<Record<TextKind, RegExp>> = {
  text: patternOf(`${QUOTED.source}\\s{0,100}[:=]|${BARE.source}=`),
  body: patternOf(`(?:${QUOTED.source}|${BARE.source})\\s{0,100}[:=]`),
};

/** A value, possibly truncated. The first alternative matches a mask, the second a string of JSON in JSON. */
const VALUE =
  /"?\([a-z ]+\)"?|\\{1,4}"(?:[^"\\]|\\{1,4}[^"\\])*(?:\\{1,4}")?|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|(?:(?:bearer|basic) {1,9})?[^"'\s,;&}\][{<][^\s,;&}\]<]*/isy;

/** The value of a parameter of an address. */
const PARAMETER = /\([a-z ]+\)|[^\s&#'"<>\\]+/y;

/** The value of a header. */
const LINE = /[^\r\n\\"]+/y;

/** The replacement of a secret. */
const NO_SECRET = /^(?:|null|\\{0,4}["']?\((?:not shown|a token|a card token)\)\\{0,4}["']?)$/;

/** What every secret has before it. Fast, also for long texts. */
const SUSPICIOUS = /[=@]|\r\n|\\r\\{1,4}n|["']\s{0,9}:|\b(?:bearer|basic)\s/i;

/** Finds secrets from the left to the right; none is within another. */
export function findSecrets(text: string, kind: TextKind): readonly FoundSecret[] {
  if (kind !== 'body' && !SUSPICIOUS.test(text)) return [];
  const found: FoundSecret[] = [];
  let end = 0;
  for (const { 0: match, index, groups = {} } of text.matchAll(PATTERNS[kind])) {
    const { quoted, bare, header, scheme } = groups;
    const written = quoted ?? bare ?? header;
    const behind = index + match.length;
    if (index < end) continue;
    if (written === undefined) {
      found.push({ from: index + (scheme?.length ?? 0), to: behind, name: '' });
      end = behind;
      continue;
    }
    const [, before = '', name = ''] = /^(.*[?&])?(.*)$/s.exec(decoded(written)) ?? [];
    const isParameter = before !== '' || /[?&]/.test(text.charAt(index - 1));
    const isSecret = name === 'cardToken' || isSecretName(name) || (isParameter && PARAMETERS.has(name));
    if (!isSecret) continue;
    end = endOfValue(text, behind, header !== undefined ? LINE : isParameter ? PARAMETER : VALUE);
    if (!NO_SECRET.test(text.slice(behind, end))) found.push({ from: behind, to: end, name });
  }

  return found;
}

/** Names of keys and signatures in addresses; a field `key` is mostly no secret. */
const PARAMETERS: ReadonlySet<string> = new Set(['key', 'sig']);

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
