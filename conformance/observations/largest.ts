/** The largest value that is taken, by halves: of limits that services are known to have. */

interface Search {
  /** Limits, the smallest first. Each is tried, and what is just beyond it. */
  readonly limits: readonly number[];
  /** A value beyond them all: whoever takes it is said to take any. */
  readonly beyond: number;
  readonly takes: (value: number) => Promise<boolean>;
}

/** `any`, one of the limits, or between which values it is. */
export async function largestTaken({ limits, beyond, takes }: Search): Promise<string> {
  const values = [...limits.flatMap((limit) => [limit, limit + 1]), beyond];
  let taken = -1;
  for (let refused = values.length; refused - taken > 1; ) {
    // The last one first: most take it.
    const middle = refused === values.length ? values.length - 1 : Math.floor((taken + refused) / 2);
    if (await takes(values[middle] ?? beyond)) taken = middle;
    else refused = middle;
  }
  const [largest, next] = [values[taken], values[taken + 1]];
  if (next === undefined) return 'any';
  if (largest === undefined) return `less than ${next}`;

  return limits.includes(largest) ? String(largest) : `from ${largest} to ${next - 1}`;
}
