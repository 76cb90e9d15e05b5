/** The integrator looks inside a running mock: by curl, from a test, and by tail. */

import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../conformance/report/report.ts';
import { startMock } from '../../src/mock/index.ts';
import { findFreePort } from '../deployments/listen.ts';
import { blocksOf, textOf } from '../docs/blocks.ts';
import { ownFolder, temporaryFolder } from '../support/folders.ts';
import { ROOT } from '../support/root.ts';
import { startHere, startMockHere, startTollgate, tollgateHere, watch } from './command.ts';

const FEE = '{"region":"80202","nicn":"424242","amount":100}';

test('a test moves the clock, verifies its calls and begins anew', async () => {
  await using mock = await startMockHere('--as-of', '2022-06-30T12:00:00Z');
  const { welcome, url, post } = mock;
  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`${url}/_tollgate${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    }).then(async (answer) => (answer.status === 204 ? undefined : answer.json()));
  expect(welcome).toContain(`tail ${url}, or GET ${url}/_tollgate`);

  await post('/v1/ch', FEE.replace('100', '"100"'));
  await post('/v1/ch', FEE);
  expect(await ask('POST', '/clock', { advance: '1d' })).toMatchObject({
    now: expect.stringMatching(/^2022-07-01T12:00/),
  });
  expect(await ask('POST', '/verify', { request: { body: { amount: 100 } }, count: 1 })).toMatchObject({
    satisfied: true,
  });
  expect(await ask('GET', '/near-misses')).toMatchObject({
    nearMisses: [{ edit: { op: 'replace', path: '/amount', value: 100 } }],
  });
  expect(await ask('POST', '/reset')).toBeUndefined();
  expect(await ask('GET', '/journal')).toEqual({ matched: 0, entries: [] });
  expect(await mock.end('SIGTERM')).toBe(0);
});

test('tail prints a line for each request, of worlds too, and ends with the mock or with Ctrl-C', async () => {
  await using mock = await startMockHere();
  const { url, token, post } = mock;
  await post('/v1/ch', FEE);
  await using tail = startHere(['tail', url]);
  await using json = startHere(['tail', url, '--json', '--last', '1']);
  await tail.printed(/200 {2}POST \/v1\/ch {2}one {2}→ new \w+… fee 2\.43\n/);
  await post('/w/cart-7/v1/ch', FEE.replace('424242', '4242424242424242\\u009b31m'));
  const out = await tail.printed(/422 .*\n/);

  expect(out).toMatch(/422 {2}POST \/w\/cart-7\/v1\/ch {2}one {2}\/nicn: expected a string of 6 to 8 digits/);
  const line = (await json.printed(/"status":422.*\n/)).trim().split('\n').at(-1) ?? '';
  expect(JSON.parse(line)).toMatchObject({ world: 'cart-7', status: 422 });
  for (const text of [out, line]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain('4242424242424242');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  }
  expect(await tail.end('SIGINT')).toBe(0);
  const ended = json.printed(/the mock or proxy ended/);
  await mock.end('SIGTERM');
  await ended;
  expect(await json.end('SIGINT')).toBe(3);
});

test('tail says what is in the way', async () => {
  const gone = await findFreePort();
  await using mock = await startMockHere('--control', 'off');
  await using other = await startMockHere('--journal', '0');

  expect(await tollgateHere(['tail', `http://127.0.0.1:${gone}`])).toMatchObject({
    code: 3,
    problem: expect.stringContaining('cannot be reached (ECONNREFUSED)'),
  });
  const inJson = await tollgateHere(['tail', `http://127.0.0.1:${gone}`, '--json']);
  expect(inJson).toMatchObject({ code: 3, out: '' });
  expect(JSON.parse(inJson.problem)).toEqual({
    error: {
      code: 'no-journal',
      message: expect.stringContaining('cannot be reached (ECONNREFUSED)'),
      fix: expect.stringContaining('runs at this address'),
    },
  });
  expect(await tollgateHere(['tail', mock.url])).toMatchObject({
    code: 3,
    problem: expect.stringContaining('--control off'),
  });
  expect(await tollgateHere(['tail', other.url])).toMatchObject({
    code: 3,
    problem: expect.stringContaining('the journal is off'),
  });
  expect(await tollgateHere(['tail', 'ftp://x'])).toMatchObject({ code: 2 });
});

// The integrator reads about rules on clients, and sees what the own client does wrong: hints, verdict, tail.

