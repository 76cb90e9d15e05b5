/**
 * Services that obey the document are never accused; their near-legal twins are. `SEEDS=20 EFFORT=deep` tries them with as many
 * seeds, at another effort.
 */
import { describe, expect, test } from 'vitest';
import type { EffortName } from '../../../conformance/index.ts';
import { sampled } from '../../support/sampled.ts';
import { LEGAL, TWINS } from './index.ts';
import { accusationsIn, judgeService } from './legal-service.ts';

/** Some of each kind. */
const SOME = LEGAL.filter(({ isSlow = false }, index) => !isSlow && index % 18 === 1);

const { SEEDS = '1', EFFORT = 'quick' } = process.env;
const EVERY = sampled(LEGAL, 2).flatMap((service) =>
  Array.from({ length: Number(SEEDS) }, (_, index) => ({ ...service, seed: index + 1 })),
);

describe.concurrent('is not accused: a service that', () => {
  test.each(EVERY)('$name, by seed $seed', async ({ seed, ...service }) => {
    const report = await judgeService(service, { effort: EFFORT as EffortName, seed });

    expect(accusationsIn(report, service)).toEqual([]);
  });

  test.each(sampled(SOME, 0))('$name, at standard effort', async (service) => {
    const report = await judgeService(service, { effort: 'standard', seed: 2 });

    expect(accusationsIn(report, service)).toEqual([]);
  });
});

describe('is found: a service that', () => {
  test.each(sampled(TWINS, 1))('$name ($rule)', async (twin) => {
    const [group] = twin.rule.split('/');
    const report = await judgeService(twin, { seed: 1, selects: (id) => id.startsWith(`${group}/`) });

    expect(report.verdict).toBe('nonconformant');
    expect(report.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)).toContain(twin.rule);
  });
});
