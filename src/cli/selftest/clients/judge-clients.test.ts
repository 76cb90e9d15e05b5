import { expect, test } from 'vitest';
import { CLIENT_SUBJECTS, judgeClient } from './judge-clients.ts';

/** Rules whose runs last as long as the timeouts of the client: `tollgate selftest --clients` judges by them too. */
const LONG: readonly string[] = ['client-tolerance/late-answers', 'client-resilience/gives-up'];

const judgeAll = (kind: 'mistake' | 'style') =>
  Promise.all(
    CLIENT_SUBJECTS.filter((subject) => subject.kind === kind).map((subject) =>
      judgeClient(subject, { seed: 1, selects: (id) => !LONG.includes(id) }),
    ),
  );

test('each mistake of a client is found by its own rule, and by no other', async () => {
  const judged = await judgeAll('mistake');

  expect(judged).toHaveLength(40);
  expect(judged.flatMap(({ deviations }) => deviations)).toEqual([]);
});

test('each legal style passes', async () => {
  const judged = await judgeAll('style');

  expect(judged.length).toBeGreaterThanOrEqual(12);
  expect(judged.flatMap(({ subject: { name }, deviations }) => deviations.map((one) => [name, one]))).toEqual(
    [],
  );
});
