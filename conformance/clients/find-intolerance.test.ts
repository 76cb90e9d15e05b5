import { expect, test } from 'vitest';
import { findIntolerance } from './find-intolerance.ts';
import type { ClientRun } from './run-client.ts';
import { OPTION_SETS, type OptionSet } from './tolerance.ts';

const [SET = []] = OPTION_SETS.standard;
const [status, extra, order, layout] = SET.map(({ rule }) => rule.id);

/** A client that passes or fails as the function says. */
function client(passes: (rules: readonly string[], run: number) => boolean) {
  let runs = 0;
  const tryOptions = async (options: OptionSet): Promise<ClientRun> => {
    runs += 1;
    const passed = passes(
      options.map(({ rule }) => rule.id),
      runs,
    );

    return {
      ...{ passed, variation: { choices: {}, faults: [] }, ending: 'by-itself', reason: '', output: '' },
      ...{ exchanges: [], origins: [], calls: [], dropped: 0, startedAt: 0, endedAt: 0 },
    };
  };

  return { tryOptions, runs: () => runs };
}

async function find(passes: Parameters<typeof client>[0]) {
  const { tryOptions, runs } = client(passes);
  const run = await tryOptions(SET);
  const found = run.passed ? [] : await findIntolerance(SET, run, tryOptions);

  return {
    runs: runs(),
    found: found.map(({ options, isConfirmed }) => ({
      rules: options.map(({ rule }) => rule.id),
      isConfirmed,
    })),
  };
}

test('a client that passes costs one run', async () => {
  expect(await find(() => true)).toEqual({ runs: 1, found: [] });
});

test('the single option is found and confirmed', async () => {
  const { found, runs } = await find((rules) => !rules.includes(layout!));

  expect(found).toEqual([{ rules: [layout], isConfirmed: true }]);
  expect(runs).toBeLessThanOrEqual(13);
});

test('several options are found, each by itself', async () => {
  const { found } = await find((rules) => !rules.includes(status!) && !rules.includes(order!));

  expect(found.map(({ rules }) => rules)).toEqual([[status], [order]]);
});

test('options that only fail together are found together', async () => {
  const { found } = await find((rules) => !(rules.includes(extra!) && rules.includes(SET.at(-1)!.rule.id)));

  expect(found).toEqual([{ rules: [extra, SET.at(-1)!.rule.id], isConfirmed: true }]);
});

test.each<[string, (run: number) => boolean]>([
  ['every other time', (run) => run % 2 === 0],
  ['every other time, the first one too', (run) => run % 2 === 1],
  ['every third time', (run) => run % 3 !== 1],
  ['once', (run) => run !== 1],
  ['always from some run on', (run) => run < 3],
])('a command that fails %s, whatever the options, is never confirmed', async (_, passes) => {
  const { found } = await find((_rules, run) => passes(run));

  expect(found.filter(({ isConfirmed }) => isConfirmed)).toEqual([]);
});
