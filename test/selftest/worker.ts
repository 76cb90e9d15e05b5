/** A worker thread of a selftest: judges the mocks that it receives. */
import { parentPort } from 'node:worker_threads';
import { judge } from './judge.ts';
import type { Subject } from './subjects.ts';

parentPort?.on('message', async (subject: Subject) => {
  parentPort?.postMessage(await judge(subject));
});
