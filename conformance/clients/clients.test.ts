import { expect, test } from 'vitest';
import { createExchanges, FEE, S1 } from '../../test/support/client-exchanges.ts';
import { callsOf } from '../rule/client-calls.ts';
import { failureLine } from './compare-runs.ts';
import { findIntolerance } from './find-intolerance.ts';
import { judgeClient } from './judge-client.ts';
import type { ClientRun } from './run-client.ts';
import { OPTION_SETS, type OptionSet } from './tolerance.ts';

test.each<[string, readonly string[], readonly string[], string | undefined]>([
  ['a new line that is no message of a failure', ['priced\nstatus 201'], ['priced\nsold'], undefined],
  [
    'a new line among times, ports and ids that differ in every run',
    [
      'at 12:00:01 on port 4011\nError: no fee\norder-7f3a',
      'at 12:00:05 on port 4012\nError: no fee\norder-99bc',
    ],
    ['at 12:00:02 on port 4099\norder-1234', 'at 12:00:09 on port 4100\norder-5678'],
    'Error: no fee',
  ],
  ['colours are no difference', ['\u001b[31mpriced\u001b[0m'], ['priced'], undefined],
  ['another order of lines is no difference', ['b\na'], ['a\nb'], undefined],
  ['a line of one failed run alone is no difference', ['x\nflaky', 'x'], ['x'], undefined],
  ['nothing printed', [''], ['priced'], undefined],
  [
    'the assertion of Vitest, among the lines of its summary',
    [
      'RUN v5\nTest Files  1 failed (1)\nTests  1 failed | 2 passed (3)\n❯ shop.test.ts (3)\nAssertionError: expected 201 to be 200',
    ],
    ['RUN v5\nTest Files  1 passed (1)\nTests  3 passed (3)'],
    'AssertionError: expected 201 to be 200',
  ],
  [
    'the assertion of Jest',
    [
      'FAIL ./shop.test.js\n● sells\nexpect(received).toBe(expected) // Object.is equality\nExpected: 200\nReceived: 201\nTests: 1 failed, 1 total',
    ],
    ['PASS ./shop.test.js\nTests: 1 passed, 1 total'],
    'expect(received).toBe(expected) // Object.is equality',
  ],
  [
    'the assertion of node:test',
    [
      '✖ sells (3.1ms)\nℹ fail 1\nAssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n201 !== 200',
    ],
    ['✔ sells (3.1ms)\nℹ fail 0'],
    'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
  ],
  [
    'the assertion of pytest',
    [
      'F [100%]\n    assert r.status_code == 200\nE   assert 201 == 200\nE    +  where 201 = <Response [201]>.status_code\n1 failed in 0.03s',
    ],
    ['. [100%]\n1 passed in 0.03s'],
    'E assert 201 == 200',
  ],
  [
    'the message of Go',
    ['--- FAIL: TestSell (0.01s)\n    shop_test.go:12: got 201, want 200\nFAIL\nexit status 1'],
    ['ok  shop 0.02s'],
    'shop_test.go:12: got 201, want 200',
  ],
  [
    'the message of curl in a script',
    ['priced\ncurl: (22) The requested URL returned error: 422'],
    ['priced\nsold'],
    'curl: (22) The requested URL returned error: 422',
  ],
])('%s', (_, failed, passed, line) => {
  expect(failureLine(failed, passed)).toBe(line);
});

test.each<[string, string, string | undefined]>([
  [
    'Vitest',
    'RUN v5\n❯ shop.test.js (1 test | 1 failed)\n× prices 202ms\nAssertionError: expected { …(4) } to deeply equal { …(3) }\n\n- Expected\n+ Received\n\n  {\n+   "details": 1,',
    'AssertionError: expected { …(4) } to deeply equal { …(3) }',
  ],
  [
    'pytest',
    '    assert r.status == 200\nE   assert 201 == 200\nshop.py:9: AssertionError\n1 failed in 1.34s',
    'E assert 201 == 200',
  ],
  [
    'JUnit, of Surefire',
    '[INFO] Tests run: 1, Failures: 1\norg.opentest4j.AssertionFailedError: expected: <200> but was: <201>\n\tat ShopTest.prices(ShopTest.java:12)',
    'org.opentest4j.AssertionFailedError: expected: <200> but was: <201>',
  ],
  [
    'npm, which says only that it failed',
    'npm error code 1\nnpm error command failed with error: 1',
    undefined,
  ],
])('the message of a failed assertion of %s', (_, output, message) => {
  expect(failureLine([output], [])).toBe(message);
});

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

test('a run without responses is longer than the default time limits of HTTP libraries', async () => {
  const response = { transactionFee: 2.4, sTxId: S1, message: 'ok' };
  const exchanges = [createExchanges()({ body: FEE, response })];
  const limits: Record<string, number> = {};
  await judgeClient(
    { seed: 1, startedAt: new Date(0) },
    {
      run({ what, timeLimit }) {
        limits[what] = timeLimit;

        return Promise.resolve({
          ...{ exchanges, calls: callsOf(exchanges), origins: [{ world: 0, several: false }], dropped: 0 },
          ...{ passed: true, ending: 'by-itself', reason: '', output: '', startedAt: 0, endedAt: 1 },
        });
      },
    },
  );

  expect(limits).toEqual({
    ...{ baseline: 600_000, tolerance: 60_000, resilience: 60_000 },
    'resilience: no response, up to 120 s': 120_000,
  });
});
