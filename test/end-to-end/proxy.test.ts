/** `tollgate proxy` as its users run it: the suite and a client through it, its verdict, its recording, its end. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type RunningMock, startMock } from '../../cli/index.ts';
import type { TrafficReport } from '../../conformance/report/report.ts';
import { headersFor, posting } from '../support/ask-mock.ts';
import { ownFolder, temporaryFolder } from '../support/folders.ts';
import { verdictOf } from '../traffic/shop.ts';
import { startHere, tollgateHere } from './command.ts';

function newFile(name: string): string {
  return join(ownFolder(), name);
}

const WELCOME = /tollgate proxy: (\S+) forwards to/;

async function startProxyCommand(options: string) {
  const running = startHere(`proxy --port 0 ${options}`);
  const [, url = ''] = WELCOME.exec(await running.printed(WELCOME)) ?? [];

  return Object.assign(running, { url });
}

function readReport(path: string): TrafficReport {
  return JSON.parse(readFileSync(path, 'utf8')) as TrafficReport;
}

function outcomeOf(report: TrafficReport, side: string, rule: string): string | undefined {
  return report.sides.find(({ subject }) => subject === side)?.rules.find(({ id }) => id === rule)?.outcome;
}

test('a sound deployment is conformant through the proxy, which agrees, and so does its recording', async () => {
  await using mock = await startMock({ control: 'off' });
  const [report, recording] = [newFile('report.json'), newFile('traffic.har')];
  const options = `--side service --record ${recording} --report json=${report}`;
  await using proxy = await startProxyCommand(`--to ${mock.url} ${options}`);
  const token = await mock.token();
  const judged = await tollgateHere(`conform ${proxy.url} --token ${token} --effort quick --seed 1`);
  expect(judged).toMatchObject({ code: 0 });
  expect(await proxy.end('SIGINT')).toBe(0);

  const live = readReport(report);
  expect(live).toMatchObject({ subject: 'traffic', verdict: 'conformant', exitCode: 0 });
  expect(live).not.toHaveProperty('interrupted');
  const again = newFile('again.json');
  const judgedAgain = await tollgateHere(`check-traffic ${recording} --side service --report json=${again}`);
  expect(judgedAgain.code).toBe(0);
  expect(readReport(again).sides.map(({ verdict }) => verdict)).toEqual(['conformant']);
  expect(readReport(again).requests).toBe(live.requests);
  for (const path of [report, recording]) expect(readFileSync(path, 'utf8')).not.toContain(token);
});

test('a defect that shows in traffic is found by the proxy too', async () => {
  const rule = 'identity/update-by-stxid-keeps-stxid';
  await using mock = await startMock({ defects: [rule], control: 'off' });
  const report = newFile('report.json');
  await using proxy = await startProxyCommand(`--to ${mock.url} --report json=${report}`);
  const post = posting(proxy.url, mock.token());
  const fee = async (more: object) => {
    const answer = await post('/v1/ch', { amount: 10, nicn: '424242', region: 'AZ', ...more });

    return (await answer.json()) as { readonly sTxId: string };
  };
  for (let at = 0; at < 4; at++) await fee({ sTxId: (await fee({})).sTxId, amount: 20 });
  const verdict = (await (await fetch(`${proxy.url}/_tollgate/verdict`)).json()) as TrafficReport;
  expect(verdict).toMatchObject({ subject: 'traffic', requests: 8 });
  const failed = verdict.sides[1]?.rules.find(({ id }) => id === rule);
  expect(failed?.counterexample?.steps.length).toBeGreaterThan(0);
  for (const { requestId } of failed?.counterexample?.steps ?? [])
    expect((await fetch(`${proxy.url}/_tollgate/journal/${requestId}`)).status).toBe(200);
  expect(await proxy.end('SIGTERM')).toBe(1);
  expect(outcomeOf(readReport(report), 'service', rule)).toBe('fail');
});

test('--for ends it, and without any exchange the verdict is inconclusive', async () => {
  const ran = await tollgateHere(['proxy', '--to', 'http://127.0.0.1:1', '--port', '0', '--for', '1s']);
  expect(ran).toMatchObject({
    code: 3,
    out: 'INCONCLUSIVE  http://127.0.0.1:1\nNo exchange was seen: nothing was judged.\n',
  });
});

test('tail follows it, and at its end it lists the files that it wrote, and why nothing was judged', async () => {
  const [har, report] = [newFile('end.har'), newFile('end.json')];
  await using mock = await startMock({ control: 'off' });
  const options = `--record ${har} --report text --report json=${report}`;
  await using proxy = await startProxyCommand(`--to ${mock.url} ${options}`);
  await fetch(`${proxy.url}/v1/ch`, { method: 'POST', body: '{"nicn":"4242424242424242"}' });
  await using tail = startHere(['tail', proxy.url, '--json']);
  const [line = ''] = (await tail.printed(/\{.*\}\n/)).split('\n');
  expect(JSON.parse(line)).toMatchObject({ method: 'POST', path: '/v1/ch', status: 401 });
  expect(line).not.toContain('4242424242');
  await proxy.end('SIGTERM');
  const printed = await proxy.printed(/wrote .*end\.har \(1 exchange\)\n/);
  expect(printed.match(/wrote .*\(json\)\n/g)).toEqual([`wrote ${report} (json)\n`]);

  await using alone = await startProxyCommand('--to http://127.0.0.1:1');
  await fetch(`${alone.url}/v1/ch`, { method: 'POST', body: '{}' });
  expect(await alone.end('SIGTERM')).toBe(3);
  expect(alone.out()).toContain('No exchange could be judged: the service could not be reached (1).');
});

test('a port in use, an existing recording and wrong options are wrong usage', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { port } = taken.address() as AddressInfo;
  const to = '--to http://127.0.0.1:1';
  const wrong: readonly (readonly [options: string, problem: string])[] = [
    ['', '--to: expected the http(s) address'],
    ['--to fees.example.com', '--to: expected the http(s) address'],
    ['--to https://me:secret@fees.example.com', '--to: expected an address without a user'],
    ['--to https://fees.example.com/?a=1', '--to: expected an address without a query'],
    [`${to} --port ${port}`, 'is already in use: choose another port (--port), or 0'],
    [`${to} --for ten`, '--for: expected a duration'],
    [`${to} --for 30d`, '--for: expected a duration up to 24d'],
    [`${to} --side left`, '--side: expected one of client, service, both'],
    [`${to} --record ${import.meta.filename}`, '--record: '],
    [`${to} --client-cert c.pem`, '--client-cert: expected --client-key beside it'],
    [`${to} --cert c.pem`, '--cert: expected --key beside it'],
    [`${to} --ca /no/such.pem`, '--ca: /no/such.pem: no such file: check the path'],
  ];
  for (const [options, problem] of wrong) {
    const ran = await tollgateHere(`proxy --port 0 ${options}`);
    expect([ran.code, ran.problem]).toEqual([2, expect.stringContaining(problem)]);
    expect(ran.problem).not.toMatch(/secret|\n\s+at /);
  }
  taken.close();
});

// A client calls a mock through the proxy, which records; `check-traffic` says of the recording what the proxy said.

const folder = temporaryFolder();

const BODY = { nicn: '424242', region: '85004' };
const CARD = '4242424242424242';

/** Prices, prices again and sells; `wrong` is in the first call of each order. */
async function shop(url: string, token: string, wrong: object): Promise<void> {
  const post = posting(url, token);
  const call = async (path: string, fields: object) =>
    (await (await post(path, fields)).json()) as { readonly sTxId?: string };
  for (const order of [1, 2, 3, 4]) {
    const mTxId = `order-${order}`;
    const { sTxId } = await call('/v1/ch', { ...BODY, ...wrong, amount: 100, mTxId });
    await call('/v1/ch', { ...BODY, amount: 250, mTxId });
    await call('/v1/ch/sale', { sTxId, authCode: 'A1' });
  }
}

