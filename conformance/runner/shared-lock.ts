/** A lock for executions that may run concurrently, or that need the deployment alone. */

export interface SharedLock {
  /** Runs concurrently with other shared actions. */
  shared<T>(act: () => Promise<T>): Promise<T>;
  /** Runs once all others are done, and holds back those that start meanwhile. */
  exclusive<T>(act: () => Promise<T>): Promise<T>;
  /** Whether an exclusive action is running. */
  readonly isExclusive: boolean;
}

export function createSharedLock(): SharedLock {
  let running = 0;
  let isExclusive = false;
  let wakeWhenIdle: (() => void) | undefined;
  /** Resolves when the last exclusive action so far is done. */
  let lastExclusive: Promise<unknown> = Promise.resolve();

  return {
    async shared(act) {
      for (let awaited: unknown; awaited !== lastExclusive; ) {
        awaited = lastExclusive;
        await awaited;
      }
      running++;
      try {
        return await act();
      } finally {
        running--;
        if (running === 0) wakeWhenIdle?.();
      }
    },
    exclusive(act) {
      const result = lastExclusive.then(async () => {
        if (running > 0) await new Promise<void>((wake) => (wakeWhenIdle = wake));
        wakeWhenIdle = undefined;
        isExclusive = true;
        try {
          return await act();
        } finally {
          isExclusive = false;
        }
      });
      lastExclusive = result.catch(() => {});

      return result;
    },
    get isExclusive() {
      return isExclusive;
    },
  };
}
