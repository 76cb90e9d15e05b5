/** Tokens from a command: renewed when they expire, the same report from the recording, and never in a file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { obtainTokens } from '../../conformance/deployment/token-command.ts';
import { readDeployment } from '../../conformance/index.ts';
import { createMock } from '../../src/mock/index.ts';
import { tollgateHere } from '../end-to-end/command.ts';
import { listenHttp } from './listen.ts';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-token-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
