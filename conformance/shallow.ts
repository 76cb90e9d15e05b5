/** Empties what nests deeper than anyone means it, so that no answer costs more to read than it says. */

/** Whatever the document names is at the first. */
const MOST_LEVELS = 500;

/** The same JSON with `null` for every array and object below so many levels. What is no JSON may stay none. */
export function shallow(json: string): string {
  if (json.length < 2 * MOST_LEVELS) return json;
  const kept: string[] = [];
  let level = 0;
  let from = 0;
  // Each answer is read by many rules: by characters, because a list of a hundred thousand brackets costs more than they do.
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') at = endOfText(json, at);
    else if (character === '[' || character === '{') {
      if (level++ === MOST_LEVELS) kept.push(json.slice(from, at));
    } else if ((character === ']' || character === '}') && --level === MOST_LEVELS) {
      kept.push('null');
      from = at + 1;
    }
  }

  return level === 0 && kept.length > 0 ? kept.join('') + json.slice(from) : json;
}

/** Where the text that begins here ends; where it does not, the end of all. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);

  return end === -1 ? json.length : end;
}

/** An odd number of backslashes in front. */
function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === '\\') first--;

  return (at - first) % 2 === 1;
}
