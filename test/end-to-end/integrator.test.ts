/** The integrator's path: start the mock, paste what it prints, go on from there. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startMock } from '../../src/mock/index.ts';
import { ROOT } from '../shape/source-files.ts';
import { bash, listening, startHere, startMockHere, startTollgate, tollgateHere, watch } from './command.ts';

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
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-welcome-'));
  const price = '{ model: flat, fixed: "1.50" }';
  writeFileSync(
    join(folder, 'shop.yaml'),
    `merchants: { shop: { processors: [{ mid: "1", name: "o'river", pricing: ${price} }, { mid: "2", name: lake, pricing: ${price} }] } }`,
  );
  await using mock = startHere(['mock', '--port', '0', '--merchants', join(folder, 'shop.yaml')]);
  const call = /^ {2}curl [\s\S]*?}'\n/m.exec(await mock.printed(/Ctrl-C/))?.[0] ?? '';

  expect(JSON.parse((await bash(call)).out)).toMatchObject({ transactionFee: 1.5, message: 'ok' });
  rmSync(folder, { recursive: true });
});

test('a port that is in use is reported in one line', async () => {
  await using first = startHere(['mock', '--port', '0']);
  const port = /127\.0\.0\.1:(\d+)/.exec(await first.printed(/Ctrl-C/))?.[1] ?? '';

  expect(await tollgateHere(['mock', '--port', port])).toEqual({
    code: 2,
    out: '',
    problem: `tollgate: 127.0.0.1:${port} is already in use: choose another port, or 0 for a free one\n`,
  });
});

test('npm start prints commands that work from any folder and end on SIGTERM', async () => {
  await using mock = watch(
    spawn(process.execPath, [join(ROOT, 'cli/tollgate.js'), 'mock', '--port', '0'], {
      env: { ...process.env, npm_lifecycle_event: 'start', npm_package_name: 'tollgate' },
    }),
  );
  const welcome = await mock.printed(/Ctrl-C/);
  const command = /judge the mock +(.+) conform /.exec(welcome)?.[1] ?? 'false';

  expect(welcome).not.toContain('npm run');
  expect(await bash(`cd / && ${command} token`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^eyJ/),
  });
  expect(await mock.end('SIGTERM')).toBe(0);
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
  const path = join(mkdtempSync(join(tmpdir(), 'tollgate-')), 'shop.yaml');
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
    `--fault 'amount=many: hang' has a problem:\nwhen.amount: expected US dollars, 0 or more, such as "13.37", got "many"\n`,
  ],
  [
    ['--fault', 'hang', '--fault-seed', 'x'],
    '--fault-seed: expected a whole number from 0 to 2147483647, got x\n',
  ],
])('%j is refused', async (args, problem) => {
  const { code, problem: said } = await tollgateHere(['mock', '--port', '0', ...args]);

  expect({ code, said }).toEqual({ code: 2, said: `tollgate: ${problem}` });
});
