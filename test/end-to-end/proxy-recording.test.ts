/** A client calls a mock through the proxy, which records; `check-traffic` says of the recording what the proxy said. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrafficReport } from '../../conformance/index.ts';
import { type RunningMock, startMock } from '../../src/mock/index.ts';
import { verdictOf } from '../traffic/verdict-of.ts';
import { startHere, tollgateHere } from './command.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-recorded-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BODY = { nicn: '424242', region: '85004' };
const CARD = '4242424242424242';

/** Prices, prices again and sells; `wrong` is in the first call of each order. */
async function shop(url: string, token: string, wrong: object): Promise<void> {
  const call = async (path: string, fields: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'xhr',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(fields),
    });

    return (await response.json()) as { readonly sTxId?: string };
  };
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
  const reports = ['--report', `json=${paths.report}`, '--record', paths.har];
  await using proxy = startHere(['proxy', '--to', mock.url, '--port', '0', ...reports]);
  const [, url = ''] =
    /(http:\/\/127\.0\.0\.1:\d+) forwards to/.exec(await proxy.printed(/forwards to/)) ?? [];
  const token = mock.token();
  await shop(url, token, wrong);
  const code = await proxy.end('SIGTERM');
  const recording = readFileSync(paths.har, 'utf8');

  return { code, token, recording, path: paths.har, report: read(paths.report) };
}

function read(path: string): TrafficReport {
  return JSON.parse(readFileSync(path, 'utf8')) as TrafficReport;
}

test.each([
  ['identity/update-by-mtxid-keeps-stxid', {}],
  ['fee-response/has-message-ok', {}],
  ['client-request/never-sends-card-number', { nicn: '42424242', data: [CARD] }],
  [undefined, {}],
] as const)('with %s broken', async (rule, wrong) => {
  const isDefect = rule !== undefined && !rule.startsWith('client-');
  await using mock = await startMock(isDefect ? { defects: [rule as 'fee-response/has-message-ok'] } : {});
  const name = rule?.replaceAll('/', '-') ?? 'sound';
  const { code, token, recording, path, report } = await throughProxy(mock, name, wrong);
  const again = join(folder, `${name}-again.json`);
  const checked = await tollgateHere([
    'check-traffic',
    path,
    '--report',
    `json=${again}`,
    '--report',
    'text',
  ]);

  expect(verdictOf(read(again))).toEqual(verdictOf(report));
  expect(checked.code).toBe(rule === undefined ? 0 : 1);
  expect(code).toBe(checked.code);
  if (rule !== undefined) expect(checked.out).toContain(`FAIL  ${rule}`);
  for (const secret of [token, CARD]) expect(recording + checked.out).not.toContain(secret);
});
