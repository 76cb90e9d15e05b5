/** The worker thread of Prism: answers each request at the port that it came with. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { readContract } from '../../contract/document.ts';
import { createPrism, type Preference, type Prism, type SampleRequest } from './prism.ts';

export interface WorkerRequest {
  readonly path: string;
  readonly request: SampleRequest;
  readonly preference: Preference;
  readonly answerTo: MessagePort;
}

export type WorkerResponse =
  | { readonly kind: 'sampled'; readonly sample: Awaited<ReturnType<Prism['sample']>> }
  /** The error is a text, since some errors of Prism cannot be cloned. */
  | { readonly kind: 'failed'; readonly error: string };

const prism = createPrism(readContract());
// Each request reports the error.
prism.catch(() => {});

parentPort?.on('message', ({ path, request, preference, answerTo }: WorkerRequest) => {
  const respond = (response: WorkerResponse) => answerTo.postMessage(response);
  prism
    .then(({ sample }) => sample(path, request, preference))
    .then(
      (sample) => respond({ kind: 'sampled', sample }),
      (error: unknown) => respond({ kind: 'failed', error: String(error) }),
    );
});
