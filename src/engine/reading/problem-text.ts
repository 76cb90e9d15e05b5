/** Formats the problems of a merchant file: place, expected and received value. */

const PLAIN_KEY = /^[\w-]+$/;

/** Longer texts are truncated. */
const MAX_SHOWN = 60;

/** `merchants.corner-shop`, or `merchants["the shop"]` for other keys. */
export function keyPath(path: string, key: string): string {
  if (!PLAIN_KEY.test(key)) return `${path}[${textShown(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** @param suggestion a similar valid word */
export function mismatch(path: string, expected: string, got: unknown, suggestion?: string): string {
  const hint = suggestion === undefined ? '' : `, the nearest is ${suggestion}`;
  return `${placeOf(path)}: expected ${expected}, got ${shown(got)}${hint}`;
}

export function unknownKey(path: string, known: readonly string[], suggestion: string | undefined): string {
  const hint =
    suggestion === undefined ? `known here: ${known.join(', ')}` : `the nearest known one is ${suggestion}`;
  return `${path}: unknown key, ${hint}`;
}

export function noneOf(path: string, keys: readonly string[]): string {
  return `${placeOf(path)}: expected at least one of ${keys.join(', ')}, got none of them`;
}

export function severalOf(path: string, keys: readonly string[], together: readonly string[]): string {
  return `${placeOf(path)}: expected at most one of ${keys.join(', ')}, got ${together.join(' and ')}`;
}

export function missingCompanion(path: string, key: string, other: string): string {
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
  const rest = text.length - MAX_SHOWN;
  return rest > 0
    ? `${JSON.stringify(text.slice(0, MAX_SHOWN))} and ${rest} characters more`
    : JSON.stringify(text);
}
