/** Runs Prism in a worker thread: loading it takes a second, during which the mock answers other requests. */
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../../contract/package-files.ts';
import { refuseBecause } from '../refusal.ts';
import type { Prism } from './prism.ts';
import type { WorkerRequest, WorkerResponse } from './prism-worker.ts';

export interface PrismThread extends Prism {
  /** Ends the thread, and refuses the requests that wait for it. */
  readonly close: () => Promise<void>;
}

const CLOSED = refuseBecause('unavailable', 'the mock was closed before Prism answered');

type Pending = PromiseWithResolvers<Awaited<ReturnType<Prism['sample']>>>;

/** The thread starts with the first request. It keeps the process alive only while a request waits for it. */
export function createPrismThread(): PrismThread {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let count = 0;
  let isClosed = false;

  const take = (number: number): Pending | undefined => {
    const one = pending.get(number);
    pending.delete(number);
    if (pending.size === 0) worker?.unref();

    return one;
  };
  const fail = (error: Error) => {
    worker = undefined;
    for (const number of [...pending.keys()]) take(number)?.reject(error);
  };
  const start = () => {
    const started = startWorker('src/mock/sampling/prism-worker.ts');
    started.on('message', (response: WorkerResponse) => {
      const one = take(response.number);
      if (response.kind === 'sampled') one?.resolve(response.sample);
      else one?.reject(new Error(response.error));
    });
    started.on('error', (error: Error) => fail(error));
    started.on('exit', () => {
      if (worker === started) fail(new Error('the worker thread of Prism ended'));
    });

    return started;
  };

  return {
    sample(path, { headers, body }, preference) {
      if (isClosed) return Promise.resolve(CLOSED);
      worker ??= start();
      count += 1;
      const one: Pending = Promise.withResolvers();
      const message: WorkerRequest = { number: count, path, request: { headers, body }, preference };
      try {
        worker.postMessage(message);
        pending.set(count, one);
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
      for (const number of [...pending.keys()]) take(number)?.resolve(CLOSED);
      await ending?.terminate();
    },
  };
}
