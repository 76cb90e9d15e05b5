/** The problems of a file as text: place, expected and received value; and the error with all of them. */

const PLAIN_KEY = /^[\w-]+$/;

/** Longer texts are truncated. */
const MAX_SHOWN = 60;

/** `merchants.corner-shop`, or `merchants["the shop"]` for other keys. */
export function keyPath(path: string, key: string): string {
  if (!PLAIN_KEY.test(key)) return `${path}[${textShown(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** A key as a JSON Pointer has it. */
export function toToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The path of the place that a JSON Pointer names in a value. */
export function placeOf(value: unknown, pointer: string, root: string): string {
  let path = root;
  let holder = value;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    path = Array.isArray(holder) ? `${path}[${key}]` : keyPath(path, key);
    holder = (holder as Readonly<Record<string, unknown>> | undefined)?.[key];
  }

  return path === '' ? 'the file' : path;
}

/** @param suggestion a similar valid word */
export function mismatch(expected: string, got: string, suggestion?: string): string {
  const hint = suggestion === undefined ? '' : `: did you mean ${suggestion}?`;
  return `expected ${expected}, got ${got}${hint}`;
}

export function unknownKey(known: readonly string[], suggestion: string | undefined): string {
  return suggestion === undefined
    ? `unknown key, known here: ${known.join(', ')}`
    : `unknown key: did you mean ${suggestion}?`;
}

export function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return Object.keys(value).length === 0 ? 'an empty mapping' : 'a mapping';
  return typeof value === 'string' ? textShown(value) : String(value);
}

function textShown(text: string): string {
  const rest = text.length - MAX_SHOWN;
  return rest > 0
    ? `${JSON.stringify(text.slice(0, MAX_SHOWN))} and ${rest} characters more`
    : JSON.stringify(text);
}

/** One mistake in a long table can cause many problems. */
const MOST_PROBLEMS = 20;

/** The message shows the first 20 problems, one a line, and counts them where they do not say themselves where they are. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code = 'configuration';
  /** Each problem gives the place, the expected and the received value. */
  readonly problems: readonly string[];

  constructor(where: string, problems: readonly string[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    const more = problems.length - MOST_PROBLEMS;
    const rest = more > 0 ? [`and ${more} more`] : [];
    const head = problems.every((problem) => problem.startsWith(where)) ? [] : [`${where} has ${count}:`];
    super([...head, ...problems.slice(0, MOST_PROBLEMS), ...rest].join('\n'));
    this.problems = problems;
  }
}
