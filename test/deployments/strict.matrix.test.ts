/** The strictest mock is a legal service: it refuses nothing that every service has to accept. */
import { expect, test } from 'vitest';
import { describeMock } from '../../cli/describe-mock.ts';
import { conform } from '../../conformance/index.ts';
import { STRICT_CHOICES } from '../../src/contract/choices.ts';
import { startMock } from '../../src/mock/index.ts';
import { sampled } from '../support/sampled.ts';

const RUNS = [
  ['quick', 1],
  ['standard', 1],
  ['standard', 2],
  ['deep', 1],
] as const;

/** Not observed: an expired token, which needs the secret of the service. */
const { 'expired-token': _, ...OBSERVED } = STRICT_CHOICES;

test.each(sampled(RUNS, 1))('mock --strict is conformant at effort %s with seed %d', async (effort, seed) => {
  await using mock = await startMock({
    choices: STRICT_CHOICES,
    jwtSecret: 'the secret of the strictest mock',
  });
  const report = await conform({ deployment: describeMock(mock), effort, seed, strict: true });
  const open = report.rules.filter(({ outcome }) => !['pass', 'observed', 'skipped'].includes(outcome));

  expect({ verdict: report.verdict, open }).toEqual({ verdict: 'conformant', open: [] });
  if (effort !== 'quick') expect(report.choices).toMatchObject(OBSERVED);
});
