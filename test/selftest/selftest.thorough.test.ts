/** The judge is judged: a defect of each kind, some choices and two clients; all of them are a matter of CI. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../shape/source-files.ts';

const selftest = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(ROOT, 'test/selftest/main.ts'), ...args]);

test('a selftest finds the defects, accuses no choice, and shows both matrices: exit 0', async () => {
  const names = [
    'nicn/refuses-non-digits',
    'auth/refuses-missing-token',
    'missing-token=take',
    'mixture/1',
    'grease/1',
    'client-request/has-x-requested-with',
    'regions in every form',
  ];
  const { stdout, stderr } = await selftest(...names.flatMap((name) => ['--only', name]));

  expect(stderr).toBe('');
  expect(stdout).toContain('the suite by 5 mocks, and `check-client` by 2 clients');
  expect(stdout).toContain('2 of 2 were found by the rule that they break');
  expect(stdout).toMatch(/\nnicn\/refuses-non-digits +[-. o|]*F[-. o|]*\n/);
  expect(stdout).toMatch(/\nmissing-token=take [-. |]+wb[ |][-. o|]+\n/);
  expect(stdout).toMatch(/\n\| mixtures: [^|]+\| quick \| 1 \| 0 \|/);
  expect(stdout).toContain('\n| breaks `client-request/has-x-requested-with` | found |\n');
  expect(stdout).toMatch(/\nAll results are as expected\.\n$/);
});

test('a name that is misspelt gets the nearest', async () => {
  await expect(selftest('--only', 'nicn/refuse-non-digits')).rejects.toThrow(
    'Did you mean nicn/refuses-non-digits?',
  );
});
