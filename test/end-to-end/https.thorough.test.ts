/** The integrator whose client speaks https alone. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createSelfSigned } from '../../src/mock/http/self-signed.ts';
import { bash, type Ran, startTollgate, tollgateHere } from './command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-'));

  return () => rmSync(folder, { recursive: true });
});

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
    [['--cert', '/nowhere/a.pem', '--key', one.key], '--cert: /nowhere/a.pem cannot be read (ENOENT)'],
    [['--cert', one.cert, '--key', '/nowhere/a.pem'], '--key: /nowhere/a.pem cannot be read (ENOENT)'],
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
