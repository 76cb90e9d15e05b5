/** Executions run side by side, until one has to be alone with the deployment. */

export interface Turns {
  /** Runs beside others that do the same. */
  beside<T>(act: () => Promise<T>): Promise<T>;
  /** Runs when nothing else does, and holds everything else back meanwhile. */
  alone<T>(act: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  let running = 0;
  let wakeWhenIdle: (() => void) | undefined;
  /** Resolves when the last of those that asked to be alone is done. */
  let alone: Promise<unknown> = Promise.resolve();

  return {
    async beside(act) {
      for (let seen: unknown; seen !== alone; ) {
        seen = alone;
        await seen;
      }
      running++;
      try {
        return await act();
      } finally {
        running--;
        if (running === 0) wakeWhenIdle?.();
      }
    },
    alone(act) {
      const turn = alone.then(async () => {
        if (running > 0) await new Promise<void>((wake) => (wakeWhenIdle = wake));
        wakeWhenIdle = undefined;

        return act();
      });
      alone = turn.catch(() => {});

      return turn;
    },
  };
}
