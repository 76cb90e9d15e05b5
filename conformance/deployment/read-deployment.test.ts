/** Reads deployment files, and the PEM files that they or the command line name. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseMerchants } from '../../src/engine/index.ts';
import { createSelfSigned } from '../../src/mock/http/self-signed.ts';
import { temporaryFolder } from '../../test/support/folders.ts';
import { selectRoute, type TlsOptions } from './connection.ts';
import { type MerchantReference, readPricing, resolvePricing } from './pricing.ts';
import { readDeployment } from './read-deployment.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);
const [own, other] = [createSelfSigned(['one']), createSelfSigned(['other'])];

beforeAll(() => {
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
  [{ ca: 'nowhere.pem' }, '--ca: FOLDER/nowhere.pem: no such file: check the path'],
  [{ ca: 'tls' }, '--ca: FOLDER/tls: a directory: name a file in it'],
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
  ['tls: { ca: text.pem }', 'tls.ca: expected PEM with -----BEGIN CERTIFICATE-----', ':1:12'],
  ['tls: { cert: cert.pem }', 'tls.cert: expected tls.key beside it, got none', ':1:14'],
  ['tls: { insecure: true }', 'tls.insecure: expected one of the keys ca, cert, key', ':1:18'],
  ['tls: [ca.pem]', 'tls: expected a mapping with ca, cert and key', ':1:6'],
])('an error in the deployment file names it: %s', (file, problem, place = '') => {
  expect(() => read({}, file)).toThrow(`${at('staging.yaml')}${place}: ${problem}`);
});

test('a token of white space is none', () => {
  const url = 'https://fees.test';

  expect(() => readDeployment('', 'command line', {}, { url, token: ' ' })).toThrow(
    'token: expected a token, got white space alone: is a variable empty?',
  );
  expect(() => readDeployment('merchants: { one: { token: " " } }', 'a.yaml', {}, { url })).toThrow(
    'a.yaml:1:28: merchants.one.token: expected a token, got white space alone',
  );
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

test.each([
  ['zip: ["8500"]', 'zip[0]: expected a zip code of five digits as a string, such as "85004", got "8500"'],
  ['state: [Arizona]', 'state[0]: expected a two-letter state as a string, such as "AZ", got "Arizona"'],
  ['iso: [AZ]', 'iso[0]: expected an ISO state code as a string, such as "US-AZ", got "AZ"'],
])('a region of another form is no region of the deployment: %s', (region, problem) => {
  expect(errorOf(`regions: { ${region} }\n`)).toContain(`regions.${problem}`);
});

test('a YAML error has its line and column', () => {
  expect(errorOf('cards: [\n')).toMatch(/^deployment: a\.yaml:3:1: /);
});

/** The proxy without its login and the variable; without a proxy, the kind of the route. */
function describeRoute(url: string, environment: Record<string, string>): string {
  const route = selectRoute(new URL(url), environment);

  return route.kind === 'by-proxy'
    ? `${route.proxy.protocol}//${route.proxy.host} by ${route.variable}`
    : route.kind;
}

