/** Ignores states of a file that last for one reading only: half written, or missing while it is replaced. */

/** What reading a file gives. */
export type FileState =
  | { readonly kind: 'text'; readonly text: string }
  /** `code` is the system's, such as ENOENT. */
  | { readonly kind: 'unreadable'; readonly code: string };

/** Takes each reading in turn, and returns it once: when two readings in a row agree on a new state. */
export type Debounce = (seen: FileState) => FileState | undefined;

/** @param counting the state so far */
export function createDebounce(counting: FileState): Debounce {
  let counts = counting;
  let last = counting;

  return (seen) => {
    const isSettled = isSame(seen, last);
    last = seen;
    if (!isSettled || isSame(seen, counts)) return undefined;
    counts = seen;

    return seen;
  };
}

function isSame(one: FileState, other: FileState): boolean {
  return one.kind === 'text'
    ? other.kind === 'text' && one.text === other.text
    : other.kind === 'unreadable' && one.code === other.code;
}
