/** Makes a failing case smaller: fewer steps, fewer fields, shorter texts, rounder numbers. Bounded, greedy. */

interface ShrinkOptions<Case> {
  readonly start: Case;
  /** Smaller cases of the same kind, most promising first. */
  readonly candidates: (value: Case) => Iterable<Case>;
  /** Whether a candidate fails as well, and what asking cost. */
  readonly fails: (value: Case) => Promise<{ readonly failed: boolean; readonly requests: number }>;
  readonly maxRequests: number;
}

/** The smallest failing case found before the requests run out. */
export async function shrink<Case>({
  start,
  candidates,
  fails,
  maxRequests,
}: ShrinkOptions<Case>): Promise<Case> {
  const tried = new Set<string>();
  let smallest = start;
  let requests = 0;

  for (let progress = true; progress; ) {
    progress = false;
    for (const candidate of candidates(smallest)) {
      const key = JSON.stringify(candidate);
      if (tried.has(key)) continue;
      if (requests >= maxRequests) return smallest;
      tried.add(key);
      const attempt = await fails(candidate);
      requests += attempt.requests;
      if (!attempt.failed) continue;
      smallest = candidate;
      progress = true;
      break;
    }
  }

  return smallest;
}

/** Everything that a JSON value becomes by leaving one thing out or making one thing plainer. */
export function* plainer(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) yield* plainerArray(value);
  else if (typeof value === 'object' && value !== null)
    yield* plainerObject(value as Record<string, unknown>);
  else if (typeof value === 'string') yield* plainerText(value);
  else if (typeof value === 'number') yield* plainerNumber(value);
}

function* plainerArray(items: readonly unknown[]): Generator<unknown> {
  const half = Math.floor(items.length / 2);
  if (items.length > 3) yield* [items.slice(0, half), items.slice(half)];
  for (const index of items.keys()) yield items.toSpliced(index, 1);
  for (const [index, item] of items.entries()) {
    for (const smaller of plainer(item)) yield items.with(index, smaller);
  }
}

function* plainerObject(fields: Readonly<Record<string, unknown>>): Generator<unknown> {
  for (const name of Object.keys(fields)) {
    yield Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
  }
  for (const [name, field] of Object.entries(fields)) {
    for (const smaller of plainer(field)) yield { ...fields, [name]: smaller };
  }
}

function* plainerText(text: string): Generator<unknown> {
  const characters = [...text];
  if (characters.length > 3) {
    const half = Math.floor(characters.length / 2);
    yield* [characters.slice(0, half).join(''), characters.slice(half).join('')];
  }
  if (characters.length > 16) return;
  for (const index of characters.keys()) yield characters.toSpliced(index, 1).join('');
}

function* plainerNumber(number: number): Generator<unknown> {
  const rounder = [100, 10, 1, Math.trunc(number)].filter((plain) => Math.abs(plain) < Math.abs(number));
  const fewer =
    Number.isInteger(number) && number > 1 && number <= 1000 ? [Math.floor(number / 2), number - 1] : [];
  yield* new Set([...rounder, ...fewer]);
}
