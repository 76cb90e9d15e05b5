/** `tollgate proxy --record` when the disk takes no more, and when the process is killed: the file stays valid HAR. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { startMock } from '../../cli/index.ts';
import { ROOT } from '../shape/source-files.ts';
import { HAR_SCHEMA } from '../support/har-schema.ts';
import { tollgateHere, watch } from './command.ts';

const MAIN = join(ROOT, 'cli/tollgate.js');
const WELCOME = /tollgate proxy: (\S+) forwards to/;

const isHar = new Ajv({ strict: false, validateFormats: false }).compile(HAR_SCHEMA);

/** @param limits commands of the shell that starts the proxy */
async function recordThrough(to: string, limits = '') {
  const recording = join(mkdtempSync(join(tmpdir(), 'tollgate-')), 'traffic.har');
  const args = [MAIN, 'proxy', '--to', to, '--port', '0', '--record', recording];
  const proxy = watch(spawn('bash', ['--norc', '-c', `${limits} exec "$0" "$@"`, process.execPath, ...args]));
  const [, url = ''] = WELCOME.exec(await proxy.printed(WELCOME)) ?? [];

  return Object.assign(proxy, { url, recording });
}

async function price(url: string, token: string, count: number): Promise<readonly number[]> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-requested-with': 'xhr',
  };
  const statuses: number[] = [];
  for (let at = 0; at < count; at++) {
    const body = JSON.stringify({ amount: 10 + at, nicn: '424242', region: 'AZ', data: ['x'.repeat(200)] });
    const answer = await fetch(`${url}/v1/ch`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }

  return statuses;
}

function entriesIn(path: string): readonly unknown[] {
  const har = JSON.parse(readFileSync(path, 'utf8'));
  expect(isHar(har), JSON.stringify(isHar.errors)).toBe(true);

  return har.log.entries;
}

/** The entries of a file that may be in the middle of a change: then -1. */
function countIn(path: string): number {
  try {
    return entriesIn(path).length;
  } catch {
    return -1;
  }
}

test('a disk that takes no more stops the recording, and neither the traffic nor the verdict', async () => {
  await using mock = await startMock({ control: 'off' });
  // 64 KiB is the largest file; without the trap the signal would end the process.
  await using proxy = await recordThrough(mock.url, `trap '' XFSZ; ulimit -f 64;`);
  const statuses = await price(proxy.url, await mock.token(), 150);
  await proxy.printed(/recording has stopped/);

  expect(await proxy.end('SIGINT')).toBe(0);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(proxy.out().match(/tollgate: --record: .*got the largest size of a file/g)).toHaveLength(1);
  expect(proxy.out()).toContain('150 exchanges judged');
  const { length } = entriesIn(proxy.recording);
  expect(length).toBeGreaterThan(10);
  expect(length).toBeLessThan(150);
  expect(await tollgateHere(['check-traffic', proxy.recording])).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${length} exchanges judged`),
  });
});

test('kill -9 loses nothing but the last exchange', { timeout: 120_000 }, async () => {
  await using mock = await startMock({ control: 'off' });
  const token = await mock.token();
  for (const count of [1, 7, 40]) {
    await using proxy = await recordThrough(mock.url);
    await price(proxy.url, token, count);
    // On a busy machine the last but one may still be on its way to the disk; and a file that is being written is not whole.
    await expect.poll(() => countIn(proxy.recording)).toBeGreaterThanOrEqual(count - 1);
    expect(await proxy.end('SIGKILL')).toBe(null);

    const { length } = entriesIn(proxy.recording);
    expect(length).toBeGreaterThanOrEqual(count - 1);
    expect((await tollgateHere(['check-traffic', proxy.recording])).code).toBe(length === 0 ? 3 : 0);
  }
});
