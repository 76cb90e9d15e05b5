/** Tokens of a deployment file: what the suite sends of them, those from a command, which are renewed, and that no report shows any. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readDeployment } from '../../conformance/deployment/read-deployment.ts';
import { obtainTokens } from '../../conformance/deployment/token-command.ts';
import { notTestedByReason } from '../../conformance/report/page.ts';
import { createMock } from '../../src/mock/index.ts';
import { tollgateHere } from '../end-to-end/command.ts';
import { temporaryFolder } from '../support/folders.ts';
import { judge } from './judge.ts';
import { listenHttp } from './listen.ts';
import { REFERENCE, type ReferenceBehavior } from './reference.ts';

const CARD_TOKEN = 'tok_4f3aSecretOfTheVault';

/** A service that knows its card tokens. */
const verifying: Partial<ReferenceBehavior> = {
  checkFee: (request, moment, found) =>
    [undefined, CARD_TOKEN].includes(request['cardToken'] as string | undefined)
      ? REFERENCE.checkFee(request, moment, found)
      : 'no such card token',
};

describe('a service that verifies card tokens', () => {
  test.each([[[]], [[CARD_TOKEN]]])(
    'is not accused where the deployment file lists %j',
    async (cardTokens) => {
      const report = await judge(verifying, {
        overrides: { cardTokens },
        // The rules whose requests may have a card token.
        effort: 'standard',
        selects: (id: string) => /^(fee-|opaque|multi-pay|identity\/(state|up))/.test(id),
      });
      const omitted = notTestedByReason(report).filter(({ reason }) => reason.includes('cardTokens'));

      expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
      // The rule passed with the other fields.
      for (const { reason } of omitted)
        expect(reason).toMatch(/^tested in part: needs \S+ of a deployment file: /);
      expect(omitted.flatMap(({ names }) => names)).toEqual(
        cardTokens.length > 0 ? [] : ['fee-request/accepts-each-optional-field'],
      );
    },
  );

  test('is accused where it refuses one that the deployment file lists, and no report shows that', async () => {
    const report = await judge(
      {
        checkFee: (request, ...rest) =>
          request['cardToken'] ? CARD_TOKEN : REFERENCE.checkFee(request, ...rest),
      },
      {
        overrides: { cardTokens: [CARD_TOKEN] },
        selects: (id: string) => id === 'fee-request/accepts-each-optional-field',
      },
    );
    const [rule] = report.rules.filter(({ outcome }) => outcome === 'fail');

    expect(rule?.id).toBe('fee-request/accepts-each-optional-field');
    expect(rule?.counterexample?.case).toMatchObject({ calls: [{ body: { cardToken: '{c1}' } }] });
    expect(rule?.counterexample?.steps.at(-1)?.curl).toContain(`"cardToken":"'"$TOLLGATE_CARD_TOKEN"'"`);
    expect(JSON.stringify(report)).not.toContain(CARD_TOKEN);
  });
});

test('a cardToken in place of nicn is found without any card token in the deployment file', async () => {
  const report = await judge(
    {
      normalizeRequest: (request) =>
        request['nicn'] === undefined && request['cardToken'] ? { ...request, nicn: '424242' } : request,
    },
    { overrides: { cardTokens: [] }, selects: (id: string) => id === 'fee-request/requires-nicn' },
  );

  expect(report.rules.find(({ id }) => id === 'fee-request/requires-nicn')?.outcome).toBe('fail');
});

describe('the tokens expired and foreign of a deployment file', () => {
  const tokens = { expired: 'expired-token-of-one', foreign: 'foreign-token-of-another' };
  const selects = (id: string) => id.startsWith('auth/') || id === 'observe/expired-token';

  test('are sent, and refused by a right service', async () => {
    const report = await judge({}, { overrides: { tokens }, selects });

    expect(report.rules.find(({ id }) => id === 'auth/refuses-invalid-token')?.outcome).toBe('pass');
    expect(report.choices['expired-token']).toBe('refuse');
  });

  test('are shown by no report of a service that accepts them', async () => {
    const knows: ReferenceBehavior['authenticate'] = (token) =>
      Object.values(tokens).includes(String(token)) ? 'one' : REFERENCE.authenticate(token);
    const report = await judge({ authenticate: knows }, { overrides: { tokens }, selects });
    const rule = report.rules.find(({ id }) => id === 'auth/refuses-invalid-token');

    expect(rule?.outcome).toBe('fail');
    expect(rule?.counterexample?.steps[0]?.curl).toContain('Bearer $TOLLGATE_TOKEN_FOREIGN');
    expect(report.choices['expired-token']).toBe('take');
    expect(JSON.stringify(report)).not.toMatch(/expired-token-of-one|foreign-token-of-another/);
  });
});

