/** What the headers of an answer say of a rate limit: X-RateLimit-*, RateLimit-* and RateLimit. */

export interface Quota {
  /** Requests that may still be sent before the limit is reset. */
  readonly remaining: number;
  /** Milliseconds until it is reset. */
  readonly resetIn: number;
}

const PREFIXES = ['ratelimit', 'x-ratelimit', 'x-rate-limit'];

/** A reset beyond this many seconds is a time since 1970, and beyond a thousand times as many one in milliseconds. */
const EPOCH = 1e9;

/** Undefined where no header says both. */
export function readQuota(headers: Readonly<Record<string, string>>): Quota | undefined {
  const [prefix] = PREFIXES.filter((name) => headers[`${name}-remaining`] !== undefined);
  const [remaining, reset] =
    prefix === undefined
      ? structured(headers['ratelimit'] ?? '')
      : [headers[`${prefix}-remaining`], headers[`${prefix}-reset`]];
  if (!isNumber(remaining) || !isNumber(reset)) return undefined;

  return { remaining: Number(remaining), resetIn: Math.max(0, resetInOf(Number(reset), headers['date'])) };
}

/** `"default";r=50;t=30`, and `limit=100, remaining=50, reset=30` of earlier drafts. */
function structured(text: string): readonly (string | undefined)[] {
  return [/\b(?:r|remaining)=(\d+)/.exec(text)?.[1], /\b(?:t|reset)=(\d+)/.exec(text)?.[1]];
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d{1,15}(\.\d{1,9})?$/.test(text.trim());
}

/** By the clock of the server, where it tells its time. */
function resetInOf(reset: number, date: string | undefined): number {
  if (reset < EPOCH) return reset * 1000;
  const now = Date.parse(date ?? '');

  return (reset < EPOCH * 1000 ? reset * 1000 : reset) - (Number.isNaN(now) ? Date.now() : now);
}
