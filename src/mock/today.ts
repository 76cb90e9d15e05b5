/** Which day it is for rules about surcharges: that of Coordinated Universal Time. */
import { type Day, dayOf } from '../engine/index.ts';

/** In milliseconds. Coordinated Universal Time has no shorter and no longer days here. */
const DAY = 24 * 60 * 60 * 1000;

/** @param now in milliseconds, as `Date.now` gives it */
export function createToday(now: () => number): () => Day {
  let last = { number: Number.NaN, day: dayOf(new Date(0)) };

  return () => {
    const moment = now();
    const number = Math.floor(moment / DAY);
    // Every fee asks, and nearly always on the day of the one before.
    if (number !== last.number) last = { number, day: dayOf(new Date(moment)) };
    return last.day;
  };
}
