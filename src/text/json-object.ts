/** JSON as text: reads one object, and changes or searches what is in it. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON value of a text; undefined where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns undefined for other text. Ignores a byte order mark, as RFC 8259 (8.1) allows and most clients do.
 */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(truncateNesting(text.startsWith('\ufeff') ? text.slice(1) : text));

  return isJsonObject(value) ? value : undefined;
}

/** Far deeper than any documented body. */
const MAX_LEVELS = 500;

/**
 * The same JSON with `null` for arrays and objects below some levels, so that recursive code can process any response.
 * Invalid JSON stays invalid.
 */
export function truncateNesting(json: string, levels = MAX_LEVELS): string {
  if (json.length < 2 * levels) return json;
  const kept: string[] = [];
  let level = 0;
  let from = 0;
  // Character by character: a list of a hundred thousand brackets would cost more than the scan.
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === '[' || character === '{') {
      if (level++ === levels) kept.push(json.slice(from, at));
    } else if ((character === ']' || character === '}') && --level === levels) {
      kept.push('null');
      from = at + 1;
    }
  }

  return level === 0 && kept.length > 0 ? kept.join('') + json.slice(from) : json;
}

/** The index of the closing quote; the length of the JSON if there is none. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);

  return end === -1 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let firstBackslash = at;
  while (json[firstBackslash - 1] === '\\') firstBackslash--;

  return (at - firstBackslash) % 2 === 1;
}

export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const within = (inner: unknown): unknown => {
    if (typeof inner === 'string') return change(inner);
    if (Array.isArray(inner)) return inner.map(within);
    if (typeof inner !== 'object' || inner === null) return inner;

    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [change(key), within(item)]));
  };

  return within(value) as T;
}

/** Longer texts are not searched. */
const LONGEST = 65_536;
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/**
 * @param json valid JSON
 * @param members how many members its outermost object has: with as many names, nothing is repeated
 */
export function repeatedName(json: string, members: number): string | undefined {
  if (json.length > LONGEST || countNames(json) <= members) return undefined;
  const around: Set<string>[] = [];
  let last = '';
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === '{' || token === '[') around.push(new Set());
    else if (token === '}' || token === ']') around.pop();
    else if (token !== ':') last = token;
    else if (around.at(-1)?.has(last)) return JSON.parse(last);
    else around.at(-1)?.add(last);
  }

  return undefined;
}

/** The colons after a quotation mark: those of names, and a few in texts. */
function countNames(json: string): number {
  let count = 0;
  for (let at = json.indexOf(':'); at !== -1; at = json.indexOf(':', at + 1)) {
    let before = at - 1;
    while (json.charCodeAt(before) <= SPACE) before--;
    if (json[before] === '"') count++;
  }

  return count;
}

const SPACE = 0x20;

/** An object whose members may be undefined, without those that are. */
export type Defined<T> = {
  readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

export function defined<const T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
