/** An integrator tests a client against other vendors' choices: --choose, --like, --grease, --lenient. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startMock } from '../../src/mock/index.ts';
import { bash, startMockHere, tollgateHere } from './command.ts';

const BODY = { region: '85004', nicn: '424242', amount: 100 };

test('--like takes the choices of a report, and --choose takes precedence', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'tollgate-')), 'report.json');
  await using vendor = await startMock({ choices: { 'success-status': '201', 'sale-status': '202' } });
  const judged = await tollgateHere(
    ['conform', vendor.url, '--effort', 'quick', '--report', `json=${path}`],
    {
      TOLLGATE_TOKEN: vendor.token(),
    },
  );
  await using mock = await startMockHere(
    ...['--like', path, '--choose', 'sale-status=200', '--choose', 'number-form=two-decimals'],
  );
  const answer = await mock.post('/v1/ch', BODY);

  expect(judged.code).toBe(0);
  expect(mock.welcome).toMatch(/^choices: success-status=201, number-form=two-decimals$/m);
  expect(answer.status).toBe(201);
  expect(await answer.text()).toContain('"transactionFee":2.43,');
});

test('a greased mock prints its seed, and names in each response what it randomised', async () => {
  await using mock = await startMockHere('--grease');
  const seed = /--grease (\d+) repeats it/.exec(mock.welcome)?.[1] ?? '';
  await using again = await startMockHere('--grease', seed);

  for (let count = 0; count < 10; count += 1) {
    const [one, other] = [await mock.post('/v1/ch', BODY), await again.post('/v1/ch', BODY)];

    expect(one.status).toBe(other.status);
    expect(one.headers.get('tollgate-choices')).toBe(other.headers.get('tollgate-choices'));
  }
});

test('a lenient mock accepts what a strict one refuses, and reports it', async () => {
  await using mock = await startMockHere('--lenient');
  const answer = await fetch(`${mock.url}/v1/ch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${mock.token}` },
    body: JSON.stringify({ ...BODY, country: 'US' }),
  });

  expect(answer.status).toBe(200);
  expect(answer.headers.get('tollgate-violations')).toBe(
    'header X-Requested-With, /country (country/refuses-unknown)',
  );
});

test.each([
  [['--choose', 'refusl=html'], 'Did you mean refusal?'],
  [['--like', 'nowhere.json'], '--like: nowhere.json cannot be read (ENOENT)'],
  [['--grease', 'much'], '--grease: expected a whole number from 0 to 2147483647, got much'],
  [['--static', '--lenient'], '--static: expected no --lenient beside it'],
  [['--static', '--grease'], '--static: expected no --grease beside it'],
])('mock %j is wrong usage: exit 2, and how to fix it', async (args, message) => {
  const { code, out, problem } = await tollgateHere(['mock', ...args]);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(problem).toContain(message);
});

test('the help lists every choice with its options', async () => {
  const { out } = await tollgateHere(['mock', '--help']);

  expect(out).toMatch(/^ {2}refusal {2,}problem, json, html, empty, 2xx-message/m);
});

// The integrator whose tokens are verified.

const SECRET = 'never-to-be-printed-anywhere-at-all';

const SHOP = `merchants:
  corner-shop:
    processors:
      - { mid: "1", name: a, pricing: { model: percent-plus-fixed, percent: "1", fixed: "0" } }
`;

/** A file in a folder of its own. */
function write(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, text);

  return path;
}

async function statusAt({ post }: Pick<Awaited<ReturnType<typeof startMockHere>>, 'post'>, token: string) {
  const answer = await post('/v1/ch', BODY, { authorization: `Bearer ${token.trim()}` });
  await answer.arrayBuffer();

  return answer.status;
}

