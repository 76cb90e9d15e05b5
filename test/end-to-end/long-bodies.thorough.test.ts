/** A body of a mebibyte costs the proxy little, whatever its characters. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listenRaw, OK } from '../proxy/raw-service.ts';
import { startHere } from './command.ts';

const MEBIBYTE = 2 ** 20;
const GROUPS = ['4 2 ', '4 0 0 0-', '3782-822463-10005.'];

/** In milliseconds of one processor, for all bodies: many times what they take. */
const MOST = 6_000;

test('bodies of digits and separators pass the proxy, and are judged and recorded', async () => {
  await using service = await listenRaw(() => OK);
  const recording = join(mkdtempSync(join(tmpdir(), 'tollgate-')), 'traffic.har');
  await using proxy = startHere(['proxy', '--port', '0', '--to', service.url, '--record', recording]);
  const [, url = ''] = /tollgate proxy: (\S+) forwards/.exec(await proxy.printed(/forwards to/)) ?? [];
  const headers = {
    authorization: 'Bearer a.b.c',
    'content-type': 'application/json',
    'x-requested-with': 'xhr',
  };
  const before = process.cpuUsage();
  for (const group of GROUPS) {
    const text = group.repeat(MEBIBYTE / group.length).slice(0, MEBIBYTE - 200);
    const body = JSON.stringify({ amount: 10, nicn: '555555', region: '85004', data: [text] });
    await (await fetch(`${url}/v1/ch`, { method: 'POST', headers, body })).text();
  }
  await expect
    .poll(
      async () => ((await (await fetch(`${url}/_tollgate/verdict`)).json()) as { requests: number }).requests,
    )
    .toBe(GROUPS.length);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(MOST);
  expect(await proxy.end('SIGTERM')).not.toBe(4);
});
