import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startMock } from '../src/mock/index.ts';
import { tollgateHere, unwatched } from '../test/end-to-end/command.ts';
import { temporaryFolder } from '../test/support/folders.ts';
import { type CommandContext, flagOf } from './command.ts';
import { COMMANDS } from './commands/index.ts';
import { safeProblem } from './output.ts';
import { runProgram } from './program.ts';
import { createProgress, paintFor, tintBy } from './terminal.ts';

const WORLD = unwatched(AbortSignal.abort());

function run(line: string) {
  return runProgram(line === '' ? [] : line.split(' '), WORLD);
}

describe('what is misspelt', () => {
  test.each([
    ['confrom', "tollgate: unknown command 'confrom'\n(Did you mean conform?)"],
    ['conform --efort quick', "tollgate: unknown option '--efort'\n(Did you mean --effort?)"],
    [
      'conform --effort standrad',
      'expected one of quick, standard, deep, got standrad. Did you mean standard?',
    ],
    ['conform --only ncin', 'Did you mean nicn?'],
    ['conform --only nicn,region', 'got nicn,region. Give each by itself: --only nicn --only region'],
    ['conform --skip identiy/*', 'Did you mean identity/*?'],
    ['conform --only identiy/update-*', 'Did you mean identity/update-*?'],
    ['conform --only identiy/stxid-is-uniqe', 'Did you mean identity/stxid-is-unique?'],
    ['conform --report jnuit=x.xml', 'Did you mean junit?'],
    ['mock --control loopbak', 'Did you mean loopback?'],
    ['mock --choose sucess-status=200', 'Did you mean success-status?'],
    ['mock --choose refusal=problm', 'Did you mean problem?'],
    ['mock --defect nicn/refuses-non-digit', 'Did you mean nicn/refuses-non-digits?'],
    ['conform --only nicn/refuse', 'Did you mean nicn/refuse*?'],
    ['conform --only nicn/refuses-fewer', 'Did you mean nicn/refuses-fewer-than-6-digits?'],
    ['conform --skip nicn/', 'Did you mean nicn/*?'],
    ['rules ncin', 'Did you mean nicn?'],
    ['rules identity/update-by-mtxid', 'Did you mean identity/update-by-mtxid-keeps-stxid?'],
    ['rules nicn/refuses-fewer', 'Did you mean nicn/refuses-fewer-than-6-digits?'],
    ['rules robustness/survives', 'Did you mean robustness/survives'],
    ['token --merchant severl', 'Did you mean several?'],
  ])('gets what is nearest: tollgate %s', async (line, hint) => {
    const { code, out, problem } = await run(line);

    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(problem).toContain(hint);
  });

  test('an empty pattern is wrong usage', async () => {
    const { code, problem } = await runProgram(['conform', '--only', ''], WORLD);

    expect({ code, problem }).toEqual({
      code: 2,
      problem:
        'tollgate: --only: expected a pattern that selects a rule, got an empty text: is a variable not set?\n',
    });
  });

  test('and has no help gets all there is', async () => {
    const { code, problem = '' } = await run('help xyzzy');

    expect(code).toBe(2);
    for (const { name } of COMMANDS) expect(problem).toMatch(new RegExp(`^  ${name} `, 'm'));
  });
});

