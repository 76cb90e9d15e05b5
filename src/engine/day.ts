/** Calendar days such as `2026-01-31`, without a time zone; they compare as strings. */

/** A validated day. */
export type Day = string & { readonly isDay: true };

const FORM = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/**
 * Parses a day such as `2026-01-31`.
 *
 * @throws RangeError if the calendar has no such day
 */
export function parseDay(text: string): Day {
  const day = readDay(text);
  if (day !== undefined) return day;
  throw new RangeError(`expected a day of the calendar, such as 2026-01-31, got ${JSON.stringify(text)}`);
}

/** The same; undefined instead of an error. */
export function readDay(text: string): Day | undefined {
  const time = FORM.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time)) return undefined;

  // Date.parse turns 30 February into 2 March.
  const day = dayOf(new Date(time));
  return day === text ? day : undefined;
}

/** The day of a moment, in UTC. */
export function dayOf(moment: Date): Day {
  return moment.toISOString().slice(0, 10) as Day;
}
