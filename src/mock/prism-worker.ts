/** The thread of Prism: answers one question after another, each by its number. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Visit } from './check.ts';
import type { Preference } from './preference.ts';
import { createPrism, type Prism } from './prism.ts';

export interface Question {
  readonly number: number;
  readonly path: string;
  readonly visit: Visit;
  readonly preference: Preference;
}

export type Reply =
  | {
      readonly kind: 'answered';
      readonly number: number;
      readonly answer: Awaited<ReturnType<Prism['sample']>>;
    }
  /** Of what Prism throws not everything can be handed from thread to thread, so it is a text. */
  | { readonly kind: 'failed'; readonly number: number; readonly error: string };

const prism = createPrism(workerData);
// Each question is told.
prism.catch(() => {});

parentPort?.on('message', ({ number, path, visit, preference }: Question) => {
  const reply = (answer: Reply) => parentPort?.postMessage(answer);
  prism
    .then(({ sample }) => sample(path, visit, preference))
    .then(
      (answer) => reply({ kind: 'answered', number, answer }),
      (error: unknown) => reply({ kind: 'failed', number, error: String(error) }),
    );
});