/** The report of the proxy, and its recording. */
async function throughProxy(mock: RunningMock, name: string, wrong: object) {
  const paths = { report: join(folder, `${name}.json`), har: join(folder, `${name}.har`) };
  const reports = `--report json=${paths.report} --record ${paths.har}`;
  await using proxy = await startProxyCommand(`--to ${mock.url} ${reports}`);
  const token = mock.token();
  await shop(proxy.url, token, wrong);
  const code = await proxy.end('SIGTERM');
  const recording = readFileSync(paths.har, 'utf8');

  return { code, token, recording, path: paths.har, report: readReport(paths.report) };
}

test('a card number is found by the proxy and in its recording, which does not have it', async () => {
  const rule = 'client-request/never-sends-card-number';
  await using mock = await startMock();
  const wrong = { nicn: '42424242', data: [CARD] };
  const { code, token, recording, path, report } = await throughProxy(mock, 'card', wrong);
  const again = join(folder, 'again.json');
  const checked = await tollgateHere(`check-traffic ${path} --report json=${again} --report text`);

  expect(verdictOf(readReport(again))).toEqual(verdictOf(report));
  expect([checked.code, code]).toEqual([1, 1]);
  expect(checked.out).toContain(`FAIL  ${rule}`);
  for (const secret of [token, CARD]) expect(recording + checked.out).not.toContain(secret);
});

