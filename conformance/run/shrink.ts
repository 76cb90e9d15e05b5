/** Makes a failing case smaller, by whatever candidates there are. Bounded, greedy. */

interface ShrinkOptions<Case> {
  readonly start: Case;
  /** Smaller cases of the same kind, most promising first. */
  readonly candidates: (value: Case) => Iterable<Case>;
  /** Whether a candidate fails as well, and what asking cost. */
  readonly fails: (value: Case) => Promise<{ readonly failed: boolean; readonly requests: number }>;
  readonly maxRequests: number;
}

interface Shrunk<Case> {
  readonly smallest: Case;
  /** What it took; the last attempt may go beyond the bound. */
  readonly requests: number;
}

/** The smallest failing case found before the requests run out. */
export async function shrink<Case>({
  start,
  candidates,
  fails,
  maxRequests,
}: ShrinkOptions<Case>): Promise<Shrunk<Case>> {
  const tried = new Set<string>();
  let smallest = start;
  let requests = 0;

  for (let progress = true; progress; ) {
    progress = false;
    for (const candidate of candidates(smallest)) {
      const key = JSON.stringify(candidate);
      if (tried.has(key)) continue;
      if (requests >= maxRequests) return { smallest, requests };
      tried.add(key);
      const attempt = await fails(candidate);
      requests += attempt.requests;
      if (!attempt.failed) continue;
      smallest = candidate;
      progress = true;
      break;
    }
  }

  return { smallest, requests };
}
