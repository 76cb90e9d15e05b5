/** What a day is: `2026-01-31`, of no time zone. Days compare as their texts do. */

/** A text of which it is known that the calendar has it. */
export type Day = string & { readonly isDay: true };

const FORM = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/**
 * The day that a text such as `2026-01-31` means.
 *
 * @throws RangeError where the calendar has no such day
 */
export function parseDay(text: string): Day {
  const day = readDay(text);
  if (day !== undefined) return day;
  throw new RangeError(`expected a day of the calendar, such as 2026-01-31, got ${JSON.stringify(text)}`);
}

/** The same, or nothing: there is no 30 February. */
export function readDay(text: string): Day | undefined {
  const time = FORM.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time)) return undefined;

  // Some days that are none, such as 30 February, parse as others.
  const day = dayOf(new Date(time));
  return day === text ? day : undefined;
}

/** The day of a moment in Coordinated Universal Time. */
export function dayOf(moment: Date): Day {
  return moment.toISOString().slice(0, 10) as Day;
}