describe('the environment names the proxy', () => {
  test.each([
    ['https', '', 'straight'],
    ['https', 'HTTPS_PROXY=http://a.test:3128', 'http://a.test:3128 by HTTPS_PROXY'],
    ['https', 'https_proxy=http://a.test:1 HTTPS_PROXY=http://b.test:2', 'http://a.test:1 by https_proxy'],
    ['https', 'https_proxy= HTTPS_PROXY=http://b.test:2', 'http://b.test:2 by HTTPS_PROXY'],
    ['http', 'HTTP_PROXY=http://a.test:1', 'http://a.test:1 by HTTP_PROXY'],
    ['https', 'HTTP_PROXY=http://a.test:1', 'straight'],
    ['http', 'HTTPS_PROXY=http://a.test:1', 'straight'],
    ['http', 'ALL_PROXY=http://a.test:1 HTTPS_PROXY=http://b.test:2', 'http://a.test:1 by ALL_PROXY'],
    ['https', 'HTTPS_PROXY=a.test:3128', 'http://a.test:3128 by HTTPS_PROXY'],
    ['https', 'HTTPS_PROXY=me:geheim@a.test:3128', 'http://a.test:3128 by HTTPS_PROXY'],
    ['https', 'HTTPS_PROXY=https://a.test', 'https://a.test by HTTPS_PROXY'],
  ])('for %s by %j: %s', (protocol, variables, expected) => {
    const environment = Object.fromEntries(variables.split(' ').map((pair) => pair.split('=')));

    expect(describeRoute(`${protocol}://fees.test`, environment)).toBe(expected);
  });

  test.each([
    'http://127.0.0.1:4010',
    'https://localhost',
    'http://[::1]:80',
    'http://mock.localhost',
    'http://127.8.0.1',
  ])('loopback is reached directly: %s', (url) => {
    expect(describeRoute(url, { ALL_PROXY: 'http://a.test:1' })).toBe('past-proxy');
  });

  test.each(['socks5://me:geheim@a.test', 'http://me:geheim@', 'http://me:geheim@a test'])(
    'an unusable proxy is an error without its password: %s',
    (HTTPS_PROXY) => {
      const read = () => describeRoute('https://fees.test', { HTTPS_PROXY });

      expect(read).toThrow(/^HTTPS_PROXY: expected the address of a proxy/);
      expect(read).not.toThrow(/geheim/);
      expect(describeRoute('http://fees.test', { HTTPS_PROXY })).toBe('straight');
    },
  );
});

describe('NO_PROXY names hosts to reach directly', () => {
  const HOSTS = 'https://fees.example.com:8443';
  const proxied = (url: string, NO_PROXY: string) =>
    describeRoute(url, { HTTPS_PROXY: 'http://a.test:1', NO_PROXY }) !== 'straight';

  test.each([
    ['*', HOSTS],
    ['other.test, *', HOSTS],
    ['fees.example.com', HOSTS],
    ['FEES.Example.com', HOSTS],
    ['example.com', HOSTS],
    ['.example.com', HOSTS],
    ['*.example.com', HOSTS],
    ['example.com.', HOSTS],
    ['example.com:8443', HOSTS],
    ['.example.com', 'https://example.com'],
    ['example.com:443', 'https://example.com'],
    ['a.test b.test,example.com', HOSTS],
    ['10.1.2.3', 'https://10.1.2.3'],
    ['10.0.0.0/8', 'https://10.1.2.3'],
    ['10.1.2.3:9000', 'https://10.1.2.3:9000'],
    ['fd00::1', 'https://[fd00::1]'],
    ['[fd00::1]', 'https://[fd00::1]'],
    ['[fd00::1]:443', 'https://[fd00::1]'],
    ['fd00:0:0::1', 'https://[fd00::1]:9000'],
    ['fd00::/8', 'https://[fd00::1]'],
  ])('%s names %s', (exceptions, url) => {
    expect(proxied(url, exceptions)).toBe(false);
  });

  test.each([
    ['', HOSTS],
    [',  ,', HOSTS],
    ['ample.com', HOSTS],
    ['fees.example.com.evil.test', HOSTS],
    ['a.fees.example.com', HOSTS],
    ['example.com:443', HOSTS],
    ['*.example.com', 'https://example.com'],
    ['10.0.0.0/8', 'https://11.1.2.3'],
    ['10.0.0.0/8', HOSTS],
    ['10.0.0.0/99', 'https://10.1.2.3'],
    ['10.1', 'https://110.1'],
    ['fd00::/8', 'https://[fe00::1]'],
    ['nonsense/8', HOSTS],
    ['[', HOSTS],
  ])('%j does not name %s', (exceptions, url) => {
    expect(proxied(url, exceptions)).toBe(true);
  });

  test('no_proxy overrides NO_PROXY, also when empty', () => {
    const environment = { HTTPS_PROXY: 'http://a.test:1', NO_PROXY: '*' };

    expect(describeRoute(HOSTS, { ...environment, no_proxy: '' })).toBe('http://a.test:1 by HTTPS_PROXY');
  });
});

