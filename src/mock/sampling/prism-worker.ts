/** The worker thread of Prism: answers each request with the number that it came with. */
import { parentPort } from 'node:worker_threads';
import { readContract } from '../../contract/document.ts';
import type { Preference } from './preference.ts';
import { createPrism, type Prism, type SampleRequest } from './prism.ts';

export interface WorkerRequest {
  readonly number: number;
  readonly path: string;
  readonly request: SampleRequest;
  readonly preference: Preference;
}

export type WorkerResponse =
  | {
      readonly kind: 'sampled';
      readonly number: number;
      readonly sample: Awaited<ReturnType<Prism['sample']>>;
    }
  /** The error is a text, since some errors of Prism cannot be cloned. */
  | { readonly kind: 'failed'; readonly number: number; readonly error: string };

const prism = createPrism(readContract());
// Each request reports the error.
prism.catch(() => {});

parentPort?.on('message', ({ number, path, request, preference }: WorkerRequest) => {
  const respond = (response: WorkerResponse) => parentPort?.postMessage(response);
  prism
    .then(({ sample }) => sample(path, request, preference))
    .then(
      (sample) => respond({ kind: 'sampled', number, sample }),
      (error: unknown) => respond({ kind: 'failed', number, error: String(error) }),
    );
});
