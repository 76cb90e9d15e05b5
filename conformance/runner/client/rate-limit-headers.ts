/** Reads a rate limit from response headers: X-RateLimit-*, RateLimit-* and RateLimit. */

export interface RateLimit {
  /** Requests left until the limit is reset. */
  readonly remaining: number;
  /** Milliseconds until the reset. */
  readonly resetIn: number;
}

const PREFIXES = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];

/** A larger reset is a Unix time in seconds; one a thousand times larger, in milliseconds. */
const UNIX_TIME = 1e9;

/** Undefined unless the headers state both numbers. */
export function readRateLimit(headers: Readonly<Record<string, string>>): RateLimit | undefined {
  const prefix = PREFIXES.find((name) => headers[`${name}-remaining`] !== undefined);
  const [remaining, reset] =
    prefix === undefined
      ? parseRateLimit(headers['ratelimit'] ?? '')
      : [headers[`${prefix}-remaining`], headers[`${prefix}-reset`]];
  if (!isNumber(remaining) || !isNumber(reset)) return undefined;

  return {
    remaining: Number(remaining),
    resetIn: Math.max(0, toMilliseconds(Number(reset), headers['date'])),
  };
}

/** `"default";r=50;t=30`, or `limit=100, remaining=50, reset=30` of earlier drafts. */
function parseRateLimit(text: string): readonly (string | undefined)[] {
  return [/\b(?:r|remaining)=(\d+)/.exec(text)?.[1], /\b(?:t|reset)=(\d+)/.exec(text)?.[1]];
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,15}(\.\d{1,9})?$/.test(text.trim());
}

/** A Unix time is compared with the server's clock, if it sends one. */
function toMilliseconds(reset: number, date: string | undefined): number {
  if (reset < UNIX_TIME) return reset * 1000;
  const now = Date.parse(date ?? '');

  return (reset < UNIX_TIME * 1000 ? reset * 1000 : reset) - (Number.isNaN(now) ? Date.now() : now);
}
