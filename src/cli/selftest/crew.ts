/** The only file that knows threads: each takes the next in the list as soon as it is done with the last. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Judged } from './judge.ts';
import type { Subject } from './subject.ts';

/** Each takes some memory, and half a second to start. */
const MOST_THREADS = 8;

interface Watched {
  readonly onJudged: (done: number) => void;
  /** Ends the work at once, with what is judged by then. */
  readonly signal: AbortSignal;
}

/** Judges all, in the order of the list. @throws whatever a thread threw, which is a fault of the tool */
export async function judgeAll(
  subjects: readonly Subject[],
  { onJudged, signal }: Watched,
): Promise<readonly Judged[]> {
  const judged = new Map<number, Judged>();
  const waiting = subjects.entries();
  const work = async () => {
    const thread = new Worker(threadFile());
    try {
      for (const [at, subject] of waiting) {
        if (signal.aborted) break;
        thread.postMessage(subject);
        const [one] = (await once(thread, 'message', { signal })) as [Judged];
        judged.set(at, one);
        onJudged(judged.size);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await thread.terminate();
    }
  };
  // One more than there are cores: a mock that limits its rate, or answers late, leaves its thread waiting.
  const threads = Math.min(availableParallelism() + 1, MOST_THREADS, subjects.length);
  await Promise.all(Array.from({ length: threads }, work));

  return subjects.flatMap((_, at) => judged.get(at) ?? []);
}

/** This repo runs its TypeScript as it is, what is published is compiled, and tsc leaves the text of an address alone. */
function threadFile(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url);
}
