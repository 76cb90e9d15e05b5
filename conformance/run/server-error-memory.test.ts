import { expect, test } from 'vitest';
import { toAnswered } from '../client/answer.ts';
import type { Reply, Step } from '../conversation.ts';
import { DOCUMENTED_MANNER } from '../manner.ts';
import { createServerErrorMemory } from './server-error-memory.ts';

function outagesIn(statuses: readonly number[]): number {
  const memory = createServerErrorMemory();
  for (const status of statuses) {
    const answer = toAnswered({ status, headers: {}, text: '', ms: 1 });
    memory.note({ answer, manner: DOCUMENTED_MANNER } as Reply, {} as Step);
  }

  return memory.outages.length;
}

const good = (count: number) => Array.from({ length: count }, () => 200);

test.each([
  ['none', good(50), 0],
  ['one after another', [500, 502, 500], 1],
  ['between few other answers', [500, ...good(19), 500, ...good(10), 503], 1],
  ['between many other answers', [500, ...good(20), 500, ...good(40), 503], 3],
])('server errors: %s', (_, statuses, outages) => {
  expect(outagesIn(statuses)).toBe(outages);
});
