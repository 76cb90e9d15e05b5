/** A thread of a selftest: judges what it is sent, one after another. */
import { parentPort } from 'node:worker_threads';
import { judge } from './judge.ts';
import type { Subject } from './subject.ts';

parentPort?.on('message', async (subject: Subject) => {
  parentPort?.postMessage(await judge(subject));
});
