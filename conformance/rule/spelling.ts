/** Other spellings of one request (RFC 8259, RFC 9110, RFC 9112): they mean the same as the usual one. */

/** What each spelling is, for failure texts. */
export const SPELLINGS = {
  spaces: 'with white space around each part of its JSON',
  reversed: 'with its fields in the opposite order',
  escapes: 'with \\u escapes in its names and texts',
  'title-case': 'with header names such as Authorization and Content-Type',
  segments: 'with its body in two TCP segments',
} as const;

export type Spelling = keyof typeof SPELLINGS;

const CHANGES: Partial<Record<Spelling, (json: string) => string>> = {
  spaces: (json) =>
    ` ${json.replaceAll(STRING_OR_SIGN, (part) => (part.startsWith('"') ? part : `\t${part}\r\n `))}\n`,
  reversed: (json) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json)).toReversed())),
  // The first character of each: a pair of surrogates has two escapes.
  escapes: (json) =>
    json.replaceAll(STRING_OR_SIGN, (part) =>
      part.replace(/^"([^"\\])/u, (_, character: string) => `"${escaped(character)}`),
    ),
};

/** A string of JSON text, or a sign between values. */
const STRING_OR_SIGN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** The text of a JSON object in another spelling. */
export function spell(json: string, spelling: Spelling | undefined): string {
  return (spelling && CHANGES[spelling]?.(json)) ?? json;
}

/** The same headers, with their names in another spelling. */
export function spellHeaders<Value>(
  headers: Readonly<Record<string, Value>>,
  spelling: Spelling | undefined,
): Readonly<Record<string, Value>> {
  if (spelling !== 'title-case') return headers;
  const write = (name: string) =>
    name.toLowerCase().replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());

  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [write(name), value]));
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, n) => {
    return `\\u${character.charCodeAt(n).toString(16).padStart(4, '0')}`;
  }).join('');
}
