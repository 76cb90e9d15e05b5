/** Runs Prism in a worker thread: loading it takes a second, during which the mock answers other requests. */
import { once } from 'node:events';
import { MessageChannel, type Worker } from 'node:worker_threads';
import { startWorker } from '../../contract/package-files.ts';
import { refuseBecause } from '../refusal.ts';
import type { Prism } from './prism.ts';
import type { WorkerRequest, WorkerResponse } from './prism-worker.ts';

export interface PrismThread extends Prism {
  /** Ends the thread, and refuses the requests that wait for it. */
  readonly close: () => Promise<void>;
}

const CLOSED = refuseBecause('unavailable', 'the mock was closed before Prism answered');

/** The thread starts with the first request. It keeps the process alive only while a request waits for it. */
export function createPrismThread(): PrismThread {
  let worker: Worker | undefined;
  let failure: Error | undefined;
  let isClosed = false;

  const start = () => {
    const started = startWorker('src/mock/sampling/prism-worker.ts');
    started.unref();
    failure = undefined;
    started.on('error', (error: Error) => {
      failure = error;
    });
    started.on('exit', () => {
      if (worker === started) worker = undefined;
    });

    return started;
  };

  return {
    async sample(path, { headers, body }, preference) {
      if (isClosed) return CLOSED;
      worker ??= start();
      const { port1: here, port2: there } = new MessageChannel();
      const request: WorkerRequest = { path, request: { headers, body }, preference, answerTo: there };
      worker.postMessage(request, [there]);
      // The port closes with the thread.
      const answered = await Promise.race([once(here, 'message'), once(here, 'close')]);
      here.close();
      const [response] = answered as [WorkerResponse?];
      if (response?.kind === 'sampled') return response.sample;
      if (isClosed) return CLOSED;
      throw response === undefined
        ? (failure ?? new Error('the worker thread of Prism ended'))
        : new Error(response.error);
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
