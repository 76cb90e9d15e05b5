/** What the document leaves open is never held against a mock: each option, mixtures of them, and grease. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conform } from '../../conformance/index.ts';
import type { Report } from '../../conformance/report/report.ts';
import { CHOICE_NAMES, type ChoiceName, type Choices, optionsOf } from '../../src/contract/choices.ts';
import { MUST_RULES, type RuleId } from '../../src/contract/rule-ids.ts';
import { type MockOptions, startMock } from '../../src/mock/index.ts';
import { describeMock } from './describe-mock.ts';

/** The report, and what of it accuses or excuses: every must rule has to be judged, and to pass. */
async function judge(options: MockOptions, seed: number) {
  await using mock = await startMock(options);
  const deployment = describeMock(mock);
  const report = await conform({ deployment, selects: isMust, effort: 'quick', seed });

  return { report, accusation: accusationIn(report) };
}

function accusationIn({ verdict, exitCode, rules }: Report) {
  const open = rules.filter(({ level, outcome }) => level === 'must' && outcome !== 'pass');

  return { verdict, exitCode, rules: open.map(({ id, outcome, reason }) => `${id} ${outcome}: ${reason}`) };
}

function isMust(id: RuleId): boolean {
  return MUST_RULES.some((known) => known === id);
}

const NONE = { verdict: 'conformant', exitCode: 0, rules: [] };

const SINGLE = CHOICE_NAMES.flatMap((name) =>
  optionsOf(name)
    .slice(1)
    .map((option) => [name, option] as const),
);

const MIXTURES = fc.sample(
  fc.record({
    choices: fc.record(
      Object.fromEntries(CHOICE_NAMES.map((name) => [name, fc.constantFrom(...optionsOf<ChoiceName>(name))])),
    ) as fc.Arbitrary<Choices>,
    lenient: fc.boolean(),
    seed: fc.nat(),
  }),
  36,
);

describe('the suite accuses no mock that chooses', () => {
  test.each(SINGLE)('%s=%s', async (name, option) => {
    const { report, accusation } = await judge({ choices: { [name]: option } }, 1);

    expect(accusation).toEqual(NONE);
    if (name === 'success-status' || name === 'sale-status') expect(report.choices[name]).toBe(option);
  });

  test.each(MIXTURES)('mixture %#, lenient or not', async ({ choices, lenient, seed }) => {
    expect((await judge({ choices, lenient }, seed)).accusation).toEqual(NONE);
  });
});

test.each(Array.from({ length: 20 }, (_, seed) => seed))(
  'the suite accuses no mock that is greased with %i',
  async (seed) => {
    expect((await judge({ grease: seed }, seed)).accusation).toEqual(NONE);
  },
);

/**
 * What a choice is warned of is what it chooses: to take who brings no right token, to call JSON something else, to
 * overlook an identifier, to take a client's fault for the server's.
 */
const WARNED: { readonly [choice: string]: RuleId } = {
  'missing-token=take': 'auth/refuses-missing-token',
  'invalid-token=take': 'auth/refuses-invalid-token',
  'response-media-type=json-suffix': 'transport/content-type-json',
  'response-media-type=text-plain': 'transport/content-type-json',
  'response-media-type=none': 'transport/content-type-json',
  'mismatched-identifiers=stxid-decides': 'sale/refuses-mismatched-identifiers',
  'refusal-status=500': 'robustness/no-server-error-on-bad-input',
  'malformed-json-status=500': 'robustness/no-server-error-on-bad-input',
};

/** A choice to take tokens leaves none to verify. */
const takesAnyToken = (name: string, option: string) => name.endsWith('-token') && option === 'take';

test.each(SINGLE)('of %s=%s the suite warns where that goes against a should rule', async (name, option) => {
  const jwtSecret = takesAnyToken(name, option) ? undefined : 'a secret of the mocks of this test';
  await using mock = await startMock({ choices: { [name]: option }, jwtSecret });
  const selects = (id: RuleId) => !isMust(id);
  const { rules } = await conform({ deployment: describeMock(mock), selects, effort: 'quick', seed: 1 });
  const warned = rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'unstable');

  expect(warned.map(({ id }) => id)).toEqual([WARNED[`${name}=${option}`]].filter((id) => id !== undefined));
});
