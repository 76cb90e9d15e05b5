/** The only file that knows threads: each takes the next in the list as soon as it is done with the last. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Judged } from './judge.ts';
import type { Subject } from './subject.ts';

/** Each takes some memory, and half a second to start. */
const MOST_THREADS = 8;

/** Judges all, in the order of the list. @throws whatever a thread threw, which is a fault of the tool */
export async function judgeAll(
  subjects: readonly Subject[],
  onJudged: (done: number) => void,
): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  const waiting = subjects.entries();
  let done = 0;
  const work = async () => {
    const thread = new Worker(threadFile());
    try {
      for (const [at, subject] of waiting) {
        thread.postMessage(subject);
        [judged[at]] = (await once(thread, 'message')) as [Judged];
        onJudged(++done);
      }
    } finally {
      await thread.terminate();
    }
  };
  // One more than there are cores: a mock that limits its rate, or answers late, leaves its thread waiting.
  const threads = Math.min(availableParallelism() + 1, MOST_THREADS, subjects.length);
  await Promise.all(Array.from({ length: threads }, work));

  return judged;
}

/** This repo runs its TypeScript as it is, what is published is compiled, and tsc leaves the text of an address alone. */
function threadFile(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url);
}
