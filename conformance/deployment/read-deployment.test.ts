/** Reads deployment files, and the PEM files that they or the command line name. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createSelfSigned } from '../../src/mock/http/self-signed.ts';
import type { TlsOptions } from './connection.ts';
import { readDeployment } from './read-deployment.ts';

let folder: string;
const at = (name: string) => join(folder, name);
const [own, other] = [createSelfSigned(['one']), createSelfSigned(['other'])];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
  mkdirSync(at('tls'));
  const files = {
    'cert.pem': own.cert,
    'key.pem': own.key,
    'both.pem': `${own.cert}${own.key}`,
    'other.pem': other.cert,
    'bundle.pem': `# two certificates\n${own.cert}\n${other.cert}`,
    'broken.pem': `${own.cert}-----BEGIN CERTIFICATE-----\nbm8=\n-----END CERTIFICATE-----\n`,
    'sealed.pem': '-----BEGIN ENCRYPTED PRIVATE KEY-----\nbm8=\n-----END ENCRYPTED PRIVATE KEY-----\n',
    'text.pem': 'no PEM',
    'tls/ca.pem': other.cert,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text);

  return () => rmSync(folder, { recursive: true });
});

function read(tls: TlsOptions, file = '', environment: Record<string, string> = {}) {
  return readDeployment(file, at('staging.yaml'), environment, { url: 'https://fees.test', tls }).reach;
}

const inFolder = ({ insecure = false, ...paths }: TlsOptions): TlsOptions => ({
  ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, at(String(path))])),
  insecure,
});

test('the default is a direct, verified connection', () => {
  expect(read({})).toEqual({ route: { kind: 'straight' }, tls: { insecure: false } });
});

test('the command line names files, and one file may hold certificate and key', () => {
  const { tls } =
    read(inFolder({ ca: 'bundle.pem', cert: 'both.pem', key: 'both.pem', insecure: true })) ?? {};

  expect(tls).toMatchObject({
    ca: { path: at('bundle.pem'), pem: expect.stringContaining(String(other.cert)) },
    client: { cert: { path: at('both.pem') }, key: { path: at('both.pem') } },
    insecure: true,
  });
});

test('paths in the deployment file are relative to it, and the command line overrides them', () => {
  const file = 'tls: { ca: tls/ca.pem, cert: cert.pem, key: key.pem }';

  expect(read({}, file)?.tls).toEqual({
    ca: { path: at('tls/ca.pem'), pem: other.cert },
    client: { cert: { path: at('cert.pem'), pem: own.cert }, key: { path: at('key.pem'), pem: own.key } },
    insecure: false,
  });
  expect(read(inFolder({ ca: 'cert.pem' }), file)?.tls).toMatchObject({
    ca: { path: at('cert.pem') },
    client: { cert: { path: at('cert.pem') } },
  });
  expect(read(inFolder({ cert: 'both.pem', key: 'both.pem' }), file)?.tls).toMatchObject({
    ca: { path: at('tls/ca.pem') },
    client: { cert: { path: at('both.pem') }, key: { path: at('both.pem') } },
  });
});

test('NODE_TLS_REJECT_UNAUTHORIZED=0 turns verification off', () => {
  expect(read({}, '', { NODE_TLS_REJECT_UNAUTHORIZED: '0' })?.tls.insecure).toBe(true);
});

test.each<[TlsOptions, string]>([
  [{ ca: 'nowhere.pem' }, '--ca: FOLDER/nowhere.pem cannot be read (ENOENT)'],
  [{ ca: 'tls' }, '--ca: FOLDER/tls cannot be read (EISDIR)'],
  [
    { ca: 'text.pem' },
    '--ca: expected PEM with -----BEGIN CERTIFICATE-----, got something else in FOLDER/text.pem',
  ],
  [
    { ca: 'key.pem' },
    '--ca: expected PEM with -----BEGIN CERTIFICATE-----, got something else in FOLDER/key.pem',
  ],
  [
    { ca: 'broken.pem' },
    '--ca: expected PEM with -----BEGIN CERTIFICATE-----, got something else in FOLDER/broken.pem',
  ],
  [{ cert: 'cert.pem' }, '--cert: expected --key beside it, got none'],
  [{ key: 'key.pem' }, '--key: expected --cert beside it, got none'],
  [
    { cert: 'key.pem', key: 'key.pem' },
    '--cert: expected PEM with -----BEGIN CERTIFICATE-----, got something else in FOLDER/key.pem',
  ],
  [
    { cert: 'cert.pem', key: 'cert.pem' },
    '--key: expected PEM with a private key, got something else in FOLDER/cert.pem',
  ],
  [
    { cert: 'cert.pem', key: 'sealed.pem' },
    '--key: expected a key without a passphrase, got an encrypted one in FOLDER/sealed.pem: decrypt it with openssl pkey',
  ],
  [
    { cert: 'other.pem', key: 'key.pem' },
    '--key: expected the key of the certificate in FOLDER/other.pem, got another one in FOLDER/key.pem',
  ],
])('an unusable file is an error: %j', (paths, message) => {
  expect(() => read(inFolder(paths))).toThrow(
    expect.objectContaining({ code: 'deployment', message: message.replaceAll('FOLDER', folder) }),
  );
});

test.each([
  ['tls: { ca: text.pem }', 'tls.ca: expected PEM with -----BEGIN CERTIFICATE-----'],
  ['tls: { cert: cert.pem }', 'tls.cert: expected tls.key beside it, got none'],
  ['tls: { insecure: true }', 'tls.insecure: expected one of the keys ca, cert, key', ':1:18'],
  ['tls: [ca.pem]', 'tls: expected a mapping with ca, cert and key', ':1:6'],
])('an error in the deployment file names it: %s', (file, problem, place = '') => {
  expect(() => read({}, file)).toThrow(`${at('staging.yaml')}${place}: ${problem}`);
});

test.each(['geheim\n', 'geheim\u0001', 'geheim\u20ac'])(
  'a token that cannot be sent is an error that does not contain it: %j',
  (token) => {
    const url = 'https://fees.test';
    const written = { T: token };
    const reads = [
      () => readDeployment('', 'command line', {}, { url, token }),
      () => readDeployment('merchants: { one: { token: "\u0024{T}" } }', 'a.yaml', written, { url }),
      () => readDeployment('merchants: { several: { token: "\u0024{T}" } }', 'a.yaml', written, { url }),
    ];

    for (const read of reads) {
      expect(read).toThrow(/token: expected a token that an HTTP header can hold/);
      expect(read).not.toThrow(/geheim/);
    }
  },
);

const URL_LINE = 'url: https://fees.test\n';

function errorOf(text: string): string {
  try {
    readDeployment(URL_LINE + text, 'a.yaml', {}, {});
  } catch (error) {
    return error instanceof Error && 'code' in error
      ? `${String(error.code)}: ${error.message}`
      : String(error);
  }

  return 'no error';
}

test.each([
  'merchants:\n  one: { token: geheim, processors: [ }\n',
  'merchants: { one: geheim }\n',
  'merchants: geheim\n',
  'merchants: { one: { token: [geheim] } }\n',
  'merchants: { one: { tokn: geheim } }\n',
  'headers: { X-Api-Key: [geheim] }\n',
  'headers: "X-Api-Key: geheim"\n',
])('an error does not contain a possible secret: %j', (text) => {
  expect(errorOf(text)).toMatch(/^deployment: a\.yaml:/);
  expect(errorOf(text)).not.toContain('geheim');
});

test('a YAML error has its line and column', () => {
  expect(errorOf('cards: [\n')).toMatch(/^deployment: a\.yaml:2:8: /);
});

test('an unresolved or excessively expanding alias is an error', () => {
  const list = (name: string, entry: string) => `${name}: &${name} [${`${entry},`.repeat(9)}]\n`;
  const bomb = list('a', 'x') + [...'bcdefgh'].map((name, n) => list(name, `*${'abcdefg'[n]}`)).join('');

  expect(errorOf('cards: *none\n')).toContain('deployment: a.yaml:2:8: no anchor &none above this alias');
  expect(errorOf(bomb)).toContain('deployment: a.yaml: Excessive alias count');
  expect(errorOf('headers: &h {a: *h}\n')).toContain(
    'expected an alias of a value above it, got *h within &h',
  );
});
