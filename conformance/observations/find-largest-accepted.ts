/** Finds the largest value that a deployment accepts, by binary search over limits that services have. */

interface LimitSearch {
  /** Limits, the smallest first. The search tries each of them and the next larger value. */
  readonly limits: readonly number[];
  /** A value above all limits: a deployment that accepts it is reported as `any`. */
  readonly beyond: number;
  readonly accepts: (value: number) => Promise<boolean>;
}

/** Returns `any`, one of the limits, or the range in which the limit is. */
export async function findLargestAccepted({
  limits,
  beyond,
  accepts,
}: LimitSearch): Promise<readonly [string]> {
  const values = [...limits.flatMap((limit) => [limit, limit + 1]), beyond];
  let accepted = -1;
  for (let refused = values.length; refused - accepted > 1; ) {
    // The last one first: most deployments accept it.
    const middle = refused === values.length ? values.length - 1 : Math.floor((accepted + refused) / 2);
    if (await accepts(values[middle] ?? beyond)) accepted = middle;
    else refused = middle;
  }
  const [largest, next] = [values[accepted], values[accepted + 1]];
  if (next === undefined) return ['any'];
  if (largest === undefined) return [`less than ${next}`];

  return [limits.includes(largest) ? String(largest) : `from ${largest} to ${next - 1}`];
}
