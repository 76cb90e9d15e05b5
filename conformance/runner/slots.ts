/** Limits how many actions run at the same time. The most urgent waiting action is next. */
import { clock } from '../rule/clock.ts';

/** Runs an action as soon as a slot is free. The highest priority is first, then the highest second one. */
export type Slots = <T>(act: () => Promise<T>, priority?: number, second?: number) => Promise<T>;

export function createSlots(count: number): Slots {
  const waiting: { readonly priority: number; readonly second: number; readonly go: () => void }[] = [];
  let free = count;

  return async (act, priority = 0, second = 0) => {
    if (free > 0) free--;
    else
      await new Promise<void>((go) => {
        const isLater = (other: (typeof waiting)[number]) =>
          other.priority === priority ? other.second < second : other.priority < priority;
        const index = waiting.findIndex(isLater);
        waiting.splice(index === -1 ? waiting.length : index, 0, { priority, second, go });
      });
    try {
      return await act();
    } finally {
      // By then what follows from this one waits too, and may be more urgent.
      clock().afterwards(() => {
        const next = waiting.shift();
        if (next === undefined) free++;
        else next.go();
      });
    }
  };
}
