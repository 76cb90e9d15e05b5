/** `tollgate mcp` as an assistant uses it, with the client of the official SDK. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf } from '../docs/blocks.ts';
import { textOf } from '../docs/pages.ts';
import { ROOT } from '../shape/source-files.ts';

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
});

test('a mock is called, its fee and its refusals explained, and judged, and an example sent again', async () => {
  expect((await call('start_mock')).text).toMatch(/address: http:\/\/127\.0\.0\.1:\d+\ntoken of one: ey/);
  const fee = { operation: 'fee', body: { amount: 100, nicn: '424242', region: '85004' } };
  const priced = await call('call_mock', fee);
  const [, request = ''] = /^200, request (\S+)/.exec(priced.text) ?? [];
  const refused = await call('call_mock', { ...fee, body: { ...fee.body, nicn: '4242' } });

  expect(priced.text).toContain('"transactionFee":2.43');
  expect((await call('explain_fee', { request })).text).toContain('"model": "interchange-plus"');
  expect(refused.text).toContain('"rule":"nicn/refuses-fewer-than-6-digits"');
  expect((await call('journal')).text).toContain(request);
  expect((await call('mock_verdict')).text).toContain('"subject": "client"');

  await call('start_mock', { scenario: 'debit' });
  expect((await call('call_mock', fee)).text).toContain('"transactionFee":0');

  await call('start_mock', { choices: ['refusal=html'] });
  const judged = await call('conform', { target: 'mock', effort: 'quick', only: ['nicn/*'] });
  expect(judged.text).toMatch(/^CONFORMANT/);
  expect(judged.progress.length).toBeGreaterThan(2);
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
  ['start_mock', { choices: ['success-statu=201'] }, /Did you mean success-status\?$/],
  ['start_mock', { scenario: 'debt' }, /debit/],
  ['explain_rule', { rule: 'no/such-rule' }, /no\/such-rule/],
  ['refund', {}, /^tool: expected one of start_mock, call_mock/],
])('%s with %o is an error with what to do', async (name, given, text) => {
  expect(await call(name, given)).toMatchObject({ isError: true, text: expect.stringMatching(text) });
});