const ALPHA = { mid: '1', name: 'alpha' };
const BETA = { mid: '2', name: 'beta' };
const FLAT = 'pricing: { model: flat, fixed: "1" }';
const SINGLE = `{ processors: [{ mid: "1", name: alpha, ${FLAT} }] }`;
const DOUBLE = `{ processors: [{ mid: "1", name: alpha, ${FLAT} }, { mid: "2", name: beta, ${FLAT} }] }`;

function find(merchants: string, one: MerchantReference, several?: MerchantReference) {
  const { one: first, several: second } = resolvePricing(
    parseMerchants(`merchants: { ${merchants} }`, 'prices.yaml'),
    { one, several },
    { where: 'staging.yaml', path: 'prices.yaml' },
  );

  return [first.name, second?.name];
}

describe('a merchant of the deployment is found in the merchant file', () => {
  test('by its name', () => {
    expect(find(`one: ${SINGLE}, shop: ${SINGLE}`, { name: 'shop' })).toEqual(['shop', undefined]);
  });

  test('otherwise by its role', () => {
    expect(find(`shop: ${SINGLE}, one: ${SINGLE}, several: ${DOUBLE}`, {}, {})).toEqual(['one', 'several']);
  });

  test('otherwise as the only one with a matching number of processors and with the given ones', () => {
    const kiosk = SINGLE.replace('"1"', '"9"');

    expect(find(`shop: ${SINGLE}, chain: ${DOUBLE}`, {}, {})).toEqual(['shop', 'chain']);
    expect(find(`kiosk: ${kiosk}, shop: ${SINGLE}`, { processors: [ALPHA] })).toEqual(['shop', undefined]);
  });

  test.each<
    [
      what: string,
      merchants: string,
      one: MerchantReference,
      several: MerchantReference | undefined,
      problem: string,
    ]
  >([
    [
      'an unknown name',
      `shop: ${SINGLE}`,
      { name: 'shopp' },
      undefined,
      'staging.yaml: merchants.one.name: expected a merchant of prices.yaml (shop), got shopp',
    ],
    [
      'two matches',
      `shop: ${SINGLE}, kiosk: ${SINGLE}`,
      {},
      undefined,
      'staging.yaml: pricing: expected one merchant of prices.yaml that matches merchants.one, got shop or kiosk: set merchants.one.name (available: shop, kiosk)',
    ],
    [
      'no match',
      `one: ${SINGLE}`,
      {},
      {},
      'staging.yaml: pricing: expected one merchant of prices.yaml that matches merchants.several, got none: set merchants.several.name (available: one)',
    ],
    [
      'too many processors',
      `one: ${DOUBLE}`,
      {},
      undefined,
      'staging.yaml: merchants.one: expected a merchant of prices.yaml with exactly one processor, got one, which has 1 alpha, 2 beta',
    ],
    [
      'a processor that the merchant lacks',
      `one: ${SINGLE}`,
      { processors: [BETA] },
      undefined,
      'staging.yaml: merchants.one: expected a merchant of prices.yaml with exactly one processor (2 beta), got one, which has 1 alpha',
    ],
  ])('%s is an error', (_, merchants, one, several, problem) => {
    expect(() => find(merchants, one, several)).toThrow(
      expect.objectContaining({ code: 'deployment', message: problem }),
    );
  });
});

test('a missing merchant file is an error that says where it was looked for', () => {
  const files = { where: 'nowhere/staging.yaml', text: 'pricing: prices.yaml', path: 'prices.yaml' };

  expect(() => readPricing({ one: {}, several: undefined }, files)).toThrow(
    'nowhere/staging.yaml:1:10: pricing: expected the path of a merchant file, relative to the folder of nowhere/staging.yaml, got prices.yaml: no such file: check the path',
  );
});
