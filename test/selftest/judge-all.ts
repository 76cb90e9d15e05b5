/** Judges mocks in worker threads. Each thread takes the next mock from the list when it has finished one. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Judged } from './judge.ts';
import type { Subject } from './subjects.ts';

/** Each takes some memory, and half a second to start. */
const MOST_THREADS = 8;

/** Judges all, in the order of the list. @throws an error of a worker, which is a fault of tollgate */
export async function judgeAll(
  subjects: readonly Subject[],
  onJudged: (done: number) => void,
): Promise<readonly Judged[]> {
  const judged = new Map<number, Judged>();
  const waiting = subjects.entries();
  const work = async () => {
    const worker = new Worker(new URL('worker.ts', import.meta.url));
    for (const [at, subject] of waiting) {
      worker.postMessage(subject);
      const [one] = (await once(worker, 'message')) as [Judged];
      judged.set(at, one);
      onJudged(judged.size);
    }
    await worker.terminate();
  };
  // One more than there are cores: a mock that limits its rate, or answers late, leaves its thread waiting.
  const threads = Math.min(availableParallelism() + 1, MOST_THREADS, subjects.length);
  await Promise.all(Array.from({ length: threads }, work));

  return subjects.flatMap((_, at) => judged.get(at) ?? []);
}
