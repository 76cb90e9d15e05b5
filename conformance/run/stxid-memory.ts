/** Remembers the sTxId of every first call of a run, to notice one that is given out again. */

export interface StxidMemory {
  /** One more fee call of any kind. */
  call(): void;
  /** That call opened a transaction of this name. */
  note(sTxId: string): void;
  /** The fewest fee calls between two that got the same; undefined where each got its own. */
  readonly reusedAfter: number | undefined;
}

export function createStxidMemory(): StxidMemory {
  const lastGiven = new Map<string, number>();
  let calls = 0;
  let reusedAfter: number | undefined;

  return {
    call() {
      calls++;
    },
    note(sTxId) {
      const before = lastGiven.get(sTxId);
      if (before !== undefined)
        reusedAfter = Math.min(reusedAfter ?? Number.POSITIVE_INFINITY, calls - before - 1);
      lastGiven.set(sTxId, calls);
    },
    get reusedAfter() {
      return reusedAfter;
    },
  };
}
