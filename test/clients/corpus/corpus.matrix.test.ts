/** Broken clients are never green in silence, and sound ones never accused, at the effort standard. */
import { expect, test } from 'vitest';
import { checkClient, type Report } from '../../../conformance/index.ts';
import { startMock } from '../../../src/index.ts';
import { sampled } from '../../support/sampled.ts';
import { BROKEN, type Steps } from './broken.ts';
import { kit } from './kit.ts';
import { SOUND } from './sound.ts';

/** In milliseconds: two time limits of a client, and some. */
const TIME_LIMIT = 8_000;

function judge(steps: Steps, effort: 'quick' | 'standard', must: readonly string[] = []): Promise<Report> {
  return checkClient({
    startMock,
    effort,
    must,
    seed: 1,
    timeLimit: TIME_LIMIT,
    async run(context) {
      await steps(kit(context), context);
    },
  });
}

test.each(sampled(Object.entries(BROKEN), 3))('%s is not green in silence', async (_, steps) => {
  const { verdict, summary } = await judge(steps, 'standard');

  expect(verdict === 'nonconformant' || summary.includes('Warnings, which do not count: client-')).toBe(true);
});

test.each(sampled(Object.entries(SOUND), 2))('%s is not accused', async (_, steps) => {
  for (const effort of ['quick', 'standard'] as const) {
    const { verdict, summary, rules } = await judge(steps, effort, ['client-*/*']);
    const failed = rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable');

    expect({ verdict, failed: failed.map(({ id, reason }) => `${id}: ${reason}`) }, summary).toEqual({
      verdict: 'conformant',
      failed: [],
    });
  }
});
