/** The heart of observing: what a mock was told to choose is what the suite sees, and a mock like that does it again. */
import { describe, expect, test } from 'vitest';
import { conform } from '../../conformance/index.ts';
import { describeMock } from '../../src/cli/describe-mock.ts';
import { CHOICE_NAMES, type ChoiceName, type Choices, optionsOf } from '../../src/contract/choices.ts';
import { readObserved } from '../../src/contract/read-choices.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { startMock } from '../../src/mock/index.ts';

/** What the suite observes of a mock that chooses so. */
async function observe(choices: Choices) {
  await using mock = await startMock({ choices });
  const selects = (id: RuleId) => id.startsWith('observe/');

  return await conform({ deployment: describeMock(mock), selects, seed: 1 });
}

/** So many mocks try every option of every choice. */
const MOCKS = 9;

/** Where the plain count would hide an option: the first refusals have a status of their own, the last ones have not. */
const SHIFTS: { readonly [N in ChoiceName]?: readonly number[] } = {
  'refusal-status': [0, 1, 2, 3, 0, 1, 2, 3, 4],
  'extra-response-fields': [0, 1, 2, 0, 1, 2, 0, 1, 2],
  'field-order': [0, 1, 2, 1, 2, 1, 2, 0, 1],
};

const MIXTURES: readonly Choices[] = Array.from({ length: MOCKS }, (_, mock) =>
  Object.fromEntries(
    CHOICE_NAMES.map((name) => {
      const options = optionsOf<ChoiceName>(name);

      return [name, options[(SHIFTS[name]?.[mock] ?? mock) % options.length]];
    }),
  ),
);

/** No answer tells these apart, or nothing is there to see. */
const HIDDEN: readonly {
  readonly names: readonly ChoiceName[];
  readonly where: (choices: Choices) => boolean;
  readonly seen: string | undefined;
  readonly why: string;
}[] = [
  {
    names: ['second-sale'],
    where: (choices) => choices['second-sale'] !== 'refuse',
    seen: 'replace or keep',
    why: 'what a sale keeps shows in no answer',
  },
  {
    names: ['field-order'],
    where: (choices) =>
      choices['field-order'] !== 'documented' && choices['extra-response-fields'] === 'none',
    seen: 'reversed or alphabetical',
    why: 'message, sTxId and transactionFee are both',
  },
  {
    names: ['refusal-status', 'malformed-json-status', 'unknown-transaction-status'],
    where: ({ refusal }) => refusal?.startsWith('2xx') === true,
    seen: undefined,
    why: 'what is refused has the status of success',
  },
];

function visibleOf(choices: Choices): Readonly<Record<string, string>> {
  const seen = CHOICE_NAMES.map((name) => {
    const hidden = HIDDEN.find(({ names, where }) => names.includes(name) && where(choices));

    return [name, hidden === undefined ? choices[name] : hidden.seen] as const;
  });

  return Object.fromEntries(seen.filter(([, option]) => option !== undefined)) as Record<string, string>;
}

describe('a mock that chooses is observed to choose just that', () => {
  test.each(MIXTURES)(
    'mixture %#, and a mock that is like its report is observed likewise',
    async (choices) => {
      const report = await observe(choices);
      const { choices: alike, strange } = readObserved(report.choices);

      expect(report.choices).toEqual(visibleOf(choices));
      expect(strange).toEqual([]);
      expect((await observe(alike)).choices).toEqual(report.choices);
    },
  );

  test('and every option of every choice is among them, but for two that no answer tells apart', () => {
    const told = new Set(
      MIXTURES.flatMap((choices) => Object.entries(visibleOf(choices)).map((one) => one.join('='))),
    );
    const all = CHOICE_NAMES.flatMap((name) =>
      optionsOf<ChoiceName>(name).map((option) => `${name}=${option}`),
    );

    expect(all.filter((option) => !told.has(option))).toEqual(['second-sale=replace', 'second-sale=keep']);
  });
});

test('a mock that chooses nothing is observed to do what the first options say', async () => {
  const report = await observe({});

  expect(report.choices).toEqual(
    visibleOf(Object.fromEntries(CHOICE_NAMES.map((name) => [name, optionsOf<ChoiceName>(name)[0]]))),
  );
  expect(report.requests).toBeLessThan(80);
});
