/** Finds the row with the longest matching prefix in a trie, for speed: every quote needs it. */

const ZERO = '0'.charCodeAt(0);

export interface PrefixRow<T> {
  readonly prefix: string;
  readonly value: T;
  /** Length of the prefixes that this one covers; by default its own length. */
  readonly length?: number;
}

interface Node<T> {
  value: T | undefined;
  length: number;
  readonly next: (Node<T> | undefined)[];
}

/** Of two rows with the same prefix, the first one counts. */
export function longestPrefix<T>(rows: readonly PrefixRow<T>[], fallback: T): (digits: string) => T {
  const root: Node<T> = { value: undefined, length: 0, next: [] };
  for (const { prefix, value, length = prefix.length } of rows) {
    let node = root;
    for (const digit of prefix) {
      node = node.next[Number(digit)] ??= { value: undefined, length: 0, next: [] };
    }
    if (node.value !== undefined && node.length >= length) continue;
    node.value = value;
    node.length = length;
  }

  return (digits) => {
    let found = fallback;
    let length = 0;
    let node: Node<T> | undefined = root;
    for (let at = 0; at < digits.length; at++) {
      node = node.next[digits.charCodeAt(at) - ZERO];
      if (node === undefined) return found;
      if (node.value === undefined || node.length < length) continue;
      found = node.value;
      length = node.length;
    }
    return found;
  };
}