describe('the help', () => {
  test('without a command is the list of them', async () => {
    const asked = await Promise.all(['', '--help', 'help'].map(run));

    expect(asked.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(new Set(asked.map(({ out }) => out)).size).toBe(1);
    for (const { name } of COMMANDS) expect(asked[0]?.out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  test.each(COMMANDS)(
    'of $name fits a terminal, with examples that name options which there are',
    async (command) => {
      const { code, out } = await run(`${command.name} --help`);
      const flags = new Set(Object.keys(command.options).map(flagOf));
      const examples = out.match(/(?<=^ {2}\$ ).*/gm) ?? [];
      const used = examples.flatMap((example) => example.match(/(?<= )--[a-z-]+/g) ?? []);

      expect(code).toBe(0);
      expect(await run(`help ${command.name}`)).toMatchObject({ code: 0, out });
      expect(out.split('\n').filter((line) => line.length > 100)).toEqual([]);
      expect(examples.length).toBeGreaterThan(0);
      expect(examples.filter((example) => !example.includes(`tollgate ${command.name}`))).toEqual([]);
      expect(used.filter((flag) => !flags.has(flag))).toEqual([]);
    },
  );
});

const RED = '\u001b[31mFAIL\u001b[39m';

test.each([
  [RED, true, {}],
  [RED, true, { NO_COLOR: '', TERM: 'xterm-256color' }],
  ['FAIL', true, { NO_COLOR: '0' }],
  ['FAIL', true, { TERM: 'dumb' }],
  ['FAIL', false, {}],
  ['FAIL', false, { FORCE_COLOR: '1' }],
])('%j on a terminal (%j) with %j', (expected, isTerminal, environment) => {
  expect(tintBy(paintFor(isTerminal, environment))('bad', 'FAIL')).toBe(expected);
});

describe('progress', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function show(screen: { readonly isTTY?: boolean; readonly columns?: number } = {}) {
    const written: string[] = [];

    return { written, progress: createProgress({ ...screen, write: (text) => written.push(text) }) };
  }

  test('a terminal has one line, which is cut to its width', () => {
    const { written, progress } = show({ isTTY: true, columns: 10 });
    progress('1 of 3 rules, 12 requests');
    progress('');

    expect(written).toEqual(['\r\x1b[K1 of 3 ru', '\r\x1b[K']);
  });

  test('elsewhere a line follows every ten seconds while there is news, until the end', () => {
    const { written, progress } = show();
    progress('1 of 3 rules');
    progress('2 of 3 rules');
    expect(written).toEqual([]);
    vi.advanceTimersByTime(30_000);
    expect(written).toEqual(['tollgate: 2 of 3 rules\n']);
    progress('3 of 3 rules');
    vi.advanceTimersByTime(10_000);
    progress('');
    vi.advanceTimersByTime(60_000);

    expect(written).toEqual(['tollgate: 2 of 3 rules\n', 'tollgate: 3 of 3 rules\n']);
  });
});

// What programs and people get of results and errors.

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

const runPrinting = (...args: readonly string[]) => tollgateHere(args, {}, folder);
const read = async (...args: readonly string[]) => {
  const { code, out, problem } = await runPrinting(...args, '--json');
  expect(problem).toBe('');

  return { code, data: JSON.parse(out) };
};

let [url, token] = ['', ''];
beforeAll(async () => {
  const mock = await startMock({ defects: ['nicn/refuses-non-digits'] });
  url = mock.url;
  const scope = ['--only', 'nicn', '--effort', 'quick', '--seed', '1'];
  await runPrinting('conform', '--mock', ...scope, '--report', 'json=good.json');
  await runPrinting('conform', url, '--token', mock.token(), ...scope, '--report', 'json=bad.json');
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
  expect((await read('token')).data).toEqual({
    token: expect.stringMatching(/^eyJ/),
    ...{ merchant: null, expiresIn: null },
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

test('a replay of a rule without a counterexample names those that have one', async () => {
  const { code, problem } = await runPrinting('replay', 'bad.json', 'nicn/accepts-6-to-8-digits', url);

  expect(code).toBe(2);
  expect(problem).toContain(
    'no counterexample of nicn/accepts-6-to-8-digits; it has those of nicn/refuses-non-digits\n',
  );
});

test.each([
  [['good.json', 'bad.json'], 'new', 1],
  [['bad.json', 'good.json'], 'new', 0],
  [['bad.json', 'good.json', 'bad.json'], 'new', 0],
  [['bad.json', 'good.json'], 'any', 1],
  [['good.json', 'good.json'], 'any', 0],
] as const)('compare %j --fail-on %s exits with %i', async (reports, what, code) => {
  const ran = await runPrinting('compare', ...reports, '--fail-on', what);

  expect(ran.code).toBe(code);
  // It says why.
  expect(ran.problem).toMatch(code === 1 ? /--fail-on (new|any): .*: nicn\/refuses-non-digits\n$/ : /^$/);
});

test.each([
  [['rules', 'ncin'], 'selection', 'expected a pattern that selects a rule, got ncin', 'Did you mean nicn?'],
  [['fee', '--amont', '3'], 'usage', "unknown option '--amont'", 'Did you mean --amount?'],
  [['verify'], 'usage', "missing required argument 'report'", 'see tollgate verify --help'],
  [['statement', 'none.json'], 'usage', 'report: none.json: no such file', 'check the path'],
])('an error of %j is JSON on standard error, with exit code 2', async (args, code, message, fix) => {
  const ran = await runPrinting(...args, '--json');

  expect(ran).toMatchObject({ code: 2, out: '' });
  expect(JSON.parse(ran.problem)).toEqual({ error: { code, message, fix } });
});

test('an error of several problems is whole in JSON', async () => {
  writeFileSync(join(folder, 'merchants.yaml'), 'merchnts: 1\nscenario: 1\n');
  const sale = ['--amount', '1', '--nicn', '424242', '--region', 'AZ'];
  const { problem } = await runPrinting('fee', ...sale, '--merchants', 'merchants.yaml', '--json');

  expect(JSON.parse(problem).error).toEqual({
    code: 'configuration',
    message: expect.stringMatching(
      /did you mean merchants\?\nmerchants\.yaml:2:\d+: .* did you mean scenarios\?$/,
    ),
    fix: 'see tollgate fee --help',
  });
});

test('a misspelt --must is refused before any request', async () => {
  await using mock = await startMock();
  const { code, problem } = await runPrinting('conform', mock.url, '--must', 'sale/accept-mtxid');

  expect({ code, problem, requests: mock.journal() }).toEqual({
    code: 2,
    problem:
      'tollgate: --must: expected a pattern that selects a rule on services, got sale/accept-mtxid. Did you mean sale/accepts-mtxid?\n',
    requests: [],
  });
});
