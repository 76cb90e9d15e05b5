/** A request body that is too long to be printed, or for a shell: most of it is one character, again and again. */

export interface LongBody {
  readonly before: string;
  readonly character: string;
  readonly times: number;
  readonly after: string;
}

/** Fewer characters can be printed; a shell takes some 100,000 of them as one argument. */
const LONG = 10_000;

/** The body in three parts, where one character makes up most of a long one. */
export function longBodyOf(body: string): LongBody | undefined {
  for (let start = 0, end = 0; body.length - start >= LONG; start = end) {
    while (body[end] === body[start] && end < body.length) end++;
    const times = end - start;
    if (times >= LONG)
      return { before: body.slice(0, start), character: body.charAt(start), times, after: body.slice(end) };
  }

  return undefined;
}

/** As a report shows it. */
export function printable(body: string): string {
  const long = longBodyOf(body);

  return long === undefined
    ? body
    : `${long.before}(${long.times} times ${JSON.stringify(long.character)})${long.after}`;
}
