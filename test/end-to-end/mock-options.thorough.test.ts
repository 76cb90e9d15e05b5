/** The integrator whose client speaks https alone. */

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSelfSigned } from '../../src/mock/http/self-signed.ts';
import { mintToken } from '../../src/mock/index.ts';
import { findFreePort } from '../deployments/listen.ts';
import { BASELINE, FEE, posting } from '../support/ask-mock.ts';
import { ownFolder, temporaryFolder } from '../support/folders.ts';
import { ROOT } from '../support/root.ts';
import { bash, type Ran, startTollgate, tollgateHere, watch } from './command.ts';

const folder = temporaryFolder();

/** A certificate and its key as files, whose names need quotes in a shell. */
function files(name: string, names: readonly string[]) {
  const { cert, key } = createSelfSigned(names);
  const paths = { cert: join(folder, `${name} cert.pem`), key: join(folder, `${name} key.pem`) };
  writeFileSync(paths.cert, cert);
  writeFileSync(paths.key, key);

  return paths;
}

/** Pastes the call that the mock prints. */
async function pasteCall(welcome: string): Promise<Ran> {
  return bash(/^ {2}curl [\s\S]*?'\n/m.exec(welcome)?.[0] ?? 'false');
}

const OK = expect.objectContaining({ message: 'ok' });

describe('a mock with a certificate of its own making', () => {
  test('can be called as it says, and leaves nothing behind', async () => {
    await using mock = startTollgate(['mock', '--port', '0', '--https']);
    const welcome = await mock.printed(/Ctrl-C/);
    const path = /certificate: (\S+) \(removed when the mock ends\), for localhost, 127\.0\.0\.1, ::1/.exec(
      welcome,
    )?.[1];
    const pasted = await pasteCall(welcome);
    const untrusting = await bash(`curl -sS ${/listens on (\S+)/.exec(welcome)?.[1]}/v1/ch`);

    expect(welcome).toMatch(/listens on https:\/\/127\.0\.0\.1:\d+\n/);
    expect(welcome).toMatch(/\n {2}SHA-256 (?:[0-9A-F]{2}:){31}[0-9A-F]{2}\n/);
    expect(JSON.parse(pasted.out)).toEqual(OK);
    expect(untrusting.code).toBe(60);
    expect(existsSync(path ?? '')).toBe(true);
    expect(await mock.end('SIGTERM')).toBe(0);
    expect(existsSync(path ?? '')).toBe(false);
  });

  test('keeps it in the file that it is given, but in no other', async () => {
    const path = join(folder, 'kept.pem');
    for (const _start of [1, 2]) {
      await using mock = startTollgate(['mock', '--port', '0', '--https', path]);
      const welcome = await mock.printed(/Ctrl-C/);

      expect(JSON.parse((await pasteCall(welcome)).out)).toEqual(OK);
      expect(welcome).toContain(`certificate: ${path}, for`);
      await mock.end('SIGINT');
      expect(readFileSync(path, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----/);
    }
  });

  test('can be judged as it says', async () => {
    await using mock = startTollgate(['mock', '--port', '0', '--https']);
    const welcome = await mock.printed(/Ctrl-C/);
    const path = /NODE_EXTRA_CA_CERTS=(\S+) for Node/.exec(welcome)?.[1] ?? '';
    const [, url = '', ca = ''] = /conform (https:\S+) --ca (\S+)\n/.exec(welcome) ?? [];
    const environment = { TOLLGATE_TOKEN: /TOLLGATE_TOKEN=(\S+)/.exec(welcome)?.[1] ?? '' };
    const selected = ['--effort', 'quick', '--only', 'sale'];
    const { code } = await tollgateHere(['conform', url, '--ca', ca, ...selected], environment);

    expect(ca).toBe(path);
    expect(code).toBe(0);
  });
});

describe('a mock with a certificate that is given', () => {
  test.each([
    ['for its address', ['127.0.0.1'], 'https://127.0.0.1:'],
    ['for localhost alone', ['localhost'], 'https://localhost:'],
    ['for a name that does not resolve', ['fees.test'], ':127.0.0.1 https://fees.test:'],
  ])('can be called as it says: one %s', async (what, names, address) => {
    const { cert, key } = files(what, names);
    await using mock = startTollgate(['mock', '--port', '0', '--cert', cert, '--key', key]);
    const welcome = await mock.printed(/Ctrl-C/);

    expect(welcome).toContain(address);
    expect(JSON.parse((await pasteCall(welcome)).out)).toEqual(OK);
  });
});

test('what cannot be used is said in one line', async () => {
  const [one, other] = [files('one', ['localhost']), files('other', ['localhost'])];
  const precious = join(folder, 'precious.txt');
  writeFileSync(precious, 'not to be lost');
  onTestFinished(() => expect(readFileSync(precious, 'utf8')).toBe('not to be lost'));
  const cases: readonly (readonly [args: readonly string[], problem: string])[] = [
    [['--cert', one.cert], '--cert: expected --key beside it, got none'],
    [['--key', one.key], '--key: expected --cert beside it, got none'],
    [['--https', '--cert', one.cert, '--key', one.key], '--https: expected no --cert and --key beside it'],
    [['--cert', '/nowhere/a.pem', '--key', one.key], '--cert: /nowhere/a.pem: no such file: check the path'],
    [['--cert', one.cert, '--key', '/nowhere/a.pem'], '--key: /nowhere/a.pem: no such file: check the path'],
    [['--cert', one.cert, '--key', other.key], 'key: expected the one of the certificate, got another'],
    [['--cert', one.key, '--key', one.key], 'certificate: expected one as PEM, got something else'],
    [['--https', precious], '--https: expected a new file, or one that holds a certificate alone, got'],
    [['--https', one.key], '--https: expected a new file, or one that holds a certificate alone, got'],
    [['--https', '/nowhere/a.pem'], '--https: /nowhere/a.pem cannot be written (ENOENT)'],
  ];

  for (const [args, problem] of cases) {
    const { code, out, problem: said } = await tollgateHere(['mock', '--port', '0', ...args]);

    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(said).toContain(`tollgate: ${problem}`);
    expect(said.trim().split('\n')).toHaveLength(1);
  }
});

// The integrator edits the merchants while the mock runs.

const DEADLINE = { timeout: 20_000, interval: 50 };
const SORRY = 'merchants.yaml changed, but cannot be used; the mock keeps its current merchants:\n';

/** One merchant; of 100 dollars its fee in dollars is the percentage. */
const taking = (percent: string) => `merchants:
  corner-shop:
    processors:
      - { mid: "1", name: a, pricing: { model: percent-plus-fixed, percent: "${percent}", fixed: "0" } }
`;

/** By another file in its place. */
function replace(path: string, text: string): void {
  writeFileSync(`${path}~`, text);
  renameSync(`${path}~`, path);
}

/** The command in a folder with a merchant file of its own, and what it prints on each stream. */
function start(...options: readonly string[]) {
  const folder = ownFolder();
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
  const answer = await posting(url, mintToken())(FEE, BASELINE).catch(() => undefined);

  return ((await answer?.json()) as { readonly transactionFee?: number } | undefined)?.transactionFee;
}

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
    err: `${SORRY}--merchants: merchants.yaml: no such file: check the path\n`,
  });
});