test('the rules on clients are listed and explained, and a misspelt id is corrected', async () => {
  const [group, rule, misspelt, defect] = await Promise.all([
    tollgateHere(['rules', 'client-flow']),
    tollgateHere(['rules', 'client-flow/sells-once']),
    tollgateHere(['rules', 'client-flow/sels-once']),
    tollgateHere(['mock', '--defect', 'client-flow/sells-once']),
  ]);

  expect(group.out.trim().split('\n')).toHaveLength(8);
  for (const part of [
    'level should, section 4.2',
    'wrong:',
    'right:',
    'fix: ',
    'check-client --only client-flow/sells-once',
  ])
    expect(rule.out).toContain(part);
  expect(misspelt).toMatchObject({
    code: 2,
    problem: expect.stringContaining('Did you mean client-flow/sells-once?'),
  });
  expect(defect).toMatchObject({
    code: 2,
    problem: expect.stringContaining('expected a rule that a mock can break'),
  });
});

test('a part of an id finds its rule, or suggests it', async () => {
  const [name, part, typo] = await Promise.all([
    tollgateHere(['rules', 'sells-once']),
    tollgateHere(['rules', 'sells-on']),
    tollgateHere(['rules', 'one-order-per']),
  ]);

  expect(name.out).toMatch(/^client-flow\/sells-once\n/);
  expect(part).toMatchObject({ code: 2, problem: expect.stringContaining('mean client-flow/sells-once?') });
  expect(typo).toMatchObject({
    code: 2,
    problem: expect.stringContaining('mean client-flow/one-order-per-mtxid?'),
  });
});

test('a rule that only a whole run shows is not said to be in hints', async () => {
  const { out } = await tollgateHere(['rules', 'client-flow/prices-anew-by-identifier']);

  expect(out).toContain('seen:  only in a whole run of check-client in which an order gets a second price');
  expect(out).not.toContain('Tollgate-Hints');
});

test('a strict mock shows hints in responses, in its verdict and in tail', async () => {
  await using mock = await startMockHere('--strict');
  const { welcome, url, post } = mock;
  const fee = (fields: object) => post('/v1/ch', { amount: 100, nicn: '424242', region: 'AZ', ...fields });
  expect(welcome).toContain('second-sale=refuse');

  expect((await fee({ data: ['4242 4242 4242 4242'] })).headers.get('tollgate-hints')).toBe(
    'client-request/never-sends-card-number: Expected no card number anywhere in the request, got one in the field data.',
  );
  const { rules } = (await (await fetch(`${url}/_tollgate/verdict`)).json()) as Report;
  const failed = rules.find(({ outcome }) => outcome === 'fail');
  const requestId = failed?.counterexample?.steps[0]?.requestId;
  expect(await (await fetch(`${url}/_tollgate/journal/${requestId}`)).json()).toMatchObject({
    hints: [{ rule: 'client-request/never-sends-card-number' }],
  });
  // What another mock ignores, this one refuses.
  expect((await fee({ mtxid: 'order-1' })).status).toBe(422);
  expect(await (await fetch(`${url}/_tollgate/verdict`)).json()).toMatchObject({
    ...{ subject: 'client', verdict: 'nonconformant', target: url },
    summary:
      'Failed: client-request/never-sends-card-number. Warnings, which do not count: client-request/uses-documented-fields.',
    rules: expect.arrayContaining([
      expect.objectContaining({
        id: 'client-flow/prices-anew-by-identifier',
        reason: expect.stringMatching(/^seen only in a whole run of check-client/),
      }),
    ]),
  });
  await using tail = startHere(['tail', url]);
  await tail.printed(
    /200 {2}POST \/v1\/ch .*hint client-request\/never-sends-card-number: Expected no card number/,
  );
  expect(await tail.printed(/422/)).toMatch(
    /hint client-request\/uses-documented-fields: Expected the field mTxId/,
  );
});

// `--watch`: a judge runs again when its files change, and says what changed.

const folder = temporaryFolder();
const at = (name: string) => join(folder, name);

