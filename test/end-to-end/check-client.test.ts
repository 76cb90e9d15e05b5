import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningMock, startMock } from '../../cli/index.ts';
import { runProgram } from '../../cli/program.ts';
import type { Report } from '../../conformance/report/report.ts';
import { createFeeClient } from '../../src/client/index.ts';
import { ownFolder, temporaryFolder } from '../support/folders.ts';
import { ROOT } from '../support/root.ts';
import { tollgateHere, unwatched, type Words, wordsOf } from './command.ts';

const folder = temporaryFolder();

const HEADERS = `-H 'Content-Type: application/json' -H 'X-Requested-With: xhr'`;
/** A client in a shell: a fee call, which passes with any 2xx status. */
const FEE = `curl -sf -m 8 $TOLLGATE_URL/v1/ch ${HEADERS} -H "Authorization: Bearer $TOLLGATE_TOKEN" \\
  -d '{"amount":100,"nicn":"424242","region":"85004"}' > /dev/null`;

/** One tolerance and what needs no run of its own, for tests that are about something else. */
const ONLY = '--only client-tolerance/success-status --only client-request';

/** The same, which prints the status. */
const STATUS = FEE.replace('-sf', "-s -w '%{http_code}'").replace('> /dev/null', '-o /dev/null');

async function check(script: string, options: Words = [], ending = new AbortController().signal) {
  const warned: string[] = [];
  const world = { ...unwatched(ending), environment: process.env, warn: (text: string) => warned.push(text) };
  const judge = ['check-client', '--effort', 'quick', '--seed', '1', ...wordsOf(options)];
  const args = [...judge, '--', 'sh', '-c', script];
  const { code, out, problem = '' } = await runProgram(args, world);

  return { code, out, problem, warned: warned.join('') };
}

test('a client in a shell is conformant, and its output stays hidden', async () => {
  const { code, out, warned } = await check(`${FEE} && echo priced`);

  expect(out).toMatch(/^CONFORMANT {2}sh -c/);
  expect({ code, warned }).toEqual({ code: 0, warned: '' });
});

test('--show-output shows what each run prints in one piece, with runs side by side', async () => {
  const script = `echo "begin $TOLLGATE_JOB"; ${FEE}; echo "end $TOLLGATE_JOB"`;
  const options = '--effort standard --jobs 3 --only client-tolerance --skip client-tolerance/late-answers';
  const { warned } = await check(script, `${options} --show-output`);

  expect(warned).toMatch(/^(?:begin (\d)\nend \1\n){5}$/);
});

describe('a command that says nothing about its client ends with 3 and one sentence:', () => {
  test.each<[string, string, string, string?]>([
    ['it fails at once', 'echo broken; exit 7', 'The command ended with exit code 7 in the baseline run'],
    ['it never calls', 'true', 'The command passed without a fee call'],
    ['it hangs', 'sleep 60', 'The command did not end within 0.3 s in the baseline run', '--time-limit 0.3'],
    [
      'no call of it is accepted',
      FEE.replace('-sf', "-s -H 'Tollgate-Fault: 500'"),
      'The mock refused request 1 with status 500: a fault set the status 500; the call was not carried out. Remove the fault, and the mock carries out the call. The command passed, but none of its 1 fee calls was accepted: ',
    ],
    [
      'no call of it has a token of the mock',
      FEE.replace('-sf', '-s').replace('$TOLLGATE_TOKEN', 'x'),
      'none of its 1 fee calls was accepted: let it take the token from TOLLGATE_TOKEN, send what the mock accepts, and wait for the responses.',
      '--only client-flow',
    ],
    [
      'it waits for no response',
      `${FEE.replace('-sf -m 8', "-s -m 0.3 -H 'Tollgate-Fault: hang'")} || true`,
      'The command passed, but none of its 1 fee calls was accepted: ',
    ],
  ])('%s', async (_, script, sentence, options) => {
    const { code, out } = await check(script, options);

    expect(code).toBe(3);
    expect(out).toContain(sentence);
  });

  test('what it printed is shown', async () => {
    expect((await check('echo broken; exit 7')).warned).toBe('tollgate: the command printed:\nbroken\n\n');
  });
});

