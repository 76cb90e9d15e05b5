/** The judge is judged: a defect of each kind and some choices by the command itself; all of them are a matter of CI. */
import { expect, test } from 'vitest';
import { tollgate, tollgateHere } from './command.ts';

test('a selftest finds the defects, accuses no choice, and shows both matrices: exit 0', async () => {
  const { code, out, problem } = await tollgate([
    'selftest',
    '--seed',
    '1',
    ...[
      'nicn/refuses-non-digits',
      'auth/refuses-missing-token',
      'missing-token=take',
      'mixture/1',
      'grease/1',
    ].flatMap((name) => ['--only', name]),
  ]);

  expect({ code, problem }).toEqual({ code: 0, problem: '' });
  expect(out).toMatch(/^tollgate \S+: the suite against 5 mocks, \d+ requests, seed 1\n/);
  expect(out).toContain('  2 of 2 found by the rule that they break');
  expect(out).toMatch(/ nicn\/refuses-non-digits +must +yes /);
  expect(out).toContain('    missing-token=take: auth/refuses-missing-token\n');
  expect(out).toMatch(/\n {2}missing-token=take {2}[-. ]+wb [-. o]+\n/);
  expect(out).toContain('1 mixtures, each with a random option of every choice: 1 of 1 as expected.');
  expect(out).toMatch(/All results are as expected\.\n$/);
});

test.each([
  [['--only', 'nicn/refuse-non-digits'], 'Did you mean nicn/refuses-non-digits?'],
  [['--seed', 'x'], '--seed: expected a whole number from 0 to 2147483647, got x'],
  [['--mixtures', '-1'], '--mixtures: expected a whole number from 0 to 100000, got -1'],
])('selftest %j is wrong usage: exit 2, and what to do', async (args, expected) => {
  const { code, out, problem } = await tollgateHere(['selftest', ...args]);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(problem).toContain(expected);
});

test('the help of selftest says what it judges and lists its exit codes', async () => {
  const { out } = await tollgateHere(['selftest', '--help']);

  expect(out).toContain("$ tollgate selftest --only 'sale/*' --only 'success-status=*'");
  expect(out).toContain('Exit codes: 0 all results are as expected; 1 a result deviates');
});