test('conform runs again with the deployment file, keeps on after a mistake, and ends with Ctrl-C', async () => {
  await using broken = await startMock({ defects: ['nicn/refuses-non-digits'] });
  await using sound = await startMock();
  const write = (url: string) =>
    writeFileSync(at('d.yaml'), `url: ${url}\nmerchants: { one: { token: x } }\n`);
  const judged = ['--only', 'nicn', '--effort', 'quick', '--token', sound.token()];
  write(broken.url);
  await using running = startTollgate(['conform', '--deployment', at('d.yaml'), '--watch', ...judged]);
  const first = await running.printed(/Waiting for changes of .*d\.yaml\. Ctrl-C ends\./);
  expect(first).toMatch(/^NONCONFORMANT/);
  expect(first).not.toContain('Since');

  writeFileSync(at('d.yaml'), 'url: nowhere\n');
  await running.printed(/^(?=.*d\.yaml.*url: expected an address)(?=.*Waiting.*Waiting)/s);
  write(sound.url);
  expect(await running.printed(/^(?=.*Since )(?=.*Waiting.*Waiting.*Waiting)/s)).toMatch(
    /Since .*d\.yaml changed:\n {2}Fixed: nicn\/refuses-non-digits\n\nCONFORMANT/,
  );
  write(broken.url);
  await running.printed(/Fails now: nicn\/refuses-non-digits/);
  write('http://127.0.0.1:1');
  await running.printed(/changed:\n {2}Not judged this time: nicn\/refuses-non-digits\n\nINCONCLUSIVE/);
  expect(await running.end('SIGINT')).toBe(130);
  expect(running.out()).not.toMatch(/^ {4}at /m);
});

test('check-client runs again when a file of the command changes, and not for what it or the command writes', async () => {
  const call = `curl -sS -o fee.json -H "Authorization: Bearer $TOLLGATE_TOKEN" -H 'Content-Type: application/json' -H 'X-Requested-With: xhr' -d "$(cat body.json)" "$TOLLGATE_URL/v1/ch"`;
  writeFileSync(at('client.sh'), `${call}; grep -q sTxId fee.json`);
  writeFileSync(at('body.json'), '{"amount":100,"nicn":"4242424242424242","region":"85004"}');
  const before = `process.chdir(${JSON.stringify(folder)})`;
  const reports = ['--report', 'text', '--report', 'json=report.json'];
  const judged = ['--only', 'client-request', '--effort', 'quick', ...reports, '--', 'sh', 'client.sh'];
  await using running = startTollgate(['check-client', '--watch', ...judged], before);
  await running.printed(/Waiting for changes of files/);
  writeFileSync(at('body.json'), '{"amount":100,"nicn":"424242","region":"85004"}');

  const second = await running.printed(/Since .*Waiting/s);
  expect(second).toMatch(/Since body\.json changed:/);
  rmSync(at('report.json'));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(running.out().match(/Waiting/g)).toHaveLength(2);

  writeFileSync(at('body.json'), '{"amount":120,"nicn":"424242","region":"85004"}');
  expect(await running.printed(/(?=.*Waiting.*Waiting.*Waiting)/s)).toContain(
    'Since body.json changed:\n  no rule fails\n\nCONFORMANT',
  );
  expect(await running.end('SIGTERM')).toBe(143);
});

test.each([
  ['goes to', '> watch.txt 2> errors.txt'],
  ['goes to through a pipe', '2>&1 | tee watch.txt'],
])('check-client does not run again for the file that its output %s', async (_, redirected) => {
  const own = ownFolder();
  const judged = 'check-client --watch --effort quick --only client-request -- true';
  const inner = `echo $$ > pid; exec ${process.execPath} ${join(ROOT, 'cli/main.ts')} ${judged}`;
  await using running = watch(spawn('sh', ['-c', `cd ${own} && sh -c '${inner}' ${redirected}`]));
  const printed = () => readFileSync(join(own, 'watch.txt'), { encoding: 'utf8', flag: 'a+' });
  await expect.poll(printed, { timeout: 20_000 }).toContain('Waiting for changes');
  try {
    await new Promise((resolve) => setTimeout(resolve, 1500));

    expect(printed().match(/Waiting/g)).toHaveLength(1);
    writeFileSync(join(own, 'source.js'), '1');
    await expect.poll(printed, { timeout: 20_000 }).toMatch(/Waiting.*Waiting/s);
  } finally {
    process.kill(Number(readFileSync(join(own, 'pid'), 'utf8')));
    await running.ended;
  }
});

test.each([
  ['conform --mock --watch', '--watch: expected --deployment FILE beside it'],
  ['check-client --watch --record x.har -- true', '--watch: expected no --record beside it'],
  ['conform --deployment none.yaml --watch', '--deployment: none.yaml: no such file'],
])('%j is wrong usage', async (args, problem) => {
  expect(await tollgateHere(args, {}, folder)).toMatchObject({
    code: 2,
    problem: expect.stringContaining(problem),
  });
});

// `tollgate mcp` as an assistant uses it, with the client of the official SDK.

const client = new Client({ name: 'test', version: '1' });

/** As the page configures an assistant. */
const configured = blocksOf(textOf('docs/integrate.md')).find(({ code }) => code.includes('"mcpServers"'));
const shown: readonly string[] = JSON.parse(configured?.code ?? '').mcpServers.tollgate.args;
const COMMAND = ['npm', 'test'];

