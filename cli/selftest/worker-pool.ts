/** Runs a selftest in worker threads. Each takes the next mock from the list when it has finished one. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { startWorker } from '../../src/contract/package-files.ts';
import type { Judged } from './judge.ts';
import type { Subject } from './subject.ts';

/** Each takes some memory, and half a second to start. */
const MOST_THREADS = 8;

interface PoolOptions {
  readonly onJudged: (done: number) => void;
  /** Ends the run at once; what was judged by then is returned. */
  readonly signal: AbortSignal;
}

/** Judges all, in the order of the list. @throws an error of a worker, which is a fault of tollgate */
export async function judgeAll(
  subjects: readonly Subject[],
  { onJudged, signal }: PoolOptions,
): Promise<readonly Judged[]> {
  const judged = new Map<number, Judged>();
  const waiting = subjects.entries();
  const work = async () => {
    const worker = startWorker('cli/selftest/worker.ts');
    try {
      for (const [at, subject] of waiting) {
        if (signal.aborted) break;
        worker.postMessage(subject);
        const [one] = (await once(worker, 'message', { signal })) as [Judged];
        judged.set(at, one);
        onJudged(judged.size);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await worker.terminate();
    }
  };
  // One more than there are cores: a mock that limits its rate, or answers late, leaves its thread waiting.
  const threads = Math.min(availableParallelism() + 1, MOST_THREADS, subjects.length);
  await Promise.all(Array.from({ length: threads }, work));

  return subjects.flatMap((_, at) => judged.get(at) ?? []);
}