const feeOf = (order: number) => ({ ...BODY, amount: 100, mTxId: `order-${order}` });
const FEE = feeOf(1);
const SALE = { mTxId: 'order-1', authCode: 'A1' };
const REPEATED = ['client-flow/sells-once', 'client-flow/sells-at-the-last-price'];

/** A fee call or a sale, and how the client loses its response. */
type ClientCall = readonly [fields: object, loss?: 'reset=after' | 'hang=after'];

test.each<[string, readonly ClientCall[], readonly string[]]>([
  ['a sale', [[FEE], [SALE, 'reset=after'], [{ ...SALE, authCode: 'B2' }]], REPEATED.slice(0, 1)],
  ['a price', [[FEE], [SALE, 'reset=after'], [{ ...FEE, amount: 250 }], [SALE]], REPEATED],
  [
    'the same sale or fee call',
    [[FEE], [SALE, 'reset=after'], [SALE], [feeOf(2), 'reset=after'], [feeOf(2)]],
    [],
  ],
  ['the next order', [[FEE], [SALE, 'hang=after'], [feeOf(2)]], []],
])('after a lost answer %s is judged alike by the proxy and by its recording', async (_, calls, warned) => {
  await using mock = await startMock({ choices: { 'second-sale': 'refuse' } });
  const paths = { live: newFile('live.json'), har: newFile('lost.har'), again: newFile('again.json') };
  const options = `--report json=${paths.live} --record ${paths.har}`;
  await using proxy = await startProxyCommand(`--to ${mock.url} ${options}`);
  for (const [fields, loss] of calls) {
    const answer = fetch(`${proxy.url}/v1/ch${'amount' in fields ? '' : '/sale'}`, {
      ...{ method: 'POST', body: JSON.stringify(fields) },
      headers: { ...headersFor(mock.token()), ...(loss && { 'tollgate-fault': loss }) },
      ...(loss === 'hang=after' && { signal: AbortSignal.timeout(300) }),
    });
    await (loss === undefined ? answer : expect(answer).rejects.toThrow());
  }
  await proxy.end('SIGTERM');
  await tollgateHere(`check-traffic ${paths.har} --report json=${paths.again}`);
  const [live, again] = [readReport(paths.live), readReport(paths.again)];
  const failed = live.sides.flatMap(({ rules }) =>
    rules.filter(({ outcome }) => /fail|unstable/.test(outcome)),
  );

  expect(verdictOf(again)).toEqual(verdictOf(live));
  expect(failed.map(({ id }) => id)).toEqual(warned);
  expect(live.notJudged.map(({ count }) => count)).toEqual([calls.filter(([, loss]) => loss).length]);
  expect(live.verdict).toBe('conformant');
});
