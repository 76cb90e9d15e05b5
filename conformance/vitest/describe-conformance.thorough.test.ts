import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ownFolder } from '../../test/support/folders.ts';

const VITEST = dirname(createRequire(import.meta.url).resolve('vitest/package.json'));
const here = (path: string) => JSON.stringify(join(import.meta.dirname, path));

/** A temporary project with one test file. */
function createProject(text: string): string {
  const folder = ownFolder();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(VITEST, join(folder, 'node_modules/vitest'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'broken.test.js'), text);

  return folder;
}

/** Runs Vitest without the environment of this run. */
async function vitest(cwd: string): Promise<{ code: number; output: string }> {
  const { VITEST: _, VITEST_WORKER_ID, NODE_ENV, NODE_OPTIONS, ...env } = process.env;
  const args = [join(VITEST, 'vitest.mjs'), 'run', '--reporter=tap-flat'];
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, env });

    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };

    return { code, output: stdout + stderr };
  }
}

test('tests of broken rules fail, and so does the verdict of a run that tested nothing', async () => {
  const { code, output } = await vitest(
    createProject(`
      import { startMock } from ${here('../../src/mock/index.ts')};
      import { describeClient, describeConformance } from ${here('describe-conformance.ts')};
      const url = () => startMock({ jwtSecret: 'secret', defects: ['nicn/refuses-non-digits'] });
      describeConformance({ name: 'broken', url, effort: 'quick', only: ['nicn', 'region'], seed: 1 });
      describeConformance({ name: 'away', url: 'http://127.0.0.1:9', effort: 'quick', only: ['region'] });
      const run = ({ url }) => fetch(url + '/v1/ch', { method: 'POST' }).then(() => {});
      describeClient({ name: 'client', startMock, run, effort: 'quick', only: ['client-request/is-*'] });`),
  );
  const failed = output.match(/^not ok .*/gm) ?? [];

  expect(code).toBe(1);
  expect(failed.map((line) => line.replace(/ # time.*/, ''))).toEqual([
    expect.stringMatching(/broken > nicn\/refuses-non-digits$/),
    expect.stringMatching(/away > the verdict$/),
    expect.stringMatching(/client > client-request\/is-json-post$/),
  ]);
  expect(output).toContain(
    'a nicn with characters other than digits is refused (nicn/refuses-non-digits, must',
  );
  expect(output).not.toMatch(/^\s+at /m);
});
