/** How a problem of a merchant file is put: where it is, what was expected there and what came. */

const PLAIN_KEY = /^[\w-]+$/;

/** `merchants.corner-shop`, or `merchants["the shop"]` where the key would read badly. */
export function keyPath(path: string, key: string): string {
  if (!PLAIN_KEY.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

export function mismatch(path: string, expected: string, got: unknown): string {
  return `${path === '' ? 'the file' : path}: expected ${expected}, got ${shown(got)}`;
}

export function unknownKey(path: string, known: readonly string[], meant: string | undefined): string {
  const hint = meant === undefined ? `known here: ${known.join(', ')}` : `the nearest known one is ${meant}`;
  return `${path}: unknown key, ${hint}`;
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (value instanceof Map) return value.size === 0 ? 'an empty mapping' : 'a mapping';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
