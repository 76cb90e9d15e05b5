/** The integrator's path: start the mock, paste what it prints, go on from there. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startMock } from '../../src/mock/index.ts';
import { fileWriter, ownFolder } from '../support/folders.ts';
import { ROOT } from '../support/root.ts';
import {
  bash,
  listening,
  startHere,
  startMockHere,
  startTollgate,
  tollgateHere,
  type Words,
  watch,
} from './command.ts';

test('the calls that the mock prints work when pasted, and so does the first public example', async () => {
  await using mock = await listening(startTollgate(['mock', '--port', '0']));
  const calls = mock.welcome.match(/^ {2}curl [\s\S]*?}'\n/gm) ?? [];
  const pasted = await Promise.all(calls.map(async (call) => JSON.parse((await bash(call)).out)));

  // A credit card, a debit card, and a state that prohibits surcharges.
  expect(pasted).toEqual(
    [2.43, 0, 0].map((transactionFee) => ({ transactionFee, sTxId: expect.any(String), message: 'ok' })),
  );

  const ask = async (path: string, body: object) =>
    (await (await mock.post(path, body)).json()) as {
      readonly sTxId: string;
      readonly transactionFee?: number;
    };
  const example = { region: '85004', nicn: '424242', amount: 100.0, campaign: ['optional text field1'] };
  const first = await ask('/v1/ch', example);
  const updated = await ask('/v1/ch', { ...example, amount: 250, sTxId: first.sTxId });
  const sale = await ask('/v1/ch/sale', { sTxId: first.sTxId });

  expect(first.transactionFee).toBe(2.43);
  expect(updated.sTxId).toBe(first.sTxId);
  expect(updated.transactionFee).not.toBe(first.transactionFee);
  expect(sale).toEqual({ sTxId: first.sTxId });
  expect(await mock.end('SIGINT')).toBe(0);
});

test('the printed call names a processor where the merchant has several, however it is called', async () => {
  const folder = ownFolder();
  const price = '{ model: flat, fixed: "1.50" }';
  writeFileSync(
    join(folder, 'shop.yaml'),
    `merchants: { shop: { processors: [{ mid: "1", name: "o'river", pricing: ${price} }, { mid: "2", name: lake, pricing: ${price} }] } }`,
  );
  await using mock = startHere(['mock', '--port', '0', '--merchants', join(folder, 'shop.yaml')]);
  const call = /^ {2}curl [\s\S]*?}'\n/m.exec(await mock.printed(/Ctrl-C/))?.[0] ?? '';

  expect(JSON.parse((await bash(call)).out)).toMatchObject({ transactionFee: 1.5, message: 'ok' });
});

test('a port that is in use is reported in one line', async () => {
  await using first = startHere(['mock', '--port', '0']);
  const port = /127\.0\.0\.1:(\d+)/.exec(await first.printed(/Ctrl-C/))?.[1] ?? '';

  expect(await tollgateHere(['mock', '--port', port])).toEqual({
    code: 2,
    out: '',
    problem: `tollgate: 127.0.0.1:${port} is already in use: choose another port (--port), or 0 for a free one\n`,
  });
});

test('npm start prints commands for the folder where it was typed, and ends on SIGTERM', async () => {
  await using mock = watch(
    spawn(process.execPath, [join(ROOT, 'cli/tollgate.js'), 'mock', '--port', '0'], {
      env: {
        ...process.env,
        npm_lifecycle_event: 'start',
        npm_package_name: 'tollgate',
        INIT_CWD: join(ROOT, 'docs'),
      },
    }),
  );
  const welcome = await mock.printed(/Ctrl-C/);
  const command = /judge the mock +(.+) conform /.exec(welcome)?.[1] ?? 'false';

  expect(welcome).not.toContain('npm run');
  expect(welcome).not.toContain(ROOT);
  expect(await bash(`cd '${join(ROOT, 'docs')}' && ${command} token`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^eyJ/),
  });
  expect(await mock.end('SIGTERM')).toBe(0);
});

test('an older Node gets a sentence and exit code 2', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { node: '22.18.0' } });
Object.defineProperty(process, 'version', { value: 'v22.18.0' });`;
  const { code, out } = await bash(
    `'${process.execPath}' --import "data:text/javascript,${encodeURIComponent(older).replaceAll("'", '%27')}" '${join(ROOT, 'cli/tollgate.js')}' --version 2>&1`,
  );

  expect({ code, out }).toEqual({
    code: 2,
    out: 'tollgate: expected Node.js 22.19 or later, got v22.18.0: run npm ci in the clone, which installs Node.js 24, and then node_modules/.bin/node cli/tollgate.js\n',
  });
});

test.each(['cli/index.ts', 'conformance/index.ts'])('so does who imports %s', async (entry) => {
  const script = `Object.defineProperty(process, 'versions', { value: { node: '20.19.5' } });
Object.defineProperty(process, 'version', { value: 'v20.19.5' });
import(${JSON.stringify(join(ROOT, entry))}).catch(({ message }) => console.log(message));`;
  const { out } = await bash(`'${process.execPath}' -e "$SCRIPT"`, { SCRIPT: script });

  expect(out).toMatch(
    /^tollgate: expected Node.js 22.19 or later, got v20.19.5: .*npm install --save-dev node@24\n$/,
  );
});

// The worked example of the typed client, straight from the clone, against the mock.

test('the example prices, prices anew, is refused, and sells', async () => {
  await using mock = await startMock();
  const lines: string[] = [];
  vi.stubEnv('TOLLGATE_URL', mock.url);
  vi.stubEnv('TOLLGATE_TOKEN', mock.token());
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text));

    return true;
  });
  onTestFinished(() => {
    vi.unstubAllEnvs();
    write.mockRestore();
  });
  await import('../../examples/client/order.ts');

  expect(lines).toEqual([
    '100.00 costs 2.43 more by card\n',
    '250.00 costs 5.78 more by card\n',
    'to ZZ: refused, The region must be a zip code, a two-letter state or an ISO state code, such as 85004, AZ or US-AZ, not "ZZ".\n',
    'sold, in the transaction that was priced\n',
  ]);
});

// An integrator tries a client against faults: on the command line, by header and in a merchant file.

test('a mock injects faults, lists them at the start, and conforms where clients may retry', async () => {
  const path = join(ownFolder(), 'shop.yaml');
  writeFileSync(
    path,
    `merchants:
  shop:
    processors: [{ mid: "700100", name: alpha, pricing: { model: percent-plus-fixed, percent: "2.9", fixed: "0.30" } }]
    faults: [{ when: { amount: "13.37" }, then: { status: 402 } }]
`,
  );
  const rules = ['--fault', 'every=25: status=503;retry-after=0', '--fault', 'amount=66.6: reset=after'];
  await using mock = await startMockHere('--merchants', path, ...rules);
  const { welcome, url, token } = mock;
  const ask = (amount: number, headers: Record<string, string> = {}) =>
    mock.post('/v1/ch', { amount, nicn: '424242', region: '85004' }, headers);

  expect(welcome).toContain(
    "injected faults: 'every=25: status=503;retry-after=0', 'amount=66.6: reset=after'",
  );
  expect((await ask(13.37)).status).toBe(402);
  expect((await ask(1, { 'Tollgate-Fault': '429' })).headers.get('retry-after')).toBe('1');
  await expect(ask(66.6)).rejects.toThrow('fetch failed');
  const judged = await tollgateHere(['conform', url, '--effort', 'quick'], { TOLLGATE_TOKEN: token });
  expect(judged).toMatchObject({ code: 0, out: expect.stringMatching(/^CONFORMANT /) });
});

test.each([
  [
    ['--fault', 'amount=many: hang'],
    `--fault 'amount=many: hang' has a problem:\n--fault: amount: expected US dollars, 0 or more, such as "13.37", got "many"\n`,
  ],
  [
    ['--fault', 'stats=3, hang'],
    "--fault 'stats=3, hang' has a problem:\n--fault: stats: unknown key: did you mean status?\n",
  ],
  [
    ['--fault', 'jitter=5, hang'],
    "--fault 'jitter=5, hang' has a problem:\n--fault: expected latency beside jitter, got jitter alone\n",
  ],
  [
    ['--fault', 'hang', '--fault-seed', 'x'],
    '--fault-seed: expected a whole number from 0 to 2147483647, got x\n',
  ],
])('%j is refused', async (args, problem) => {
  const { code, problem: said } = await tollgateHere(['mock', '--port', '0', ...args]);

  expect({ code, said }).toEqual({ code: 2, said: `tollgate: ${problem}` });
});

// An integrator tests a client against other vendors' choices: --choose, --like, --grease, --lenient.

const BODY = { region: '85004', nicn: '424242', amount: 100 };

test('--like takes the choices of a report, and --choose takes precedence', async () => {
  const path = join(ownFolder(), 'report.json');
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

test.each([
  ['--like nowhere.json', '--like: nowhere.json: no such file: check the path'],
  ['--grease much', '--grease: expected a whole number from 0 to 2147483647, got much'],
  ['--static --lenient', '--static: expected no --lenient beside it'],
  ['--static --grease', '--static: expected no --grease beside it'],
])('mock %j is wrong usage: exit 2, and how to fix it', async (args, message) => {
  const { code, out, problem } = await tollgateHere(`mock ${args}`);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(problem).toContain(message);
});

// The integrator whose tokens are verified.

const SECRET = 'never-to-be-printed-anywhere-at-all';

const SHOP = `merchants:
  corner-shop:
    processors:
      - { mid: "1", name: a, pricing: { model: percent-plus-fixed, percent: "1", fixed: "0" } }
`;

const write = fileWriter();

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
  test.each<[Words, string]>([
    [
      'token --merchant nope',
      '--merchant: expected one of one, several, got nope; --merchants FILE names a file of your own',
    ],
    ['token --expires-in soon', '--expires-in: expected a time such as 90s, 15m, 1h or 30d, got soon'],
    ['token --merchants /nowhere/a.yaml', '--merchants: /nowhere/a.yaml: no such file: check the path'],
    [['token', '--jwt-secret', ''], '--jwt-secret: expected <secret>, got an empty text'],
    [['mock', '--jwt-secret', ''], '--jwt-secret: expected <secret>, got an empty text'],
    [
      ['mock', '--jwt-secret', SECRET, '--jwks', 'https://example.com/keys'],
      '--jwt-secret and --jwks: expected one of them, got both',
    ],
    ['mock --jwks /nowhere/keys.json', '--jwks: /nowhere/keys.json: no such file: check the path'],
    ['mock --port 0 --jwks https://a:b@example.com/', 'jwks: expected the path of a file, or'],
  ])('%j', async (args, problem) => {
    const { code, out, problem: said } = await tollgateHere(args);

    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(said).toContain(`tollgate: ${problem}`);
    expect(said).not.toContain(SECRET);
    expect(said.trim().split('\n')).toHaveLength(1);
  });
});