test('a command whose outcome changes from run to run is unstable, and never fails a rule', async () => {
  const counter = join(folder, 'runs');
  const script = `echo x >> ${counter}; ${FEE}; [ $(($(wc -l < ${counter}) % 2)) -eq 1 ]`;
  const { code, out } = await check(script);

  expect(code).toBe(3);
  expect(out).toContain('Undecided: client-tolerance/');
  expect(out).toMatch(/UNSTABLE {2}client-tolerance/);
});

/** Braces that hold no placeholder. */
const PLAIN = '{"a":{"b":1}} {a:1} [0-9]{3} {} \u0024{HOME} {{name}}';

test('the environment has the address and the tokens by other names too', async () => {
  const { code, out } = await check(
    `${FEE} && [ "$FEES" = "$TOLLGATE_URL/v1" ] && [ "$KEY" = "$TOLLGATE_TOKEN" ] && [ -n "$OTHER" ] && [ "$OTHER" != "$KEY" ] && [ "$PLAIN" = '${PLAIN}' ]`,
    [
      ...wordsOf(`${ONLY} --env FEES={url}/v1 --env KEY={token} --env OTHER={token:several} --env`),
      `PLAIN=${PLAIN}`,
    ],
  );

  expect(code, out).toBe(0);
});

test('reports of every kind, a baseline and a waiver', async () => {
  // The second call breaks a rule that the baseline run shows, so that no other run is needed.
  const failing = `${FEE} && ! ${FEE.replace('85004', 'Arizona')}`;
  const path = (name: string) => join(folder, name);
  const kinds = ['json', 'junit', 'sarif', 'html', 'markdown'];
  const reports = kinds.map((kind) => `--report ${kind}=${path(`report.${kind}`)}`).join(' ');
  const only = '--only client-request';
  const { code, problem } = await check(failing, `${only} ${reports} --report github`);

  expect(code).toBe(1);
  expect(problem).toBe(`wrote ${kinds.map((kind) => `${path(`report.${kind}`)} (${kind})`).join(', ')}\n`);
  for (const kind of kinds)
    expect(readFileSync(path(`report.${kind}`), 'utf8')).toContain(
      'client-request/region-has-a-documented-form',
    );
  expect(JSON.parse(readFileSync(path('report.json'), 'utf8'))).toMatchObject({
    schema: 1,
    subject: 'client',
  });

  writeFileSync(
    path('waivers.yaml'),
    'waivers:\n  - { rule: client-request/region-has-a-documented-form, reason: known, until: 2999-01-31 }\n',
  );
  const known = await check(failing, `${only} --baseline ${path('report.json')}`);
  const waived = await check(failing, `${only} --waivers ${path('waivers.yaml')}`);

  expect([known.code, waived.code]).toEqual([0, 0]);
  expect(known.out).toContain('KNOWN  client-request/region-has-a-documented-form');
  expect(waived.out).toContain('WAIVED  client-request/region-has-a-documented-form until 2999-01-31');

  const ofService = await tollgateHere(`conform --mock --baseline ${path('report.json')}`);

  expect(ofService.code).toBe(2);
  expect(ofService.problem).toContain(
    `--baseline: ${path('report.json')}: expected a report of a service, got one of a client`,
  );
});

test('--like runs the client as a deployment behaves', async () => {
  const report = join(folder, 'like.json');
  writeFileSync(report, JSON.stringify({ schema: 1, choices: { 'success-status': '202' } }));
  const { code, out } = await check(`[ "$(${STATUS})" = 202 ]`, `--like ${report} --skip client-tolerance`);

  expect(code, out).toBe(0);
});

test.each([
  ['no command', '', 'expected -- COMMAND, such as -- npm test, got nothing'],
  ['a program that does not exist', '-- /no/such', 'got /no/such (ENOENT)'],
  ['a variable without a name', '--env {url} -- true', '--env: expected NAME=TEMPLATE'],
  [
    'an unknown placeholder',
    '--env FEES_URL={ur} -- true',
    '--env: FEES_URL: expected one of {url}, {token}, {token:MERCHANT}, {job}, got {ur}. Did you mean {url}?',
  ],
  [
    'an unknown placeholder with a merchant',
    '--env A={tokn:several} -- true',
    '--env: A: expected one of {url}, {token}, {token:MERCHANT}, {job}, got {tokn:several}',
  ],
  [
    'a merchant that does not exist',
    '--env A={token:severl} -- true',
    'expected {token:MERCHANT} with one of one, several, got {token:severl}. Did you mean several?',
  ],
  [
    'a rule on services',
    '--only nicn -- true',
    '--only: expected a pattern that selects a rule on clients, got nicn',
  ],
])('%s is wrong usage', async (_, args, problem) => {
  expect(await tollgateHere(`check-client ${args}`)).toMatchObject({
    code: 2,
    out: '',
    problem: expect.stringContaining(problem),
  });
});

