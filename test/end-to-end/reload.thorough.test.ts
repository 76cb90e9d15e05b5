/** The integrator edits the merchants while the mock runs. */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mintToken } from '../../src/mock/index.ts';
import { findFreePort } from '../free-port.ts';
import { ROOT } from '../shape/source-files.ts';
import { watch } from './command.ts';

const DEADLINE = { timeout: 20_000, interval: 50 };
const SORRY = 'merchants.yaml changed, but cannot be used; the mock keeps its current merchants:\n';

/** One merchant; of 100 dollars its fee in dollars is the percentage. */
const taking = (percent: string) => `merchants:
  corner-shop:
    processors:
      - { mid: "1", name: a, pricing: { model: percent-plus-fixed, percent: "${percent}", fixed: "0" } }
`;

/** Over what is there, in one go and without cutting it off first: no look can find half of it. */
function overwrite(path: string, text: string): void {
  const file = openSync(path, 'r+');
  writeSync(file, text);
  closeSync(file);
}

/** By another file in its place. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}~`, text);
  renameSync(`${path}~`, path);
}

/** The command in a folder with a merchant file of its own, and what it prints on each stream. */
function start(...options: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'merchants.yaml'), taking('1'));
  const child = spawn(
    process.execPath,
    [join(ROOT, 'cli/tollgate.js'), 'mock', '--merchants', 'merchants.yaml', ...options],
    { cwd: folder },
  );
  const streams = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    streams.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    streams.err += chunk.toString();
  });

  return { running: watch(child), path: join(folder, 'merchants.yaml'), streams };
}

/** The fee of 100 dollars, or undefined where there is no answer. */
async function feeAt(url: string): Promise<number | undefined> {
  const answer = await fetch(`${url}/v1/ch`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: `Bearer ${await mintToken()}`,
    },
    body: '{"region":"85004","nicn":"424242","amount":100}',
  }).catch(() => undefined);

  return ((await answer?.json()) as { readonly transactionFee?: number } | undefined)?.transactionFee;
}

test('an edit is priced by at once; a broken one changes nothing, is reported, and can be mended', async () => {
  const { running, path, streams } = start('--port', '0');
  await using mock = running;
  const url = /listens on (\S+)/.exec(await mock.printed(/Ctrl-C/))?.[1] ?? '';
  const { length } = streams.out;
  const fee = () => feeAt(url);
  expect(await fee()).toBe(1);

  overwrite(path, taking('2'));
  await expect.poll(fee, DEADLINE).toBe(2);
  replace(path, taking('3'));
  await expect.poll(fee, DEADLINE).toBe(3);

  overwrite(path, taking('4').replace('"4"', ' 4 '));
  await expect.poll(() => streams.err, DEADLINE).toContain('processors[0].pricing.percent: expected');
  expect(streams.err.startsWith(`${SORRY}merchants.yaml has a problem:\nmerchants.corner-shop.`)).toBe(true);
  expect(await fee()).toBe(3);

  overwrite(path, taking('5'));
  await expect.poll(fee, DEADLINE).toBe(5);
  await expect
    .poll(() => streams.out.slice(length), DEADLINE)
    .toBe('merchants.yaml changed: merchants corner-shop\n'.repeat(3));
  expect(streams.err.split(SORRY)).toHaveLength(2);
  expect(await mock.end('SIGTERM')).toBe(0);
});

test('with --quiet what is wrong is all that is said', async () => {
  const port = await findFreePort();
  const { running, path, streams } = start('--port', String(port), '--quiet');
  await using mock = running;
  const fee = () => feeAt(`http://127.0.0.1:${port}`);
  await expect.poll(fee, DEADLINE).toBe(1);

  rmSync(path);
  await expect.poll(() => streams.err, DEADLINE).not.toBe('');
  expect(await fee()).toBe(1);
  replace(path, taking('2'));
  await expect.poll(fee, DEADLINE).toBe(2);

  expect(await mock.end('SIGINT')).toBe(0);
  expect(streams).toEqual({
    out: '',
    err: `${SORRY}--merchants: merchants.yaml cannot be read (ENOENT)\n`,
  });
});
