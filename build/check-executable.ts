/** Checks the executable without Node and npm: in an empty folder, without a home, and with only sh and Python on the path. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { COMMANDS, expectEqual } from './package/commands.ts';
import { type Place, run } from './processes.ts';
import { removeAtEnd, step } from './steps.ts';

const work = mkdtempSync(join(tmpdir(), 'tollgate-executable-'));
removeAtEnd(work);

const [bin, folder] = ['bin', 'empty'].map((name) => join(work, name)) as [string, string];
for (const made of [bin, folder]) mkdirSync(made);
// The program itself, since the python3 on the path may be a script that starts it.
const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
  encoding: 'utf8',
}).trim();
for (const [tool, path] of Object.entries({ sh: '/bin/sh', python3: python }))
  symlinkSync(path, join(bin, tool));
symlinkSync(resolve('dist-executable/tollgate'), join(bin, 'tollgate'));
for (const name of ['test/clients/shop.py', 'fixtures/recorded-traffic/firefox.har'])
  copyFileSync(name, join(work, name.replace(/.*\//, '')));
const place: Place = { folder, env: { PATH: bin, HOME: join(work, 'nowhere') } };
const tollgate = async (args: string, code = 0) =>
  (await run(place, ['tollgate', ...args.split(' ')], code)).out;

await step('a machine without Node', async () => {
  await run(place, ['sh', '-c', 'command -v node npm npx'], 127);

  return 'neither node nor npm is on the path';
});
await step('tollgate --version', async () => {
  expectEqual('the version', await tollgate('--version'), `${manifest.version}\n`);

  return 'that of package.json';
});
for (const [name, look] of Object.entries(COMMANDS))
  if (name.startsWith('tollgate')) await step(name, () => look(place, []));
await step('tollgate check-client', async () => {
  const judge = async (style: string, code: number) => {
    const client = ['--', 'python3', '../shop.py', style];
    const { out } = await run(place, ['tollgate', 'check-client', '--effort', 'quick', ...client], code);

    return out.split(' ', 1)[0];
  };
  expectEqual('a sound client', await judge('sound', 0), 'CONFORMANT');
  expectEqual('a mistake', await judge('no-header', 1), 'NONCONFORMANT');

  return 'a sound client passes, a mistake is found, code 1';
});
await step('tollgate check-traffic of a browser', async () => {
  const [verdict = ''] = (await tollgate('check-traffic ../firefox.har')).split(' ', 1);

  return verdict;
});
