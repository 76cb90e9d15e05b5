/** What programs and people get of results and errors. */
import { beforeAll, expect, test } from 'vitest';
import { startMock } from '../src/mock/index.ts';
import { tollgateHere } from '../test/end-to-end/command.ts';
import { temporaryFolder } from '../test/support/folders.ts';
import type { CommandContext } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { safeProblem } from './output.ts';
import { runProgram } from './program.ts';

const context = {
  environment: {},
  command: 'tollgate',
  warn: () => {},
  progress: () => {},
  shutdown: new AbortController().signal,
} as unknown as CommandContext;

test.each([
  ['a misspelt option with its value', ['conform', 'http://127.0.0.1:1', '--tokn=s3cr3t']],
  ['a misspelt option with its value behind it', ['conform', 'http://127.0.0.1:1', '--tokn', 's3cr3t']],
  ['a misspelt short option', ['token', '-s3cr3t']],
  ['an argument too many', ['conform', 'http://127.0.0.1:1', 's3cr3t']],
  ['several arguments too many', ['mock', 's3cr3t', "it's s3cr3t"]],
  ['an address with a password', ['conform', 'https://user:s3cr3t@fees.example.com']],
  ['an address with a password and no scheme', ['conform', 'user:s3cr3t@fees.example.com']],
  ['an address with a token in its query', ['conform', 'fees.example.com?token=s3cr3t&a=1']],
  ['another kind of address with a password', ['mock', '--ledger', 'mysql:user:s3cr3t@db']],
  ['an address in the place of a file', ['mock', '--jwks', 'ftp://user:s3cr3t@keys.example.com']],
  ['a token in the place of a command', ['eyJhbGciOiJub25lIn0.s3cr3t.x']],
])('standard error does not repeat %s', async (_, args) => {
  const { code, out, problem = '' } = await runProgram(args, context);

  expect(code).toBe(2);
  expect(problem).not.toBe('');
  expect(out + problem).not.toContain('3cr3t');
});

test('the rest of a problem stays as it is', () => {
  const text =
    "tollgate: unknown option '--tokn'\n(Did you mean --token?)\ntollgate: --seed: expected a whole number from 0 to 2147483647, got https://fees.example.com:8443/a?b=1\n";

  expect(safeProblem(text)).toBe(text);
  expect(safeProblem("unknown option '--tokn=x'")).toBe("unknown option '--tokn=(not shown)'");
  expect(safeProblem("too many arguments for 'conform'. Expected 1 argument but got 2: a, b.")).toBe(
    "too many arguments for 'conform'. Expected 1 argument but got 2.",
  );
});

const folder = temporaryFolder();

const run = (...args: readonly string[]) => tollgateHere(args, {}, folder);
const read = async (...args: readonly string[]) => {
  const { code, out, problem } = await run(...args, '--json');
  expect(problem).toBe('');

  return { code, data: JSON.parse(out) };
};

let [url, token] = ['', ''];
beforeAll(async () => {
  const mock = await startMock({ defects: ['nicn/refuses-non-digits'] });
  url = mock.url;
  const scope = ['--only', 'nicn', '--effort', 'quick', '--seed', '1'];
  await run('conform', '--mock', ...scope, '--report', 'json=good.json');
  await run('conform', url, '--token', mock.token(), ...scope, '--report', 'json=bad.json');
  token = mock.token();

  return () => mock.close();
});

test('each command that prints JSON documents its fields', () => {
  const documented = COMMANDS.filter(({ json }) => json !== undefined).map(({ name }) => name);

  expect(documented).toEqual(
    COMMANDS.filter(({ options }) => options['json'] !== undefined).map(({ name }) => name),
  );
});

test('rules, one rule of each kind, and tokens', async () => {
  const { data } = await read('rules', 'nicn');
  expect(data.rules[0]).toEqual({
    id: expect.stringMatching(/^nicn\//),
    level: 'must',
    section: expect.any(String),
    title: expect.any(String),
    on: 'service',
  });
  expect((await read('rules', 'nicn/refuses-non-digits')).data).toMatchObject({
    id: 'nicn/refuses-non-digits',
    fix: expect.any(String),
  });
  expect((await read('rules', 'client-flow/sells-once')).data).toMatchObject({
    on: 'client',
    example: { wrong: expect.any(String) },
  });
  expect((await read('rules', 'observe/second-sale')).data.options).toHaveProperty('refuse');
  expect((await read('token', '--merchant', 'several', '--expires-in', '1h')).data).toEqual({
    token: expect.stringMatching(/^eyJ/),
    merchant: 'several',
    expiresIn: 3600,
  });
});

test('a comparison, a statement and a verification of reports', async () => {
  const { code, data } = await read('compare', 'good.json', 'bad.json');
  expect(code).toBe(0);
  expect(data.comparisons[0].rules[0]).toEqual({
    id: 'nicn/refuses-non-digits',
    level: 'must',
    differs: true,
    results: ['passed', 'failed'],
  });
  expect((await read('statement', 'bad.json')).data).toMatchObject({
    verdict: 'nonconformant',
    rules: { must: { failed: 1 } },
    failures: [{ rule: 'nicn/refuses-non-digits' }],
  });
  expect((await read('verify', 'bad.json')).data).toEqual({
    ...{ result: 'not judged', signature: 'not checked' },
    message: expect.any(String),
  });
});

test('a replay', async () => {
  expect(await read('replay', 'bad.json', 'nicn/refuses-non-digits', url, '--token', token)).toMatchObject({
    code: 1,
    data: { rule: 'nicn/refuses-non-digits', result: 'reproduced', steps: [{ response: { status: 200 } }] },
  });
});

test.each([
  [['good.json', 'bad.json'], 'new', 1],
  [['bad.json', 'good.json'], 'new', 0],
  [['bad.json', 'good.json', 'bad.json'], 'new', 0],
  [['bad.json', 'good.json'], 'any', 1],
  [['good.json', 'good.json'], 'any', 0],
] as const)('compare %j --fail-on %s exits with %i', async (reports, what, code) => {
  expect(await run('compare', ...reports, '--fail-on', what)).toMatchObject({ code });
});

test.each([
  [['rules', 'ncin'], 'selection', 'expected a pattern that selects a rule, got ncin', 'Did you mean nicn?'],
  [['fee', '--amont', '3'], 'usage', "unknown option '--amont'", 'Did you mean --amount?'],
  [['verify'], 'usage', "missing required argument 'report'", 'see tollgate verify --help'],
  [
    ['statement', 'none.json'],
    'usage',
    'report: none.json cannot be read (ENOENT)',
    'see tollgate statement --help',
  ],
])('an error of %j is JSON on standard error, with exit code 2', async (args, code, message, fix) => {
  const ran = await run(...args, '--json');

  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(JSON.parse(ran.problem)).toEqual({ error: { code, message, fix } });
});
