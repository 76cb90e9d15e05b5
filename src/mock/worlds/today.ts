/** The day of the sale, which rules about surcharges depend on: in UTC. */
import { type Day, dayOf } from '../../engine/index.ts';

/** In milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

/** @param now in milliseconds, as `Date.now` gives it */
export function createToday(now: () => number): () => Day {
  let last = { number: Number.NaN, day: dayOf(new Date(0)) };

  return () => {
    const moment = now();
    const number = Math.floor(moment / DAY);
    // Each fee needs the day, and it rarely changes.
    if (number !== last.number) last = { number, day: dayOf(new Date(moment)) };
    return last.day;
  };
}
