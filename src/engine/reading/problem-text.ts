/** How a problem of a merchant file is put: where it is, what was expected there and what came. */

const PLAIN_KEY = /^[\w-]+$/;

/** A text of a file is repeated up to here. */
const LONGEST_SHOWN = 60;

/** `merchants.corner-shop`, or `merchants["the shop"]` where the key would read badly. */
export function keyPath(path: string, key: string): string {
  if (!PLAIN_KEY.test(key)) return `${path}[${textShown(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** @param meant the right word for a wrong one, where one is near */
export function mismatch(path: string, expected: string, got: unknown, meant?: string): string {
  const hint = meant === undefined ? '' : `, the nearest is ${meant}`;
  return `${placeOf(path)}: expected ${expected}, got ${shown(got)}${hint}`;
}

export function unknownKey(path: string, known: readonly string[], meant: string | undefined): string {
  const hint = meant === undefined ? `known here: ${known.join(', ')}` : `the nearest known one is ${meant}`;
  return `${path}: unknown key, ${hint}`;
}

export function noneOf(path: string, keys: readonly string[]): string {
  return `${placeOf(path)}: expected at least one of ${keys.join(', ')}, got none of them`;
}

export function severalOf(path: string, keys: readonly string[], together: readonly string[]): string {
  return `${placeOf(path)}: expected at most one of ${keys.join(', ')}, got ${together.join(' and ')}`;
}

export function alone(path: string, key: string, other: string): string {
  return `${placeOf(path)}: expected ${other} beside ${key}, got ${key} alone`;
}

/** `the word test-cards`, or `one of each, shared`. */
export function wordsShown(words: readonly string[]): string {
  return words.length === 1 ? `the word ${words.join()}` : `one of ${words.join(', ')}`;
}

function placeOf(path: string): string {
  return path === '' ? 'the file' : path;
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (value instanceof Map) return value.size === 0 ? 'an empty mapping' : 'a mapping';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'string' ? textShown(value) : String(value);
}

function textShown(text: string): string {
  const rest = text.length - LONGEST_SHOWN;
  return rest > 0
    ? `${JSON.stringify(text.slice(0, LONGEST_SHOWN))} and ${rest} characters more`
    : JSON.stringify(text);
}
