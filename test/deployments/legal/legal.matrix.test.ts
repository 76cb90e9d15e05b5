/**
 * Services that obey the document are never accused, alone or several of them in one.
 * `SEEDS=20 EFFORT=deep` tries them with as many seeds, at another effort.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Deployment } from '../../../conformance/deployment/deployment.ts';
import type { EffortName, Report } from '../../../conformance/index.ts';
import { runsOf, sampled, testThoroughly } from '../../support/sampled.ts';
import { type JudgeOptions, judge, outcomes } from '../judge.ts';
import { LEGAL } from './index.ts';
import { accusationsIn, judgeService, type LegalService } from './legal-service.ts';

const { SEEDS = '1', EFFORT = 'quick' } = process.env;
const EVERY = sampled(LEGAL, 2).flatMap((service) =>
  Array.from({ length: Number(SEEDS) }, (_, index) => ({ ...service, seed: index + 1 })),
);

describe.concurrent('is not accused: a service that', () => {
  test.each(EVERY)('$name, by seed $seed', async ({ seed, effort = EFFORT as EffortName, ...service }) => {
    const report = await judgeService(service, { effort, seed });

    expect(accusationsIn(report, service)).toEqual([]);
  });
});

/** Those that need no deployment file of their own, and are judged by all rules in a short run. */
const MIXABLE = LEGAL.filter(({ file, isSlow, inconclusiveAt }) =>
  [file, isSlow, inconclusiveAt].every((special) => special === undefined),
);

/** Mixtures that have each of them, none with two that replace the same part of the reference. */
function mixturesOf(services: readonly LegalService[]): readonly (readonly LegalService[])[] {
  const mixtures: { readonly services: LegalService[]; readonly parts: Set<string> }[] = [];
  for (const service of services) {
    const parts = new Set(Object.keys(service.make()));
    const fitting = mixtures.find((mixture) => mixture.parts.isDisjointFrom(parts));
    if (fitting === undefined) mixtures.push({ services: [service], parts });
    else {
      fitting.services.push(service);
      for (const part of parts) fitting.parts.add(part);
    }
  }

  return mixtures.map((mixture) => mixture.services);
}

/** The verdict, and what a must rule holds against the mixture; warnings that none of its services explains. */
async function accusationsOf(mixture: readonly LegalService[], options: JudgeOptions) {
  const report = await judge(Object.assign({}, ...mixture.map(({ make }) => make())), options);
  const explained: readonly string[] = mixture.flatMap(({ breaks = [] }) => breaks);
  const wrong = report.rules.filter(
    ({ id, level, outcome }) =>
      ['fail', 'unstable', 'broken', ...(level === 'must' ? ['blocked'] : [])].includes(outcome) &&
      !explained.includes(id),
  );

  return [report.verdict, ...wrong.map(({ id, outcome, reason }) => `${id} ${outcome}: ${reason}`)];
}

test.each(
  sampled(mixturesOf(MIXABLE), 0).map(
    (mixture) => [mixture.map(({ name }) => name).join(', '), mixture] as const,
  ),
)('is not accused at standard effort: a service that %s', async (_, mixture) => {
  expect(await accusationsOf(mixture, {})).toEqual(['conformant']);
});

test('no random mixture of them is accused, at any seed and effort, whatever is known of the deployment', async () => {
  const known = fc.constantFrom<Partial<Deployment>>(
    {},
    { several: undefined },
    { one: { token: 'token-of-one', processors: [] }, several: undefined, multiPay: false },
    { cards: ['5555555555554444'], amounts: { min: 1, max: 400 } },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...MIXABLE], { minLength: 8, maxLength: 30 }),
      known,
      fc.constantFrom<EffortName>('quick', 'standard'),
      fc.nat(),
      async (services, overrides, effort, seed) => {
        const [mixture = []] = mixturesOf(services);

        expect(await accusationsOf(mixture, { seed, effort, overrides })).toEqual(['conformant']);
      },
    ),
    // The selftest judges 200 mixtures of what the mock can choose.
    { numRuns: runsOf(4, 1 / 4), endOnFailure: true },
  );
});

testThoroughly('the reference deployment is conformant, and every must rule was judged', async () => {
  const report = await judge();
  const open = report.rules.filter(({ level, outcome }) => level === 'must' && outcome !== 'pass');

  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  // No deployment file states its fees.
  expect(open.map(({ id }) => id)).toEqual(['fee/matches-reference']);
  expect(outcomes(report, 'fail')).toEqual([]);
});

testThoroughly('a lock-out after wrong tokens is observed', async () => {
  const name = 'refuses everything of a client that guesses tokens';
  const report: Report = await judge(LEGAL.find((service) => service.name === name)!.make());

  expect(report.choices).toMatchObject({ lockout: '423' });
});
