/** Finds a name that one object of a JSON text has twice: parsers keep one of the values, and not all the same. */

/** Longer texts are not searched. */
const LONGEST = 65_536;
const NAMES = /"\s*:/g;
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/**
 * @param json valid JSON
 * @param members how many members its outermost object has: with as many names, nothing is repeated
 */
export function repeatedName(json: string, members: number): string | undefined {
  if (json.length > LONGEST || (json.match(NAMES)?.length ?? 0) <= members) return undefined;
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
