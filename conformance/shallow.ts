/** Empties what nests deeper than anyone means it, so that no answer costs more to read than it says. */

/** Whatever the document names is at the first. */
const MOST_LEVELS = 500;

/** Texts as they stand in JSON, and whatever begins or ends a level. */
const STRING_OR_BRACKET = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/gs;

/** The same JSON with `null` for every array and object below so many levels. What is no JSON may stay none. */
export function shallow(json: string): string {
  if (json.length < 2 * MOST_LEVELS || (json.match(/[[{]/g)?.length ?? 0) <= MOST_LEVELS) return json;
  const kept: string[] = [];
  let level = 0;
  let from = 0;
  for (const { 0: found, index } of json.matchAll(STRING_OR_BRACKET)) {
    if (found === '[' || found === '{') {
      if (level++ === MOST_LEVELS) kept.push(json.slice(from, index));
    } else if (found === ']' || found === '}') {
      if (--level !== MOST_LEVELS) continue;
      kept.push('null');
      from = index + 1;
    }
  }

  return level === 0 ? kept.join('') + json.slice(from) : json;
}
