/** Hands out turns at an even rate, whoever takes them and however long they take. */

export interface Pacer extends Disposable {
  /** Resolves when it is time for one more. */
  readonly turn: () => Promise<void>;
}

/** Between two looks at the clock, in milliseconds. */
const TICK = 2;

/** Turns that nobody took in time are not made up for, but for these seconds. */
const LONGEST_DEBT = 1;

export function createPacer(perSecond: number): Pacer {
  const waiting: (() => void)[] = [];
  let last = performance.now();
  let due = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    due = Math.min(due + ((now - last) / 1000) * perSecond, perSecond * LONGEST_DEBT);
    last = now;
    for (; due >= 1 && waiting.length > 0; due--) waiting.shift()?.();
  }, TICK);

  return {
    turn: () => new Promise((resolve) => waiting.push(resolve)),
    [Symbol.dispose]() {
      clearInterval(timer);
      for (const resolve of waiting) resolve();
    },
  };
}
