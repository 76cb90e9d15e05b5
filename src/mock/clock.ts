/** What time it is for a mock: that of the machine, or one that was moved, so that a month is over in a moment. */
import { parseDay } from '../engine/index.ts';

export interface Clock {
  /** In milliseconds since 1970, as `Date.now` gives it. */
  readonly now: () => number;
  /**
   * Moves it on, or back by less than 0.
   *
   * @throws RangeError beyond the years 1970 to 9999
   */
  readonly advance: (milliseconds: number) => void;
  /**
   * Sets it; from there it goes on.
   *
   * @param moment as `readMoment` takes it, where it is a text
   * @throws RangeError beyond the years 1970 to 9999, or where the text is no moment
   */
  readonly set: (moment: Date | string) => void;
  /** Sets it back to the time of the machine. */
  readonly reset: () => void;
}

/** In milliseconds: a day before the first year with five digits, which no day here has. */
const LAST = Date.UTC(9999, 11, 31);
const DAY = 24 * 60 * 60 * 1000;

/** @param base what it goes by, as `Date.now` does */
export function createClock(base: () => number = () => Date.now()): Clock {
  let ahead = 0;
  // The clock that it goes by may be moved too, and take it beyond all days: there it stands still.
  const now = () => Math.min(Math.max(base() + ahead, 0), LAST + DAY - 1);
  const moveTo = (moment: number) => {
    if (!(moment >= 0 && moment < LAST))
      throw new RangeError('expected a moment of the years 1970 to 9999, got one beyond them');
    ahead = moment - base();
  };

  return {
    now,
    advance: (milliseconds) => moveTo(now() + milliseconds),
    set: (moment) => moveTo((typeof moment === 'string' ? readMoment(moment) : moment).getTime()),
    reset() {
      ahead = 0;
    },
  };
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * From `2026-01-31`, the beginning of that day in Coordinated Universal Time, or `2026-01-31T12:00:00Z`.
 *
 * @throws RangeError
 */
export function readMoment(text: string): Date {
  const [, day] = MOMENT.exec(text) ?? [];
  const moment = new Date(day === undefined ? Number.NaN : text);
  if (day === undefined || Number.isNaN(moment.getTime())) {
    throw new RangeError(
      `expected a moment such as 2026-01-31 or 2026-01-31T12:00:00Z, got ${JSON.stringify(text.slice(0, 40))}`,
    );
  }
  parseDay(day);

  return moment;
}
