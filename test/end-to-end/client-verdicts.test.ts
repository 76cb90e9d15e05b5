/** Should rules that count as a must: --must, mock.verdict({ must }), GET /_tollgate/verdict; and warnings in summaries. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningMock, startMock } from '../../cli/index.ts';
import type { Report } from '../../conformance/report/report.ts';
import { createFeeClient } from '../../src/client/index.ts';
import { ROOT } from '../shape/source-files.ts';
import { tollgateHere } from './command.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

const HEADERS = `-H 'Content-Type: application/json' -H 'X-Requested-With: xhr' -H "Authorization: Bearer $TOLLGATE_TOKEN"`;
const call = (path: string, fields: object) =>
  `curl -sf -m 8 $TOLLGATE_URL${path} ${HEADERS} -d '${JSON.stringify(fields)}' > /dev/null`;
const CART = { amount: 100, nicn: '424242', region: '85004', mTxId: 'order-1' };
const SELLS_TWICE = [
  call('/v1/ch', CART),
  ...['A1', 'B2'].map((authCode) => call('/v1/ch/sale', { mTxId: 'order-1', authCode })),
].join(' && ');
const ONCE = 'client-flow/sells-once';

const check = (...options: readonly string[]) =>
  tollgateHere([
    ...['check-client', '--effort', 'quick', '--only', 'client-flow', '--only', 'client-request'],
    ...options,
    ...['--', 'sh', '-c', SELLS_TWICE],
  ]);

test('a client that sells twice is conformant with a named warning, and nonconformant with --must', async () => {
  const [lenient, must, others] = await Promise.all([
    check(),
    check('--must', 'client-flow/*'),
    check('--must', 'client-request/*', '--must', 'client-flow/sells-at-the-last-price'),
  ]);

  expect(lenient.code).toBe(0);
  expect(lenient.out).toContain(`none failed. Warnings, which do not count: ${ONCE}.`);
  expect(must.code).toBe(1);
  expect(must.out).toMatch(/^NONCONFORMANT.*\nFailed: client-flow\/sells-once\.\n[\s\S]*FAIL {2}client-flow/);
  expect(others).toMatchObject({ code: 0, out: expect.stringContaining(`do not count: ${ONCE}.`) });
});

test('a client that charges twice after a lost answer is refused with the options that the report names', async () => {
  const { mTxId: _, ...cart } = CART;
  const repeats = `${call('/v1/ch', cart)} || ${call('/v1/ch', cart)}`;
  const judge = (...options: readonly string[]) =>
    tollgateHere([
      ...['check-client', '--only', 'client-resilience/repeats-safely', ...options],
      ...['--', 'sh', '-c', repeats],
    ]);
  const lenient = await judge();

  expect(lenient.out).toContain("To count the warnings as failures: --must 'client-resilience/*'\n");
  // The fault of the sales in that run is no cause.
  expect(lenient.out).toMatch(/replay: .* mock --fault 'path=\/v1\/ch, times=1: reset=after'$/m);
  expect(await judge('--must', 'client-resilience/*')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^NONCONFORMANT.*\nFailed: client-resilience\/repeats-safely\.\n/),
  });
});

test('conform takes it too, and a pattern that matches nothing is wrong usage', async () => {
  const rule = 'fee-response/fee-has-cents';
  const args = ['conform', mock.url, '--token', mock.token(), '--only', rule, '--must', rule];
  const [passed, unknown] = await Promise.all([
    tollgateHere(args),
    tollgateHere([...args, '--must', 'client-flow/*']),
  ]);

  expect(passed).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^CONFORMANT.*\n1 of \d+ must rules and those of --must passed/),
  });
  expect(unknown).toMatchObject({
    code: 2,
    problem: expect.stringContaining('--must: expected a pattern that selects a rule on services'),
  });
});

test('the verdict of a mock names warnings, and counts them with strict or must', async () => {
  const client = createFeeClient({ baseUrl: mock.url, token: mock.token() });
  await client.fee(CART);
  await client.sale({ mTxId: 'order-1', authCode: 'A1' });
  await client.sale({ mTxId: 'order-1', authCode: 'B2' });
  const verdictAt = async (query: string) => {
    const response = await fetch(`${mock.url}/_tollgate/verdict${query}`);
    const { verdict, summary, rules } = (await response.json()) as Report;

    return {
      status: response.status,
      verdict,
      summary,
      counted: rules?.find(({ id }) => id === ONCE)?.counted,
    };
  };

  expect(mock.verdict()).toMatchObject({
    verdict: 'conformant',
    summary: expect.stringContaining(`Warnings, which do not count: ${ONCE}.`),
  });
  for (const counting of [{ strict: true }, { must: 'client-flow/*' }, { must: ['client-request', ONCE] }])
    expect(mock.verdict(counting)).toMatchObject({ verdict: 'nonconformant', summary: `Failed: ${ONCE}.` });
  expect(() => mock.verdict({ must: 'client-flo' })).toThrow(
    expect.objectContaining({ code: 'rule-pattern', message: expect.stringContaining('client-flo') }),
  );
  expect(await verdictAt('')).toMatchObject({ verdict: 'conformant' });
  expect(await verdictAt('?strict=true')).toMatchObject({ verdict: 'nonconformant' });
  expect(await verdictAt('?strict=&must=')).toMatchObject({ verdict: 'nonconformant' });
  expect(await verdictAt('?must=client-request,client-flow/*')).toMatchObject({
    verdict: 'nonconformant',
    counted: true,
  });
  expect(await verdictAt('?must=nothing/*')).toMatchObject({ status: 422 });
  expect(await verdictAt('?strict=yes')).toMatchObject({ status: 422 });
});

test('a request that the mock refuses is named first where the baseline run fails', async () => {
  const { code, out } = await tollgateHere([
    ...['check-client', '--effort', 'quick', '--', 'sh', '-c'],
    call('/v1/ch', { ...CART, campaign: null }),
  ]);

  expect(code).toBe(3);
  expect(out.split('\n')[1]).toMatch(
    /^The mock refused request 1 with status 422: expected no campaign where there is no value, got null \(client-request\/sends-no-nulls\)\. The command ended with/,
  );
});

// A failure of a client is shown with its merchants, and `replay` says how to see it again.

const MERCHANTS = join(ROOT, 'fixtures/merchants/merchants.yaml');
const RULE = 'client-tolerance/success-status';
/** A client whose requests differ from run to run. */
const SCRIPT = `status=$(curl -s -m 8 -o /dev/null -w '%{http_code}' $TOLLGATE_URL/v1/ch -H 'X-Requested-With: xhr' \
  -H 'Content-Type: application/json' -H "Authorization: Bearer $TOLLGATE_TOKEN" \
  -d '{"amount":'$RANDOM',"nicn":"424242","region":"85004"}')
echo "Test Files (1)"
test $status = 200 || { echo "AssertionError: expected $status to be 200"; exit 1; }`;

test('the replay line has the merchant file, the failing assertion is named, and replay says what to do', async () => {
  const report = join(mkdtempSync(join(tmpdir(), 'tollgate-replay-')), 'client.json');
  const { code, out } = await tollgateHere([
    ...['check-client', '--only', RULE, '--effort', 'quick', '--merchants', MERCHANTS],
    ...['--report', 'text', '--report', `json=${report}`, '--', 'bash', '--norc', '-c', SCRIPT],
  ]);

  expect(code).toBe(1);
  expect(out).toContain(`mock --merchants ${MERCHANTS} --choose success-status=201`);
  expect(out).toContain('its output says "AssertionError: expected 201 to be 200"');
  expect(out).toMatch(/seen in.*:\n {4}\S/);

  const replayed = await tollgateHere(['replay', report, RULE]);
  expect(replayed.code).toBe(2);
  expect(replayed.problem).toContain('expected a report of a service, got one of a client');
  expect(replayed.problem).toContain(`mock --merchants ${MERCHANTS} --choose success-status=201`);
  expect(replayed.problem).not.toContain('Did you mean');
});
