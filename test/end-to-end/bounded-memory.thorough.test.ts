/** A mock with a heap of 512 MiB outlives a hostile page that fills it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../shape/source-files.ts';
import { BASELINE, FEE } from '../support/ask-mock.ts';
import { watch } from './command.ts';

it.each([
  ['transactions of a mebibyte', 700, 2 ** 20 - 200, () => ''],
  ['transactions of a mebibyte in 400 worlds', 700, 2 ** 20 - 200, (count: number) => `/w/w${count % 400}`],
  ['thousands of worlds with long identifiers', 6000, 60_000, (count: number) => `/w/w${count % 4000}`],
])('%s', async (_name, calls, length, world) => {
  const main = join(ROOT, 'cli/tollgate.js');
  await using mock = watch(
    spawn(process.execPath, ['--max-old-space-size=512', main, 'mock', '--port', '0']),
  );
  const [, url = '', token = ''] =
    /(http:\S+\d)[\s\S]*Bearer ([\w.-]+)/.exec(await mock.printed(/Bearer [\w.-]+/)) ?? [];
  const headers = {
    'content-type': 'application/json',
    'x-requested-with': 'xhr',
    authorization: `Bearer ${token}`,
  };
  let last = 0;
  const send = async () => {
    while (last < calls) {
      last += 1;
      const body = JSON.stringify({ ...BASELINE, mTxId: `${last}`.padEnd(length, 'x') });
      const { status } = await fetch(`${url}${world(last)}${FEE}`, { method: 'POST', headers, body });
      expect(status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: 8 }, send));

  expect((await fetch(`${url}/_tollgate/health`)).status).toBe(200);
  expect(await mock.end('SIGTERM')).toBe(0);
});