describe('a deployment file', () => {
  const read = (text: string) => readDeployment(`url: https://fees.test\n${text}`, 'a.yaml', {}, {});

  test('has them', () => {
    const text = 'cardTokens: [tok_test_1]\ntokens: { expired: old, foreign: other }\n';

    expect(read(text)).toMatchObject({
      cardTokens: ['tok_test_1'],
      tokens: { expired: 'old', foreign: 'other' },
    });
  });

  test.each([
    ['cardTokens: [1]\n', 'a.yaml:2:14: cardTokens[0]: expected a token as a string'],
    [
      'tokens: { expierd: geheim }\n',
      'a.yaml:2:20: tokens.expierd: expected one of the keys expired, foreign, got expierd: did you mean expired?',
    ],
    [
      'merchants: { one: { token: geheim } }\ntokens: { foreign: geheim }\n',
      'a.yaml:3:20: tokens.foreign: expected another token than those of the merchants, got one of them',
    ],
  ])('that is wrong about them is refused: %j', (text, message) => {
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).not.toThrow('geheim');
  });
});

// Tokens from a command: renewed when they expire, the same report from the recording, and never in a file.

const folder = temporaryFolder();

const CALLS = 20;
let url = '';
const used = new Set<string>();

/** A mock that takes each token for some calls only, and repeats it in its answers. */
beforeAll(async () => {
  const mock = await createMock({});
  const counts = new Map<string, number>();
  const server = await listenHttp(async (request, response) => {
    const { authorization = '' } = request.headers;
    const calls = (counts.get(authorization) ?? 0) + 1;
    counts.set(authorization, calls);
    let body = '';
    for await (const chunk of request) body += chunk;
    const isKnown = /^Bearer token-\d+-secret$/.test(authorization);
    if (!isKnown || calls > CALLS) return response.writeHead(401).end(`expired: ${authorization}`);
    used.add(authorization.slice('Bearer '.length));
    const { status, text } = await mock.inject({
      method: request.method as 'POST',
      path: request.url ?? '/',
      headers: { ...(request.headers as Record<string, string>), authorization: `Bearer ${mock.token()}` },
      body,
    });
    response.writeHead(status, { 'content-type': 'application/json', 'x-token': authorization }).end(text);
  });
  url = server.url.href;

  return () => server[Symbol.asyncDispose]();
});

/** Counts its runs in a file. */
const COMMAND = 'echo x >> runs; echo "token-$(wc -l < runs | tr -d " ")-secret"; echo more';

test.each([
  ['--token-command', () => [url, '--token-command', COMMAND]],
  [
    'the deployment file',
    () => {
      writeFileSync(
        join(folder, 'd.yaml'),
        `url: ${url}\nmerchants: { one: { token: { command: ${JSON.stringify(COMMAND)} } } }\n`,
      );

      return ['--deployment', 'd.yaml'];
    },
  ],
])('%s: expired tokens are renewed, and no file has one', async (_, args) => {
  rmSync(join(folder, 'run.har'), { force: true });
  used.clear();
  const judge = ['--effort', 'quick', '--seed', '1', '--report', 'json=report.json'];
  const ran = await tollgateHere(['conform', ...args(), ...judge, '--record', 'run.har'], {}, folder);

  expect(used.size).toBeGreaterThan(2);
  expect(ran).toMatchObject({
    code: 0,
    problem: expect.stringContaining('got a 401: running the token command again'),
  });
  const written = ['report.json', 'run.har'].map((name) => readFileSync(join(folder, name), 'utf8')).join('');
  for (const secret of used) expect(written + ran.out + ran.problem).not.toContain(secret);
  expect(written).not.toMatch(/token-\d/);
  expect(await tollgateHere(['verify', 'report.json', 'run.har'], {}, folder)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/the recording gives the report: conformant/),
  });
});

test.each([
  ['exit 3', 'got exit code 3'],
  ['echo "no login at https://a:pw@id.example.com" >&2; exit 1', 'got exit code 1: no login at https://'],
  ['true', 'got an empty line'],
  ["printf 'Bearer abc'", 'expected the token alone, got one after "Bearer"'],
  ['no-such-program-here', 'got exit code 127'],
])('the command %s gives one sentence', async (command, problem) => {
  const ran = await tollgateHere(['conform', url, '--token-command', command], {}, folder);

  expect(ran).toMatchObject({ code: 2, out: '', problem: expect.stringContaining(problem) });
  expect(ran.problem.trim().split('\n')).toHaveLength(1);
  expect(ran.problem).not.toContain('pw@');
});

test('a command that gives the same token again, or that fails later, ends with a verdict', async () => {
  rmSync(join(folder, 'once'), { force: true });
  const once = 'test ! -e once || { echo gone >&2; exit 9; }; touch once; echo token-999-secret';
  const ran = await tollgateHere(['conform', url, '--token-command', once, '--effort', 'quick'], {}, folder);

  expect(ran).toMatchObject({ code: 3, problem: expect.stringContaining('got exit code 9: gone') });
});

test('a token that never was accepted is not renewed', async () => {
  const deployment = await obtainTokens(
    readDeployment('', 'test', {}, { url, token: { command: 'echo wrong' } }),
  );

  expect(deployment.one).toMatchObject({ token: 'wrong' });
  const ran = await tollgateHere(
    ['conform', url, '--token-command', 'echo y >> tries; echo wrong', '--effort', 'quick'],
    {},
    folder,
  );
  expect(ran.code).toBe(3);
  expect(readFileSync(join(folder, 'tries'), 'utf8')).toBe('y\n');
});
