/** The clock of a mock or a world: the machine's, or moved for tests. */
import { type Day, dayOf, parseDay } from '../../engine/day.ts';

export interface Clock {
  /** In milliseconds since 1970, like `Date.now`. */
  readonly now: () => number;
  /**
   * Moves the clock forward, or back by a negative number.
   *
   * @throws RangeError beyond the years 1970 to 9999
   */
  readonly advance: (milliseconds: number) => void;
  /**
   * Sets the clock, which then continues to run.
   *
   * @param moment a text such as `2026-01-31` or `2026-01-31T12:00:00Z`
   * @throws RangeError beyond the years 1970 to 9999, or where the text is not a moment
   */
  readonly set: (moment: Date | string) => void;
  /** Returns to the time of the machine. */
  readonly reset: () => void;
}

/** A clock derived from the machine's, so that both can be read at one moment. */
export interface FollowingClock extends Clock {
  /** Its time when the machine's clock shows this time; both in milliseconds since 1970. */
  readonly at: (machine: number) => number;
  /** Its day in UTC, which rules about surcharges depend on. */
  readonly today: () => Day;
}

/** In milliseconds: the last day with a year of four digits. */
const LAST = Date.UTC(9999, 11, 31);
const DAY = 24 * 60 * 60 * 1000;

/** @param base the `at` of the clock that it follows; the machine's by default */
export function createClock(base: FollowingClock['at'] = (machine) => machine): FollowingClock {
  let ahead = 0;
  // Without this each fee would spend a microsecond on its day.
  let last = { number: Number.NaN, day: dayOf(new Date(0)) };
  // The base clock may be moved too, beyond the last day: there this clock stops.
  const at = (machine: number) => Math.min(Math.max(base(machine) + ahead, 0), LAST + DAY - 1);
  const moveTo = (moment: number, machine: number) => {
    if (!(moment >= 0 && moment < LAST))
      throw new RangeError('expected a moment of the years 1970 to 9999, got one beyond them');
    ahead = moment - base(machine);
  };

  return {
    at,
    now: () => at(Date.now()),
    today() {
      const now = at(Date.now());
      const number = Math.floor(now / DAY);
      if (number !== last.number) last = { number, day: dayOf(new Date(now)) };

      return last.day;
    },
    advance(milliseconds) {
      // Read once: a clock that is read twice may change in between.
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
 * Reads `2026-01-31`, the beginning of that day in UTC, or `2026-01-31T12:00:00Z`.
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
