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

/** A clock that follows from the machine's, so that both can be told for one and the same moment. */
export interface FollowingClock extends Clock {
  /** What it shows at the moment at which the machine's clock shows this: in milliseconds since 1970. */
  readonly at: (machine: number) => number;
}

/** In milliseconds: a day before the first year with five digits, which no day here has. */
const LAST = Date.UTC(9999, 11, 31);
const DAY = 24 * 60 * 60 * 1000;

/** @param base the clock that it follows: what that one shows when the machine's clock shows this */
export function createClock(base: FollowingClock['at'] = (machine) => machine): FollowingClock {
  let ahead = 0;
  // The clock that it follows may be moved too, and take it beyond the last day: there it stands still.
  const at = (machine: number) => Math.min(Math.max(base(machine) + ahead, 0), LAST + DAY - 1);
  const moveTo = (moment: number, machine: number) => {
    if (!(moment >= 0 && moment < LAST))
      throw new RangeError('expected a moment of the years 1970 to 9999, got one beyond them');
    ahead = moment - base(machine);
  };

  return {
    at,
    now: () => at(Date.now()),
    advance(milliseconds) {
      // Read once: a clock that is read twice may tick in between.
      const machine = Date.now();
      moveTo(at(machine) + milliseconds, machine);
    },
    set: (moment) => moveTo((typeof moment === 'string' ? readMoment(moment) : moment).getTime(), Date.now()),
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
