/** Finds the row with the longest matching prefix. */

export interface PrefixRow<T> {
  readonly prefix: string;
  readonly value: T;
  /** Length of the prefixes that this one covers; by default its own length. */
  readonly length?: number;
}

/** Of two rows with the same prefix, the first one counts. */
export function longestPrefix<T>(rows: readonly PrefixRow<T>[], fallback: T): (digits: string) => T {
  const byPrefix = new Map<string, { readonly value: T; readonly length: number }>();
  let longest = 0;
  for (const { prefix, value, length = prefix.length } of rows) {
    if (length > (byPrefix.get(prefix)?.length ?? 0)) byPrefix.set(prefix, { value, length });
    longest = Math.max(longest, prefix.length);
  }
  const none = { value: fallback, length: 0 };

  return (digits) => {
    let found = none;
    for (let end = 1; end <= digits.length && end <= longest; end++) {
      const row = byPrefix.get(digits.slice(0, end));
      if (row !== undefined && row.length >= found.length) found = row;
    }
    return found.value;
  };
}