beforeAll(async () => {
  const args = ['cli/main.ts', ...shown.slice(1, -COMMAND.length), process.execPath, '-e', 'process.exit(0)'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: ROOT }));
});
afterAll(() => client.close());

/** The text of a tool, and the messages on its way there. */
async function call(name: string, given: Readonly<Record<string, unknown>> = {}) {
  const progress: (string | undefined)[] = [];
  const { content, isError } = await client.callTool({ name, arguments: given }, undefined, {
    onprogress: ({ message }) => progress.push(message),
    timeout: 60_000,
  });
  const [{ text }] = content as [{ text: string }];

  return { text, progress, isError };
}

test('before a mock runs, a tool says which one starts it', async () => {
  expect(await call('journal')).toMatchObject({ isError: true, text: 'no mock runs: call start_mock first' });
  expect(await call('replay', { rule: 'nicn/refuses-non-digits' })).toMatchObject({
    isError: true,
    text: 'no service was judged yet: call conform first',
  });
});

test('a mock is called, its fee and its refusals explained, and judged, and an example sent again', async () => {
  expect((await call('start_mock')).text).toMatch(
    /^address: http:\/\/127\.0\.0\.1:\d+\ntoken of one: ey[\s\S]*\nexample: curl http.* -d '\{"amount":100,/,
  );
  const fee = { operation: 'fee', body: { amount: 100, nicn: '424242', region: '85004' } };
  const priced = await call('call_mock', fee);
  const [, request = ''] = /^200, request (\S+)/.exec(priced.text) ?? [];
  const refused = await call('call_mock', { ...fee, body: { ...fee.body, nicn: '4242' } });

  expect(priced.text).toContain('"transactionFee":2.43');
  expect((await call('explain_fee', { request })).text).toContain('"model": "interchange-plus"');
  expect(refused.text).toContain('"rule":"nicn/refuses-fewer-than-6-digits"');
  expect((await call('journal')).text).toContain(request);
  expect((await call('journal', { limit: 1, status: '4xx' })).text).toMatch(
    /"matched": 1,[\s\S]*"status": 422/,
  );
  expect(await call('explain_fee', { request: 'none' })).toMatchObject({
    isError: true,
    text: 'The journal has no request "none".',
  });

  await call('start_mock', { scenario: 'debit' });
  expect((await call('call_mock', fee)).text).toContain('"transactionFee":0');

  await call('start_mock', { choices: ['refusal=html'] });
  const judged = await call('conform', { target: 'mock', effort: 'quick', only: ['nicn/*'] });
  expect(judged.text).toMatch(/^CONFORMANT/);
  expect(judged.progress.length).toBeGreaterThan(2);
  // Those calls are no calls of the client.
  expect((await call('journal')).text).toContain('"matched": 0');
  await call('call_mock', { ...fee, body: { ...fee.body, nicn: '4242' } });
  expect((await call('mock_verdict')).text).toMatch(
    /^NONCONFORMANT .*\nFailed: client-request\/nicn-is-6-to-8-digits\.\n/,
  );
  expect(await call('replay', { rule: 'nicn/refuses-non-digits' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('has no counterexample of nicn/refuses-non-digits'),
  });
});

test('the client of the user is judged, and a rule explained', async () => {
  expect((await call('check_client', { effort: 'quick' })).text).toContain('INCONCLUSIVE');
  expect((await call('explain_rule', { rule: 'sells-once' })).text).toContain('client-flow/sells-once');
});

test.each([
  [
    'conform',
    { target: 'https://fees.example.com' },
    /^target: expected mock, deployment or an address of this/,
  ],
  ['conform', { target: 'deployment' }, /^no deployment is configured: start tollgate mcp with --deployment/],
  [
    'conform',
    { efort: 'quick' },
    /^efort: expected one of the keys target, effort, only, strict, got efort$/,
  ],
  ['call_mock', { operation: 'refund', body: {} }, /^operation: expected one of fee, sale, got "refund"$/],
  ['start_mock', { choices: ['success-statu=201'] }, /^choices: .*Did you mean success-status\?$/],
  ['start_mock', { scenario: 'debt' }, /debit/],
  ['explain_rule', { rule: 'no/such-rule' }, /no\/such-rule/],
  ['refund', {}, /^tool: expected one of start_mock, call_mock/],
])('%s with %o is an error with what to do', async (name, given, text) => {
  expect(await call(name, given)).toMatchObject({ isError: true, text: expect.stringMatching(text) });
});
