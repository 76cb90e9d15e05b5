import { expect, it } from 'vitest';
import { judgeAll } from './worker-pool.ts';

it('a pool that is aborted ends at once, with what was judged by then', async () => {
  const plain = { kind: 'plain', name: 'plain', effort: 'standard', seed: 1 } as const;

  expect(await judgeAll([plain], { onJudged: () => {}, signal: AbortSignal.abort() })).toEqual([]);
});
