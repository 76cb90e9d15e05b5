/** Caches the results of a function of texts: tokens, addresses and header values repeat with every request. */

/** Results in the cache, which is then emptied. */
const MOST = 2_000;
/** Characters of the longest text whose result is cached. */
const LONGEST = 4_096;

export function remember<Result>(find: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();

  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = find(text);
    if (text.length > LONGEST) return found;
    if (known.size >= MOST) known.clear();
    known.set(text, found);

    return found;
  };
}
