/** Keeps the last results of a function of texts: the same tokens, addresses and header values come with every request. */

/** Results that are kept; then all are forgotten at once. */
const MOST = 2_000;
/** Characters of a text that is remembered. */
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
