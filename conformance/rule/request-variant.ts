/** Variants of a request: the documented one, another method or framing, another token or none, a missing header. */
import type { Credential } from './credential.ts';

/** The document uses POST; the suite sends the others to test that they are refused. */
export type Method = 'POST' | 'GET' | 'PUT' | 'DELETE';

export interface RequestVariant {
  readonly method: Method;
  readonly credential: Credential;
  /** The header X-Requested-With, or no such header. */
  readonly requestedWith: 'xhr' | 'nothing';
  /** Of the body; `length` unless given. A service may require a Content-Length (RFC 9112, 6.3). */
  readonly framing?: 'length' | 'chunked';
  /** Of the body; UTF-8 unless given. `latin1`, ISO 8859-1, has bytes that are not valid UTF-8. */
  readonly charset?: 'latin1';
  /** The usual one unless given: compact JSON, header names in lower case, one write. */
  readonly spelling?: Spelling;
}

/** As the document has it (sections 4 and 5). */
export const DOCUMENTED_VARIANT: RequestVariant = {
  method: 'POST',
  credential: 'own',
  requestedWith: 'xhr',
};

/** Another spelling of a request is still the request. */
export function isDocumented({
  method,
  credential,
  requestedWith,
  framing,
  charset,
}: RequestVariant): boolean {
  return (
    framing !== 'chunked' &&
    charset === undefined &&
    method === DOCUMENTED_VARIANT.method &&
    credential === DOCUMENTED_VARIANT.credential &&
    requestedWith === DOCUMENTED_VARIANT.requestedWith
  );
}

/** The headers of this variant. */
export function headersIn(
  { requestedWith }: RequestVariant,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return requestedWith === 'xhr' ? headers : withoutHeader(headers, REQUESTED_WITH);
}

/** The name of the header, in lower case. */
export const REQUESTED_WITH = 'x-requested-with';

/** Removes a header; names of headers are case-insensitive. */
export function withoutHeader<Value>(
  headers: Readonly<Record<string, Value>>,
  name: string,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(headers).filter(([other]) => other.toLowerCase() !== name));
}

/** Other spellings of one request (RFC 8259, RFC 9110, RFC 9112), which mean the same, for failure texts. */
export const SPELLINGS = {
  blanks: 'with a blank after each colon and comma of its JSON',
  spaces: 'with white space around each part of its JSON',
  reversed: 'with its fields in the opposite order',
  escapes: 'with \\u escapes in its names and texts',
  'escaped-texts': 'with escapes such as \\u006F and \\/ in its texts',
  'title-case': 'with header names such as Authorization and Content-Type',
  capitals: 'with header names in capitals, such as AUTHORIZATION',
  segments: 'with its body in two TCP segments',
  codings: 'with Accept-Encoding: gzip, deflate, br',
} as const;

export type Spelling = keyof typeof SPELLINGS;

const CHANGES: Partial<Record<Spelling, (json: string) => string>> = {
  blanks: (json) =>
    json.replaceAll(STRING_OR_SIGN, (part) => (/[:,]/.test(part[0] ?? '') ? `${part} ` : part)),
  spaces: (json) =>
    ` ${json.replaceAll(STRING_OR_SIGN, (part) => (part.startsWith('"') ? part : `\t${part}\r\n `))}\n`,
  reversed: (json) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json)).toReversed())),
  escapes: (json) => json.replaceAll(STRING_OR_SIGN, escapeFirst),
  // A service may look for a name in the text of the body, where an escaped one hides it.
  'escaped-texts': (json) =>
    json.replaceAll(STRING_OR_SIGN, (part, offset: number) =>
      json[offset + part.length] === ':'
        ? part
        : escapeFirst(part)
            .replaceAll('/', '\\/')
            .replaceAll(/(?<=\\u)..../g, (digits) => digits.toUpperCase()),
    ),
};

/** A pair of surrogates has two escapes. */
function escapeFirst(part: string): string {
  return part.replace(/^"([^"\\])/u, (_, character: string) => `"${escaped(character)}`);
}

/** A string of JSON text, or a sign between values. */
const STRING_OR_SIGN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** The text of a JSON object in another spelling. */
export function spell(json: string, spelling: Spelling | undefined): string {
  return (spelling && CHANGES[spelling]?.(json)) ?? json;
}

/** The same headers, with their names in another spelling, or with the codings that the client decodes (RFC 9110, 12.5.3). */
export function spellHeaders<Value>(
  headers: Readonly<Record<string, Value>>,
  spelling: Spelling | undefined,
): Readonly<Record<string, Value | string>> {
  if (spelling === 'codings')
    return { ...withoutHeader(headers, 'accept-encoding'), 'accept-encoding': 'gzip, deflate, br' };
  if (spelling !== 'title-case' && spelling !== 'capitals') return headers;
  const write = (name: string) =>
    spelling === 'capitals'
      ? name.toUpperCase()
      : name.toLowerCase().replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());

  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [write(name), value]));
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, n) => {
    return `\\u${character.charCodeAt(n).toString(16).padStart(4, '0')}`;
  }).join('');
}
