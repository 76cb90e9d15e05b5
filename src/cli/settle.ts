/** When what was seen counts: a file can be caught half written, or gone for a moment while another takes its place. */

/** What a look at a file finds. */
export type Sight =
  | { readonly kind: 'text'; readonly text: string }
  /** `code` is the system's, such as ENOENT. */
  | { readonly kind: 'unreadable'; readonly code: string };

/** Takes what each look finds, in turn, and gives it back at the one look at which it begins to count. */
export type Settle = (seen: Sight) => Sight | undefined;

/** A sight counts when two looks in a row find it and it is another than the one that counts so far. */
export function createSettle(counting: Sight): Settle {
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

function isSame(one: Sight, other: Sight): boolean {
  return one.kind === 'text'
    ? other.kind === 'text' && one.text === other.text
    : other.kind === 'unreadable' && one.code === other.code;
}
