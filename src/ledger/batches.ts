/** Gathers what is asked at about the same time, so that one commit, and one wait for the disk, serves all. */
import { closedError, LedgerError } from './ledger-error.ts';

/** How long others may keep the ledger locked before those who wait are told, in milliseconds. */
const PATIENCE = 1_000;

/** Between two tries, in milliseconds. */
const PAUSE = 10;

/** However many go on asking, nobody waits for more. */
const LARGEST = 256;

export interface Batches {
  /** Resolves once what the work did is committed. */
  readonly ask: <T>(work: () => T) => Promise<T>;
  /** Commits what was asked so far, and takes no more. */
  readonly end: () => void;
}

interface Asked {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * @param commit does all the work in one transaction and returns what each came to, or does none of it and throws
 * @param place for messages
 */
export function createBatches(
  commit: (works: readonly (() => unknown)[]) => readonly unknown[],
  place: string,
): Batches {
  let waiting: Asked[] = [];
  let lockedSince: number | undefined;
  let isEnded = false;

  const gather = (before: number) => {
    // Clients that were answered together ask again together, but not in one turn.
    if (waiting.length > before && waiting.length < LARGEST) setImmediate(gather, waiting.length);
    else settle();
  };
  const settle = () => {
    if (waiting.length === 0) return;
    try {
      const values = commit(waiting.map(({ work }) => work));
      for (const [at, { resolve }] of takeAll().entries()) resolve(values[at]);
    } catch (error) {
      if (isWorthAWait(error)) setTimeout(settle, PAUSE);
      else for (const { reject } of takeAll()) reject(error);
    }
  };
  const takeAll = () => {
    const all = waiting;
    waiting = [];
    lockedSince = undefined;

    return all;
  };
  // Waits by a timer and not in the database: that would stop the whole process.
  const isWorthAWait = (error: unknown) => {
    if (!(error instanceof LedgerError) || error.code !== 'ledger-locked' || isEnded) return false;
    lockedSince ??= performance.now();

    return performance.now() - lockedSince < PATIENCE;
  };

  return {
    ask<T>(work: () => T) {
      if (isEnded) return Promise.reject(closedError(place));

      return new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        // While the ledger is locked, whoever waits takes the newcomers along.
        if (waiting.length === 1) setImmediate(gather, 1);
      });
    },
    end() {
      if (isEnded) return;
      isEnded = true;
      settle();
    },
  };
}
