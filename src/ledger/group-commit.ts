/** Commits concurrent calls together, so that one write to disk serves all of them. */
import { closedError, LedgerError } from './ledger-error.ts';

/** How long to retry while another process holds the lock, in milliseconds. */
const LOCK_TIMEOUT = 1_000;

/** Delay between two retries, in milliseconds. */
const RETRY_DELAY = 10;

/** A group of this size is committed without waiting for more calls. */
const MAX_GROUP = 256;

export interface GroupCommit {
  /** Resolves once the task is committed. */
  readonly submit: <T>(task: () => T) => Promise<T>;
  /** Commits the submitted tasks; later ones are refused. */
  readonly close: () => void;
}

interface Submitted {
  readonly task: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * @param commit runs all tasks in one transaction and returns their results, or rolls back and throws
 * @param place path of the ledger, for messages
 */
export function createGroupCommit(
  commit: (tasks: readonly (() => unknown)[]) => readonly unknown[],
  place: string,
): GroupCommit {
  let waiting: Submitted[] = [];
  let lockedSince: number | undefined;
  let isClosed = false;

  const collect = (before: number) => {
    // Clients that got their responses together send their next calls together, but over several turns.
    if (waiting.length > before && waiting.length < MAX_GROUP) setImmediate(collect, waiting.length);
    else flush();
  };
  const flush = () => {
    if (waiting.length === 0) return;
    try {
      const values = commit(waiting.map(({ task }) => task));
      for (const [at, { resolve }] of takeAll().entries()) resolve(values[at]);
    } catch (error) {
      if (isRetryable(error)) setTimeout(flush, RETRY_DELAY);
      else for (const { reject } of takeAll()) reject(error);
    }
  };
  const takeAll = () => {
    const all = waiting;
    waiting = [];
    lockedSince = undefined;

    return all;
  };
  // Retries with a timer: waiting inside SQLite would block the whole process.
  const isRetryable = (error: unknown) => {
    if (!(error instanceof LedgerError) || error.code !== 'ledger-locked' || isClosed) return false;
    lockedSince ??= performance.now();

    return performance.now() - lockedSince < LOCK_TIMEOUT;
  };

  return {
    submit<T>(task: () => T) {
      if (isClosed) return Promise.reject(closedError(place));

      return new Promise<T>((resolve, reject) => {
        waiting.push({ task, resolve: resolve as (value: unknown) => void, reject });
        // Later calls join a group that is already scheduled or retrying.
        if (waiting.length === 1) setImmediate(collect, 1);
      });
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      flush();
    },
  };
}
