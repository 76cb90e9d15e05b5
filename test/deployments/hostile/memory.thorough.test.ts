/** What a deployment sends is never all kept: judged from a process of its own, by the most memory at any moment. */
import { describe, expect, test } from 'vitest';
import { meet } from '../../../bench/suite.ts';
import { HOSTILE } from './index.ts';

const MIB = 2 ** 20;

describe('no more than 300 MiB are taken by a deployment that', () => {
  const worst = HOSTILE.filter(({ name }) =>
    [
      'has an sTxId of 200,000 characters',
      'has a message of 200,000 characters',
      'refuses with 900 KB',
      'nests 100,000 levels deep',
    ].includes(name),
  );

  test.each(worst)('$name', async (hostile) => {
    const { verdict, most = 0 } = await meet(hostile);

    expect(verdict).toBe(hostile.verdict);
    expect(most / MIB).toBeLessThan(300);
  });
});
