/** A hostile page cannot end a mock by the memory of what it sends. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createMock } from '../../src/mock/index.ts';
import { ROOT } from '../shape/source-files.ts';
import { asking, BASELINE, FEE, SALE } from '../support/ask-mock.ts';
import { watch } from './command.ts';

const MEBIBYTE = 2 ** 20;

it('the transactions of all worlds together have a budget: the oldest go, and the process warns once', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warned.mockRestore());
  await using mock = await createMock({ journal: 0 });
  const ask = asking(mock);
  const open = (path: string, mTxId: string) => ask(`${path}${FEE}`, { ...BASELINE, mTxId });
  const sell = async (path: string, mTxId: string) => (await ask(`${path}${SALE}`, { mTxId })).status;
  await open('', 'first');
  await open('/w/a', 'first');
  await open('/w/b', 'in use');
  for (let count = 0; count < 150; count += 1) {
    await open(count % 2 === 0 ? '' : '/w/c', `${count}`.padEnd(MEBIBYTE - 200, 'x'));
    if (count === 100) expect(await sell('/w/b', 'in use')).toBe(200);
  }

  expect(await Promise.all([sell('', 'first'), sell('/w/a', 'first')])).toEqual([422, 422]);
  expect(await sell('/w/b', 'in use')).toBe(200);
  expect(await sell('/w/c', '149'.padEnd(MEBIBYTE - 200, 'x'))).toBe(200);
  expect(warned.mock.calls).toEqual([[expect.stringMatching(/transactions in memory exceed 256 MiB/)]]);
});

it.each([
  ['transactions of a mebibyte', 700, 2 ** 20 - 200, () => ''],
  ['transactions of a mebibyte in 400 worlds', 700, 2 ** 20 - 200, (count: number) => `/w/w${count % 400}`],
  ['thousands of worlds with long identifiers', 6000, 60_000, (count: number) => `/w/w${count % 4000}`],
])('a heap of 512 MiB bears %s', async (_name, calls, length, world) => {
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
