/** Finds the row with the longest prefix of some digits: by a tree, for every quote asks at least once. */

const ZERO = '0'.charCodeAt(0);

export interface PrefixRow<T> {
  readonly prefix: string;
  readonly value: T;
  /** Where the prefix stands for a whole run of longer ones: how long those are. */
  readonly length?: number;
}

interface Branch<T> {
  value: T | undefined;
  length: number;
  readonly next: (Branch<T> | undefined)[];
}

/** Where two rows have one prefix, the first of them is found. */
export function longestPrefix<T>(rows: readonly PrefixRow<T>[], otherwise: T): (digits: string) => T {
  const root: Branch<T> = { value: undefined, length: 0, next: [] };
  for (const { prefix, value, length = prefix.length } of rows) {
    let branch = root;
    for (const digit of prefix) {
      branch = branch.next[Number(digit)] ??= { value: undefined, length: 0, next: [] };
    }
    if (branch.value !== undefined && branch.length >= length) continue;
    branch.value = value;
    branch.length = length;
  }

  return (digits) => {
    let found = otherwise;
    let length = 0;
    let branch: Branch<T> | undefined = root;
    for (let at = 0; at < digits.length; at++) {
      branch = branch.next[digits.charCodeAt(at) - ZERO];
      if (branch === undefined) return found;
      if (branch.value === undefined || branch.length < length) continue;
      found = branch.value;
      length = branch.length;
    }
    return found;
  };
}