describe('a mock with a secret', () => {
  test('prints a token that it takes, and never the secret', async () => {
    await using mock = await startMockHere('--jwt-secret', SECRET);
    const { welcome } = mock;
    const call = /^ {2}curl [\s\S]*?'\n/m.exec(welcome)?.[0] ?? '';

    expect(welcome).toContain('tokens: a JWT signed with the secret by HS256, HS384 or HS512');
    expect(welcome).not.toContain(SECRET);
    expect(welcome).not.toContain('shorter than');
    expect(JSON.parse((await bash(call)).out)).toMatchObject({ message: 'ok' });
  });

  test('takes what the command token makes with the same secret, and nothing else', async () => {
    const merchants = write('my merchants.yaml', SHOP);
    const secret = { TOLLGATE_JWT_SECRET: SECRET };
    const named = ['--merchants', merchants, '--merchant', 'corner-shop'];
    await using mock = await startMockHere('--jwt-secret', SECRET, '--merchants', merchants);
    const { welcome } = mock;
    const [right, brief, expired, other] = await Promise.all([
      tollgateHere(['token', ...named], secret),
      tollgateHere(['token', '--expires-in', '15m', '--jwt-secret', SECRET]),
      tollgateHere(['token', '--expires-in', '-1h'], secret),
      tollgateHere(['token', ...named]),
    ]);

    expect(welcome).toContain(`token --merchants '${merchants}' --merchant NAME, with the same secret`);
    expect(await statusAt(mock, right.out)).toBe(200);
    expect(await statusAt(mock, brief.out)).toBe(200);
    expect(await statusAt(mock, expired.out)).toBe(401);
    expect(await statusAt(mock, other.out)).toBe(401);
  });

  test('says so where the secret is short, without saying it', async () => {
    await using mock = await startMockHere('--jwt-secret', 'tiny-one');
    const { welcome } = mock;

    expect(welcome).toContain('the secret is shorter than the 32 bytes');
    expect(welcome).not.toContain('tiny-one');
  });
});

test('a mock with a JWK set says that it has no token to give, and takes those of the keys', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const path = write('keys.json', JSON.stringify({ keys: [await exportJWK(publicKey)] }));
  await using mock = await startMockHere('--jwks', path);
  const { welcome } = mock;
  const token = await new SignJWT({}).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
  const call = /^ {2}curl [\s\S]*?'\n/m.exec(welcome)?.[0] ?? '';

  expect(welcome).toContain(`signed by a key of the JWK set ${path}`);
  expect(welcome).toContain('The mock has no private key');
  expect(welcome).not.toContain('eyJ');
  expect(JSON.parse((await bash(call, { TOLLGATE_TOKEN: token })).out)).toMatchObject({ message: 'ok' });
  expect(await statusAt(mock, (await tollgateHere(['token'])).out)).toBe(401);
});

describe('what cannot be used is said in one line', () => {
  test.each([
    [
      ['token', '--merchant', 'nope'],
      '--merchant: expected one of one, several, got nope; --merchants FILE names a file of your own',
    ],
    [
      ['token', '--expires-in', 'soon'],
      '--expires-in: expected a time such as 90s, 15m, 1h or 30d, got soon',
    ],
    [['token', '--merchants', '/nowhere/a.yaml'], '--merchants: /nowhere/a.yaml cannot be read (ENOENT)'],
    [['token', '--jwt-secret', ''], '--jwt-secret: expected at least one character, got an empty text'],
    [['mock', '--jwt-secret', ''], '--jwt-secret: expected at least one character, got an empty text'],
    [
      ['mock', '--jwt-secret', SECRET, '--jwks', 'https://example.com/keys'],
      '--jwt-secret and --jwks: expected one of them, got both',
    ],
    [['mock', '--jwks', '/nowhere/keys.json'], '--jwks: /nowhere/keys.json cannot be read (ENOENT)'],
    [['mock', '--port', '0', '--jwks', 'https://a:b@example.com/'], 'jwks: expected the path of a file, or'],
  ])('%j', async (args, problem) => {
    const { code, out, problem: said } = await tollgateHere(args);

    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(said).toContain(`tollgate: ${problem}`);
    expect(said).not.toContain(SECRET);
    expect(said.trim().split('\n')).toHaveLength(1);
  });
});