test('Ctrl-C ends all runs that take place side by side', async () => {
  const ending = new AbortController();
  const path = (name: string) => join(folder, `side-by-side-${name}`);
  const jobs = ['1', '2', '3'];
  // The first run passes; each later one waits for its end.
  const waits = `trap "touch ${path('ended')}-$JOB; exit 1" TERM; touch ${path('begun')}-$JOB; sleep 60 & wait`;
  const script = `[ -e ${path('first')} ] && { ${waits}; }; touch ${path('first')}; ${FEE}`;
  const options = '--effort standard --jobs 3 --env JOB={job} --skip client-request';
  const running = check(script, options, ending.signal);
  const seen = (name: string) => jobs.filter((job) => existsSync(`${path(name)}-${job}`));
  await expect.poll(() => seen('begun'), { timeout: 30_000 }).toEqual(jobs);
  ending.abort(130);
  const { code, out } = await running;

  expect(code).toBe(130);
  expect(out).toContain('The run was interrupted');
  expect(seen('ended')).toEqual(jobs);
});

// Should rules that count as a must: --must, mock.verdict({ must }), GET /_tollgate/verdict; and warnings in summaries.

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

const ALL_HEADERS = `-H 'Content-Type: application/json' -H 'X-Requested-With: xhr' -H "Authorization: Bearer $TOLLGATE_TOKEN"`;
const call = (path: string, fields: object) =>
  `curl -sf -m 8 $TOLLGATE_URL${path} ${ALL_HEADERS} -d '${JSON.stringify(fields)}' > /dev/null`;
const CART = { amount: 100, nicn: '424242', region: '85004', mTxId: 'order-1' };
const SELLS_TWICE = [
  call('/v1/ch', CART),
  ...['A1', 'B2'].map((authCode) => call('/v1/ch/sale', { mTxId: 'order-1', authCode })),
].join(' && ');
const ONCE = 'client-flow/sells-once';

const checkScript = (options: string, script: string, shell = 'sh') =>
  tollgateHere([...wordsOf(`check-client ${options} -- ${shell} -c`), script]);

const checkSales = (options = '') =>
  checkScript(`--effort quick --only client-flow --only client-request ${options}`, SELLS_TWICE);

test('a client that sells twice is conformant with a named warning, and nonconformant with --must', async () => {
  const [lenient, must, others] = await Promise.all([
    checkSales(),
    checkSales('--must client-flow/*'),
    checkSales('--must client-request/* --must client-flow/sells-at-the-last-price'),
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
  const judge = (options = '') => checkScript(`--only client-resilience/repeats-safely ${options}`, repeats);
  const lenient = await judge();

  expect(lenient.out).toContain("To count the warnings as failures: --must 'client-resilience/*'\n");
  // The fault of the sales in that run is no cause.
  expect(lenient.out).toMatch(/replay: .* mock --fault 'path=\/v1\/ch, times=1: reset=after'$/m);
  expect(await judge('--must client-resilience/*')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^NONCONFORMANT.*\nFailed: client-resilience\/repeats-safely\.\n/),
  });
});

test('the replay of a client that does not wait names no fault that comes after the first one', async () => {
  const thrice = Array(3).fill(call('/v1/ch', CART)).join(' || ');
  const { out } = await checkScript('--only client-resilience/waits-for-retry-after', thrice);

  expect(out).toMatch(/replay: .* mock --fault 'path=\/v1\/ch, times=1: status=(?:429|503);retry-after=1'$/m);
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
  const { code, out } = await checkScript('--effort quick', call('/v1/ch', { ...CART, campaign: null }));

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
  const report = join(ownFolder(), 'client.json');
  const options = `--only ${RULE} --effort quick --merchants ${MERCHANTS} --report text`;
  const { code, out } = await checkScript(`${options} --report json=${report}`, SCRIPT, 'bash --norc');

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
