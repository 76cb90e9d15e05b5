import { expect, test } from 'vitest';
import { deploymentOf } from '../../test/deployments/judge.ts';
import { EVERY_STATUS, failing, reportOf, reportShowing, rule } from '../../test/reports/samples.ts';
import { fixOf } from '../report/failure.ts';
import type { Report } from '../report/report.ts';
import { testResultOf, verdictResult } from './describe-report.ts';
import { openServer } from './server.ts';

const GREEN: Partial<Report> = { verdict: 'conformant', exitCode: 0, summary: '1 of 1 must rules passed.' };

test('each status has its test result', () => {
  const report = reportOf([
    ...EVERY_STATUS,
    failing('sale/accepts-late-mtxid', { known: { since: '2026-01-31T01:02:03.000Z' } }),
  ]);

  expect(Object.fromEntries(report.rules.map((one) => [one.id, testResultOf(one, report).kind]))).toEqual({
    'fee-request/requires-amount': 'passed',
    'nicn/refuses-non-digits': 'failed',
    'identity/stxid-is-unique': 'failed',
    'fee-request/refuses-negative-amount': 'warning',
    'sale/accepts-both': 'skipped',
    'sale/accepts-stxid': 'skipped',
    'multi-pay/accepts-part-of-total': 'skipped',
    'observe/success-status': 'passed',
    'observe/zero-amount': 'skipped',
    'country/defaults-to-840': 'failed',
    'sale/accepts-late-mtxid': 'skipped',
  });
});

test('a failed test has the rule, expected, got, the commands and the seed', () => {
  const report = reportOf([failing('nicn/refuses-non-digits')]);

  expect(testResultOf(report.rules[0]!, report)).toMatchObject({
    message: [
      'it holds (nicn/refuses-non-digits, must, section 2.1)',
      '  expected  a refusal',
      '  got       accepted: 200',
      '  minimal reproduction, with the token in the shell variable:',
      `    curl -sS 'http://127.0.0.1:4010/v1/ch' --data-raw '{"amount":100,"nicn":"abcdef","region":"85004"}'`,
      '    → 200 {"transactionFee":2.68,"sTxId":"t1","message":"ok"}',
      `  fix:      ${fixOf('nicn/refuses-non-digits')}`,
      '  repeat:   seed 7, effort standard',
    ].join('\n'),
  });
});

test('a skipped test has a reason', () => {
  const notes = EVERY_STATUS.flatMap((one) => {
    const result = testResultOf(one, reportOf());

    return 'note' in result ? [result.note] : [];
  });

  expect(notes).toEqual([
    'warning (a should rule): expected a refusal, got accepted: 200',
    'waived until 2027-01-31 (known, see ticket 12): expected a refusal, got accepted: 200',
    'it depends on sale/accepts-both, which failed',
    'the deployment file says that there is no multi-pay',
    'the cap on requests was reached',
  ]);
});

test('a warning is a failure in a strict run', () => {
  const report = reportOf([failing('fee-request/refuses-negative-amount', { level: 'should' })], {
    strict: true,
  });

  expect(testResultOf(report.rules[0]!, report).kind).toBe('failed');
});

test('control characters of a server are escaped', () => {
  const report = reportShowing('\u001b[31mred\u0007');
  const results = [...report.rules.map((one) => testResultOf(one, report)), verdictResult(report)];

  expect(results.flatMap(Object.values).filter((text) => /(?!\n)\p{Cc}/u.test(text))).toEqual([]);
});

test.each<[string, Report, string]>([
  ['a conformant run passes', reportOf([rule('sale/accepts-both')], GREEN), 'passed'],
  ['a run with a failed test adds no second failure', reportOf([failing('sale/accepts-both')]), 'skipped'],
  [
    'a run that tested nothing fails',
    reportOf([rule('sale/accepts-both', { outcome: 'skipped', reason: 'not reached' })], {
      verdict: 'inconclusive',
      exitCode: 3,
    }),
    'failed',
  ],
  [
    'a run with a stale waiver fails, also beside a failed test',
    reportOf([failing('sale/accepts-both')], {
      outOfDate: [{ kind: 'stale', rule: 'sale/accepts-stxid', reason: 'x', until: '2027-01-31' }],
    }),
    'failed',
  ],
])('%s', (_, report, kind) => {
  expect(verdictResult(report).kind).toBe(kind);
});

const ADDRESS = 'http://127.0.0.1:4010/';
const NOTHING = {};

test.each<[string, Parameters<typeof openServer>[0]['url']]>([
  ['an address', ADDRESS],
  ['a URL', new URL(ADDRESS)],
  ['a function that returns an address', () => ADDRESS],
  ['a function that starts a server', async () => ({ url: ADDRESS })],
])('%s gives the deployment', async (_, url) => {
  await using server = await openServer({ ...NOTHING, url, token: 'a.b.c' });

  expect(server.deployment).toMatchObject({ url: new URL(ADDRESS), one: { token: 'a.b.c' } });
});

test('a server provides its token and is closed on disposal', async () => {
  const closed: string[] = [];
  const url = () => ({ url: ADDRESS, token: () => 'of.the.server', close: () => closed.push('closed') });
  {
    await using server = await openServer({ ...NOTHING, url });

    expect(server.deployment.one.token).toBe('of.the.server');
    expect(closed).toEqual([]);
  }
  expect(closed).toEqual(['closed']);
});

test('a server is closed where its address is invalid', async () => {
  const closed: string[] = [];
  const url = () => ({ url: 'fees.example.com', close: () => closed.push('closed') });

  await expect(openServer({ ...NOTHING, url })).rejects.toMatchObject({ code: 'deployment' });
  expect(closed).toEqual(['closed']);
});

test('a deployment is kept except for the address', async () => {
  const deployment = deploymentOf(new URL('http://127.0.0.1:1/'));
  await using same = await openServer({ ...NOTHING, deployment });
  await using elsewhere = await openServer({ ...NOTHING, deployment, url: ADDRESS });

  expect(same.deployment.url.port).toBe('1');
  expect(elsewhere.deployment).toMatchObject({ url: new URL(ADDRESS), several: deployment.several });
});

test('neither an address nor a deployment is an error', async () => {
  await expect(openServer(NOTHING)).rejects.toThrow('url: expected an address, got nothing');
});
