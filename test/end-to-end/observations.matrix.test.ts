/** The suite observes the choices that a mock is configured with, and `--like` reproduces them. */
import { describe, expect, test } from 'vitest';
import { describeMock } from '../../cli/describe-mock.ts';
import { conform } from '../../conformance/index.ts';
import { CHOICE_NAMES, type ChoiceName, type Choices, optionsOf } from '../../src/contract/choices.ts';
import { readObserved } from '../../src/contract/read-choices.ts';
import type { RuleId } from '../../src/contract/rule-ids.ts';
import { startMock } from '../../src/mock/index.ts';
import { sampled, testOnce } from '../support/sampled.ts';

/** The report on a mock with these choices. */
async function observe(choices: Choices) {
  await using mock = await startMock({ choices });
  const selects = (id: RuleId) => id.startsWith('observe/');

  return await conform({ deployment: describeMock(mock), selects, seed: 1 });
}

/** Enough mocks for every option of every choice. */
const MOCKS = 9;

/** Options by mock, where counting up would hide some: only the first forms of refusal have a status of their own. */
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

/** Choices that the suite cannot observe, or not fully. */
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
    why: 'no response shows which sale is kept',
  },
  {
    names: ['field-order'],
    where: (choices) =>
      choices['field-order'] !== 'documented' && choices['extra-response-fields'] === 'none',
    seen: 'reversed or alphabetical',
    why: 'message, sTxId, transactionFee is both orders',
  },
  {
    names: ['empty-texts'],
    where: (choices) => choices['empty-texts'] === 'refuse' && choices.trims === 'trim',
    seen: 'refuse-blank',
    why: 'a blank text is trimmed to an empty one',
  },
  {
    names: ['refusal-status', 'malformed-json-status', 'unknown-transaction-status'],
    where: ({ refusal }) => refusal?.startsWith('2xx') === true,
    seen: undefined,
    why: 'refusals have a 2xx status',
  },
];

function visibleOf(choices: Choices): Readonly<Record<string, string>> {
  const seen = CHOICE_NAMES.map((name) => {
    const hidden = HIDDEN.find(({ names, where }) => names.includes(name) && where(choices));

    return [name, hidden === undefined ? choices[name] : hidden.seen] as const;
  });

  return Object.fromEntries(seen.filter(([, option]) => option !== undefined)) as Record<string, string>;
}

describe('the choices of a mock are observed', () => {
  test.each(sampled(MIXTURES, 1))('for mixture %#, and again for a mock like its report', async (choices) => {
    const report = await observe(choices);
    const { choices: alike, strange } = readObserved(report.choices);

    expect(report.choices).toEqual(visibleOf(choices));
    expect(strange).toEqual([]);
    expect((await observe(alike)).choices).toEqual(report.choices);
  });

  test('for every option of every choice, except two for which every response is the same', () => {
    const observed = new Set(
      MIXTURES.flatMap((choices) => Object.entries(visibleOf(choices)).map((one) => one.join('='))),
    );
    const all = CHOICE_NAMES.flatMap((name) =>
      optionsOf<ChoiceName>(name).map((option) => `${name}=${option}`),
    );

    expect(all.filter((option) => !observed.has(option))).toEqual([
      'second-sale=replace',
      'second-sale=keep',
    ]);
  });
});

testOnce('a mock without choices is observed with the default options', async () => {
  const report = await observe({});

  expect(report.choices).toEqual(
    visibleOf(Object.fromEntries(CHOICE_NAMES.map((name) => [name, optionsOf<ChoiceName>(name)[0]]))),
  );
  expect(report.requests).toBeLessThan(80);
});
