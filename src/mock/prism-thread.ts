/** Runs Prism in a thread of its own: loading it takes a second, in which the mock goes on answering. */
import { Worker } from 'node:worker_threads';
import { contractPath } from '../contract/document.ts';
import type { Prism } from './prism.ts';
import type { Question, Reply } from './prism-worker.ts';
import { refuseBecause } from './refusal.ts';

export interface PrismThread extends Prism {
  /** Ends the thread, and refuses every request that still waits for it. */
  readonly close: () => Promise<void>;
}

const CLOSED = refuseBecause('unavailable', 'the mock was closed before Prism answered');

type Waiting = PromiseWithResolvers<Awaited<ReturnType<Prism['sample']>>>;

/** Every mock has one. The thread starts with the first request, and keeps the process alive only while one waits. */
export function createPrismThread(): PrismThread {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let asked = 0;
  let isClosed = false;

  const take = (number: number): Waiting | undefined => {
    const one = waiting.get(number);
    waiting.delete(number);
    if (waiting.size === 0) worker?.unref();

    return one;
  };
  const fail = (error: Error) => {
    worker = undefined;
    for (const number of [...waiting.keys()]) take(number)?.reject(error);
  };
  const start = () => {
    const started = new Worker(workerFile(), { workerData: contractPath(), execArgv: [] });
    started.on('message', (reply: Reply) => {
      const one = take(reply.number);
      if (reply.kind === 'answered') one?.resolve(reply.answer);
      else one?.reject(new Error(reply.error));
    });
    started.on('error', (error: Error) => fail(error));
    started.on('exit', () => {
      if (worker === started) fail(new Error('the thread of Prism ended'));
    });

    return started;
  };

  return {
    sample(path, { headers, body }, preference) {
      if (isClosed) return Promise.resolve(CLOSED);
      worker ??= start();
      asked += 1;
      const one: Waiting = Promise.withResolvers();
      const question: Question = { number: asked, path, visit: { headers, body }, preference };
      try {
        worker.postMessage(question);
        waiting.set(asked, one);
        worker.ref();
      } catch (error) {
        one.reject(error);
      }

      return one.promise;
    },
    async close() {
      isClosed = true;
      const ending = worker;
      worker = undefined;
      for (const number of [...waiting.keys()]) take(number)?.resolve(CLOSED);
      await ending?.terminate();
    },
  };
}

/** This repository runs its TypeScript as it is; what is published is compiled, and tsc leaves the text of an address alone. */
function workerFile(): URL {
  return new URL(
    import.meta.url.endsWith('.ts') ? './prism-worker.ts' : './prism-worker.js',
    import.meta.url,
  );
}
