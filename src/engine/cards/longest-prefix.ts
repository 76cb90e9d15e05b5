/** Finds the row with the longest prefix of some digits: by a tree, for every quote asks at least once. */

const ZERO = '0'.charCodeAt(0);

interface Branch<T> {
  value: T | undefined;
  readonly next: (Branch<T> | undefined)[];
}

/** Where two rows have one prefix, the first of them is found. */
export function longestPrefix<T>(
  rows: readonly { readonly prefix: string; readonly value: T }[],
  otherwise: T,
): (digits: string) => T {
  const root: Branch<T> = { value: otherwise, next: [] };
  for (const { prefix, value } of rows) {
    let branch = root;
    for (const digit of prefix) {
      branch = branch.next[Number(digit)] ??= { value: undefined, next: [] };
    }
    branch.value ??= value;
  }

  return (digits) => {
    let found = otherwise;
    let branch: Branch<T> | undefined = root;
    for (let at = 0; at < digits.length; at++) {
      branch = branch.next[digits.charCodeAt(at) - ZERO];
      if (branch === undefined) return found;
      found = branch.value ?? found;
    }
    return found;
  };
}
