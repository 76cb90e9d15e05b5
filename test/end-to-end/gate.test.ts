/** The release engineer's path: the exit code, and one sentence that says what to do. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runProgram } from '../../cli/program.ts';
import type { Report } from '../../conformance/report/report.ts';
import { startMock } from '../../src/mock/index.ts';
import { listenHttp } from '../deployments/listen.ts';
import { REFERENCE, startReference, TOKENS } from '../deployments/reference.ts';
import { failing, reportOf } from '../reports/samples.ts';
import { temporaryFolder } from '../support/folders.ts';
import { tollgate, tollgateHere, unwatched, type Words, wordsOf } from './command.ts';

const folder = temporaryFolder();

const WORLD = unwatched(new AbortController().signal);

test('the built-in mock is conformant, also where should rules count: exit 0, every rule tested', async () => {
  const path = join(folder, 'conformant.json');
  const { code, out } = await tollgateHere(
    `conform --mock --strict --seed 1 --report text --report json=${path}`,
  );
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;

  expect(code).toBe(0);
  expect(out).toMatch(/^CONFORMANT.*\n\d+ of \d+ must and should rules passed, none failed\./);
  expect(out).not.toMatch(/warn/i);
  expect(report).toMatchObject({ schema: 1, verdict: 'conformant', exitCode: 0, effort: 'standard' });
  const judged = report.rules.filter(({ level }) => level !== 'observe');
  const priced = 'the prices are known: fee/matches-reference compares every fee with them';
  expect(judged.filter(({ outcome }) => outcome !== 'pass')).toMatchObject([
    {
      id: 'transport/https',
      outcome: 'skipped',
      reason: 'the deployment is on loopback, where plain HTTP is fine',
    },
    { id: 'fee/does-not-depend-on-other-calls', reason: priced },
    { id: 'region/forms-agree', reason: priced },
    { id: 'identity/outlives-a-pause', reason: 'takes half a minute: tried at the effort deep' },
  ]);
  expect(report.requests).toBeLessThanOrEqual(1500);
});

test('a mock that breaks a should rule: exit 0 with a warning, and 1 where it counts', async () => {
  await using mock = await startMock({ defects: ['fee-response/fee-has-cents'], jwtSecret: 'secret' });
  const asked = ['conform', mock.url, '--only', 'sale/accepts-stxid', '--only', 'fee-response'];
  const secret = { TOLLGATE_TOKEN: mock.token() };
  const [warned, failed] = [
    await tollgateHere(asked, secret),
    await tollgateHere([...asked, '--strict'], secret),
  ];

  expect([warned.code, failed.code]).toEqual([0, 1]);
  expect(warned.out).toContain('WARNING  fee-response/fee-has-cents  (should, section 2.2)');
  expect(failed.out).toContain('FAIL  fee-response/fee-has-cents  (should, section 2.2)');
});

test('a failure that is waived, or known from the baseline, does not count, and the report names it', async () => {
  await using mock = await startMock({ defects: ['nicn/refuses-non-digits'], jwtSecret: 'secret' });
  const [before, waivers] = [join(folder, 'before.json'), join(folder, 'waivers.yaml')];
  writeFileSync(
    waivers,
    '- { rule: nicn/refuses-non-digits, reason: ticket 12, until: 9999-12-31 }\n' +
      '- { rule: region/accepts-zip-code, reason: ticket 13, until: 9999-12-31 }\n',
  );
  const conform = (...args: readonly string[]) =>
    tollgateHere(['conform', mock.url, '--only', 'nicn', '--effort', 'quick', ...args], {
      TOLLGATE_TOKEN: mock.token(),
    });
  const failed = await conform('--report', `json=${before}`);
  const known = await conform('--baseline', before);
  const waived = await conform('--waivers', waivers);
  const stale = await conform('--only', 'region', '--waivers', waivers);

  expect([failed.code, known.code, waived.code, stale.code]).toEqual([1, 0, 0, 1]);
  expect(known.out).toMatch(
    /^KNOWN {2}nicn\/refuses-non-digits since \d{4}-\d\d-\d\d\n {2}expected a refusal/m,
  );
  expect(waived.out).toMatch(
    /^WAIVED {2}nicn\/refuses-non-digits until 9999-12-31: ticket 12\n {2}expected a/m,
  );
  expect(stale.out).toMatch(/^CONFORMANT \(\d+ of \d+ rules selected\), but exit code 1 /);
  expect(stale.out).toContain(
    'The waiver for region/accepts-zip-code is stale because the rule passes: remove it.',
  );
});

describe('at quick, a failure that some cases alone show', () => {
  /** Opens a new transaction for an update by `mTxId` after another update. */
  async function startForgetting() {
    const updates = new Map<unknown, number>();

    return startReference({
      findTransaction(known, request) {
        const found = REFERENCE.findTransaction(known, request);
        if (found === undefined || !('amount' in request)) return found;
        const earlier = updates.get(found.sTxId) ?? 0;
        updates.set(found.sTxId, earlier + 1);

        return earlier > 0 && !('sTxId' in request) ? undefined : found;
      },
    });
  }
  const quick = ({ url }: { readonly url: URL }, ...more: readonly string[]) =>
    tollgateHere(['conform', url.href, '--effort', 'quick', ...more], { TOLLGATE_TOKEN: TOKENS.one });
  const failedIn = ({ rules }: Report) =>
    rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
  const readReport = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Report;

  test('leaves the other must rules their requests where the baseline has it, with any seed', async () => {
    await using server = await startForgetting();
    const [before, after] = [join(folder, 'forgets.json'), join(folder, 'forgets-again.json')];
    const first = await quick(server, '--seed', '1', '--report', `json=${before}`);
    expect(first.code).toBe(1);
    expect(failedIn(readReport(before))).toEqual(['identity/state-machine']);

    for (const seed of ['2', '3']) {
      const { code } = await quick(
        server,
        ...['--seed', seed, '--baseline', before, '--report', `json=${after}`],
      );
      const { rules, requests } = readReport(after);
      expect({ seed, code }).toEqual({ seed, code: 0 });
      expect(rules.find(({ id }) => id === 'robustness/survives-malformed-input')?.outcome).toBe('pass');
      expect(requests).toBeLessThanOrEqual(240);
    }
  });

  test('counts no more than many others that the baseline has: each rule is judged to its end', async () => {
    await using mock = await startMock({
      jwtSecret: 'secret',
      defects: [
        'nicn/refuses-non-digits',
        'nicn/refuses-fewer-than-6-digits',
        'region/accepts-iso-state-code',
        'identity/update-by-mtxid-keeps-stxid',
        'sale/accepts-late-mtxid',
        'fee-request/requires-region',
      ],
    });
    const before = join(folder, 'many.json');
    const judged = (...more: readonly string[]) =>
      tollgateHere(['conform', mock.url, '--effort', 'quick', ...more], { TOLLGATE_TOKEN: mock.token() });

    expect((await judged('--seed', '1', '--report', `json=${before}`)).code).toBe(1);
    expect((await judged('--seed', '2', '--baseline', before)).code).toBe(0);
  });

  test('is not stale where a waiver of another rule has it: the summary says that it was not seen', async () => {
    await using server = await startForgetting();
    await using sound = await startReference();
    const waivers = join(folder, 'forgets.yaml');
    const shape = 'update with mTxId → another sTxId';
    const waive = (...rules: readonly string[]) =>
      writeFileSync(
        waivers,
        rules
          .map((rule) => `- { rule: ${rule}, shape: "${shape}", reason: ticket 12, until: 9999-12-31 }\n`)
          .join(''),
      );
    const rule = 'identity/update-by-mtxid-keeps-stxid';
    waive(rule, 'identity/state-machine');
    const unseen = `Waived, and not seen at quick, which sends some cases only: ${rule} (${shape})`;

    const judged = await quick(server, '--seed', '1', '--waivers', waivers);
    expect(judged.code).toBe(0);
    expect(judged.out).toContain(unseen);
    const fixed = await quick(sound, '--seed', '1', '--waivers', waivers);
    expect(fixed.code).toBe(0);
    expect(fixed.out).toContain(unseen);
    const only = ['--only', rule, '--only', 'identity/state-machine', '--waivers', waivers];
    const atStandard = await tollgateHere(['conform', sound.url.href, ...only], {
      TOLLGATE_TOKEN: TOKENS.one,
    });
    expect(atStandard.code).toBe(1);
    expect(atStandard.out).toContain(`The waiver for ${rule} (${shape}) is stale`);
  });
});

test('quick asks at most 120 requests, and prints nothing but the report', async () => {
  const { code, out, problem } = await tollgateHere('conform --mock --effort quick --report json');

  expect({ code, problem }).toEqual({ code: 0, problem: '' });
  const { requests, rules } = JSON.parse(out) as Report;
  expect(requests).toBeLessThanOrEqual(120);
  // The cap is not the reason where no request could show anything.
  expect(rules.find(({ id }) => id === 'transport/https')?.reason).toMatch('on loopback');
});

test('a broken deployment: exit 1, the report in a file, and its counterexample runs again', async () => {
  await using mock = await startMock({ defects: ['nicn/refuses-non-digits'] });
  const path = join(folder, 'broken.json');
  const secret = { TOLLGATE_TOKEN: mock.token() };
  const judged = await tollgate(
    `conform ${mock.url} --effort quick --timeout 4000 --report text --report json=${path}`,
    secret,
  );
  const replayed = await tollgateHere(['replay', path, 'nicn/refuses-non-digits'], secret);
  const file = join(folder, 'elsewhere.yaml');
  writeFileSync(file, `url: http://127.0.0.1:1\nmerchants:\n  one:\n    token: \${SECRET}\n`);
  const named = { SECRET: mock.token() };
  const elsewhere = await tollgateHere(
    ['replay', path, 'nicn/refuses-non-digits', '--deployment', file],
    named,
  );

  // The file says whose token it is; the address is still that of the report.
  expect(elsewhere.out).toMatch(/^nicn\/refuses-non-digits is broken again/);
  expect(elsewhere.out).toContain('Bearer $SECRET');
  expect(judged.code).toBe(1);
  expect(judged.out).toMatch(/^NONCONFORMANT/);
  expect(judged.out).toContain('FAIL  nicn/refuses-non-digits  (must, section 2.1)');
  expect(judged.out).toContain(`${mock.url}/ --timeout 4000\n`);
  expect(replayed.code).toBe(1);
  expect(replayed.out).toMatch(/^nicn\/refuses-non-digits is broken again/);
  for (const text of [judged.out, replayed.out, readFileSync(path, 'utf8')])
    expect(text).not.toContain(mock.token());
});

test('what a replay prints is for a terminal: no secret, no control character, not too long', async () => {
  const token = 'c2VjcmV0LXRva2Vu.c2VjcmV0LXRva2Vu';
  const path = join(folder, 'hostile.json');
  await using server = await listenHttp((request, response) => {
    const echo = `${request.headers.authorization}\u001b[2J\r${'x'.repeat(200_000)}`;
    response.writeHead(request.url === '/v1/ch' ? 500 : 200).end(echo);
  });
  await using sound = await startReference({
    intercept: (request, response) => {
      const isOther = request.method !== 'POST';
      if (isOther)
        response.end(
          JSON.stringify({ transactionFee: 1, sTxId: '1', message: 'ok', note: '\u009b2J'.repeat(9999) }),
        );

      return isOther;
    },
    authenticate: (given) => (given === token ? 'one' : undefined),
    feeResponse: (body) => ({ ...body, token }),
  });
  const found = failing(
    'transport/post-only',
    {},
    {
      case: {
        calls: [
          {
            operation: 'calculateFee',
            variant: { method: 'PUT' },
            body: { amount: 1, nicn: '424242', region: '85004' },
          },
        ],
      },
    },
  );
  writeFileSync(path, JSON.stringify(reportOf([found], { target: sound.url.href })));
  const secret = { TOLLGATE_TOKEN: token };
  const again = await tollgateHere(['replay', path, 'transport/post-only'], secret);
  const elsewhere = await tollgateHere(['replay', path, 'transport/post-only', server.url.href], secret);

  expect([again.code, elsewhere.code]).toEqual([1, 1]);
  for (const { out } of [again, elsewhere]) {
    expect(out).not.toContain(token);
    expect(out).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(out.length).toBeLessThan(3000);
  }
});

test.each<[Words, string]>([
  ['conform --effort slow', '--effort: expected one of quick, standard, deep, got slow'],
  ['conform --mock --rate 0', '--rate: expected a number from 0.1 to 100000, got 0'],
  ['conform --mock --concurrency 65', '--concurrency: expected a whole number from 1 to 64, got 65'],
  ['conform --mock --timeout 5', '--timeout: expected a whole number from 10 to 600000, got 5'],
  ['conform --mock --max-requests 39', '--max-requests: expected a whole number from 40 to 1000000, got 39'],
  ['conform --mock --max-time 0', '--max-time: expected a whole number from 1 to 86400, got 0'],
  ['conform --mock --rate fast', '--rate: expected a number from 0.1 to 100000, got fast'],
  ['conform', 'url: expected the address of a deployment, --deployment FILE, or --mock'],
  [['conform', ''], 'url: expected an address such as https://fees.example.com, got an empty text'],
  [['conform', '', '--deployment', 'nowhere.yaml'], 'got an empty text: is a variable not set?'],
  [
    ['conform', 'http://127.0.0.1:9', '--token', ''],
    '--token: expected <jwt>, got an empty text: is a variable not set?',
  ],
  [
    ['conform', 'http://127.0.0.1:9', '--token', 'Bearer a.b.c'],
    'token: expected the token alone, got one after',
  ],
  ['conform 127.0.0.1:9000', 'got 127.0.0.1:9000: http:// or https:// is missing'],
  ['conform localhost:9000', 'got localhost:9000: http:// or https:// is missing'],
  ['conform u:s3cret@fees.example.com', 'got …@fees.example.com: http:// or https:// is missing'],
  [
    ['conform', 'http://127.0.0.1:9', '--sarif-location', ''],
    '--sarif-location: expected <file>, got an empty text',
  ],
  [['conform', '', '--mock'], 'got an empty text: is a variable not set?'],
  [['conform', '--deployment', ''], '--deployment: expected <file>, got an empty text'],
  ['conform http://127.0.0.1:1 --mock', '--mock: expected no address beside it'],
  ['conform --mock --deployment nowhere.yaml', '--mock: expected no --deployment beside it'],
  [
    'conform --report pdf',
    '--report: expected one of text, json, junit, sarif, html, markdown, github, or one of them with =PATH, got pdf',
  ],
  [
    'conform fees.example.com',
    'url: expected an address such as https://fees.example.com, got fees.example.com',
  ],
  ['conform --waivers nowhere.yaml', '--waivers: nowhere.yaml: no such file: check the path'],
  ['conform --waivers package.json', 'package.json: expected a list of waivers, or a mapping with one'],
  ['conform --baseline package.json', 'package.json: expected a report in JSON, as conform --report json='],
  ['conform --deployment nowhere.yaml', '--deployment: nowhere.yaml: no such file: check the path'],
  ['mock --port 99999', '--port: expected a whole number from 0 to 65535, got 99999'],
  ['mock --merchants nowhere.yaml', 'nowhere.yaml'],
  ['mock --defect transport/https', 'start a mock with --host 0.0.0.0 and judge it at the address'],
  [
    'mock --defect nicn/foo',
    '--defect: expected a rule that a mock can break, or a variant of one, got nicn/foo',
  ],
  ['mock --port 0 --scenario dwn', 'tollgate: --scenario: expected one of debit, '],
  ['mock --ledger disk', '--ledger: expected memory, sqlite:FILE, redis://HOST:PORT'],
  ['mock --ledger sqlite:/', '--ledger: sqlite:/: expected a file, got a folder'],
  ['mock --ledger redis://127.0.0.1:1', '--ledger: redis://127.0.0.1:1: expected a Redis or Valkey'],
  ['mock --ledger sqlite://a.db', 'got sqlite://a.db'],
  ['mock --retain 0', '--retain: expected a number of transactions from 1'],
  ['mock --retain 24h', '--retain: expected a number of transactions from 1'],
  ['mock --ledger redis://127.0.0.1:1 --retain 9', '--retain: expected a time beside'],
  ['mock --static --ledger memory', '--static: expected no --ledger beside it'],
  [
    'replay package.json nicn/refuses-non-digits',
    'package.json: expected a report in JSON, as conform --report json=PATH writes it, got JSON without "schema": 1',
  ],
  ['fee --amount 100', 'expected --amount, --nicn and --region'],
])('%j is wrong usage: exit 2, said in one line', async (args, sentence) => {
  // A process for each would take a third of a second and show nothing more.
  const { code, out, problem } = await runProgram(wordsOf(args), WORLD);

  expect(code).toBe(2);
  expect(out).toBe('');
  expect(problem).toContain(sentence);
  expect(problem).not.toMatch(/\n\s+at /);
});

test('a file of another kind: exit 2, one sentence that says which, and what takes it', async () => {
  const FILES = {
    'a report': '{ "schema": 1, "rules": [] }',
    'a recording': '{"log":{"version":"1.2"}}',
    'a waiver file': '# known\n- { rule: nicn/refuses-non-digits, reason: ticket 12, until: 9999-12-31 }\n',
    'a deployment file': 'url: http://127.0.0.1:1\npricing:\n',
    'a merchant file': 'merchants:\n  shop: { processors: [{ pricing: { model: flat } }] }\n',
  };
  const path = join(folder, 'other');
  for (const [given, text] of Object.entries(FILES))
    for (const [args, expected] of [
      ['conform --deployment', 'a deployment file'],
      ['conform --mock --waivers', 'a waiver file'],
      ['conform --mock --baseline', 'a report'],
      ['statement', 'a report'],
      ['mock --merchants', 'a merchant file'],
      ['check-traffic run.har --pricing', 'a merchant file'],
    ]) {
      if (given === expected) continue;
      writeFileSync(path, text);
      const { code, problem = '' } = await runProgram(wordsOf(`${args} ${path}`), WORLD);

      expect(code).toBe(2);
      expect(problem).toMatch(
        new RegExp(`^tollgate: \\S+: expected ${expected}, got ${path}, ${given}, which .+ takes?\\n$`),
      );
    }
});

test('an address that holds a password is not repeated, whatever is wrong with it', async () => {
  for (const ledger of [
    'postgres://u:s3cret@db',
    'redis://u:s3cret@127.0.0.1:1',
    'redis://u:s3cret@h:port',
  ]) {
    const { code, out, problem } = await runProgram(['mock', '--ledger', ledger], WORLD);

    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(problem).toMatch(/^tollgate: --ledger: .*expected/);
    expect(problem).not.toContain('s3cret');
  }
});

test('a wrong deployment file: exit 2, every problem with its place', async () => {
  const path = join(folder, 'wrong.yaml');
  writeFileSync(
    path,
    'url: https://fees.example.com\nmerchants: { one: { token: 5, processors: [{ mid: "1" }] } }\ncard: ["4"]\n',
  );
  const { code, problem = '' } = await runProgram(['conform', '--deployment', path], WORLD);

  expect(code).toBe(2);
  expect(problem.replaceAll(path, 'FILE').split('\n')).toEqual([
    'tollgate: FILE:3:7: card: expected one of the keys url, headers, merchants, cards, regions, amounts, buildHeader, multiPay, cardTokens, tokens, pricing, limits, tls, got card: did you mean cards?',
    'FILE:2:28: merchants.one.token: expected a token as a string, such as \u0024{TOKEN_ONE}, or a mapping with command, got something else',
    'FILE:2:44: merchants.one.processors[0].name: expected a string, such as alpha, got nothing',
    '',
  ]);
});

test('a variable that is not set: exit 2, its name said', async () => {
  const path = join(folder, 'unset.yaml');
  writeFileSync(
    path,
    'url: https://fees.example.com\nmerchants: { one: { token: "\u0024{NO_SUCH_TOKEN}" } }\n',
  );
  const { code, problem } = await runProgram(['conform', '--deployment', path], WORLD);

  expect(code).toBe(2);
  expect(problem).toContain('NO_SUCH_TOKEN');
});

test('nothing listens: exit 3', async () => {
  const { code, out } = await tollgateHere(['conform', 'http://127.0.0.1:1']);

  expect(code).toBe(3);
  expect(out.split('\n')[1]).toBe(
    'http://127.0.0.1:1 could not be reached (ECONNREFUSED): check the URL, and that the service is running.',
  );
  expect(out).toMatch(/^ {2}the run could not judge them, as said above \(\d+ rules\)$/m);
  expect(out.match(/ECONNREFUSED/g)).toHaveLength(1);
});

test('the limits of the command line are kept to', async () => {
  const [at, atOnce]: number[][] = [[], []];
  await using server = await startReference({
    // First much longer than the 25 ms between two requests, so that two are under way; later the rate alone slows them.
    delay: (call) => (call < 9 ? 200 : 0),
    onArrival(_, __, running) {
      at?.push(performance.now());
      atOnce?.push(running);

      return false;
    },
  });
  const limits = ['--concurrency', '2', '--rate', '40', '--max-requests', '50'];
  const { code } = await tollgateHere(['conform', server.url.href, ...limits], {
    TOLLGATE_TOKEN: TOKENS.one,
  });

  expect(code).toBe(3);
  expect(at?.length).toBeLessThanOrEqual(50);
  expect(Math.max(...(atOnce ?? []))).toBe(2);
  const later = at?.slice(10) ?? [];
  expect(later.length).toBeGreaterThan(20);
  // A busy machine may delay the first of these; at no rate, all come within a few milliseconds.
  expect((later.at(-1) ?? 0) - (later[0] ?? 0)).toBeGreaterThan((later.length - 1) * 25 * 0.5);
});

test('the rate of the deployment file is said, unless an option replaces it', async () => {
  await using server = await startReference();
  writeFileSync(join(folder, 'slow.yaml'), `url: ${server.url.href}\nlimits: { rate: 90 }\n`);
  const args = ['conform', '--deployment', 'slow.yaml', '--effort', 'quick', '--only', 'country'];
  const secret = { TOLLGATE_TOKEN: TOKENS.one };

  expect((await tollgateHere(args, secret, folder)).problem).toBe(
    'tollgate: at most 90 requests per second, by limits.rate of slow.yaml (--rate sets another)\n',
  );
  expect((await tollgateHere([...args, '--rate', '99'], secret, folder)).problem).toBe('');
});

describe('where TOLLGATE_TOKEN and the deployment file give tokens', () => {
  const REPLACED = 'tollgate: TOLLGATE_TOKEN is used in place of merchants.one.token of tollgate.yaml\n';

  test.each([
    ['another one', '"in-the-file"', [], REPLACED],
    ['one of a variable that is not set', '"\u0024{NOPE_TOKEN}"', [], REPLACED],
    ['the same', '"\u0024{TOLLGATE_TOKEN}"', [], ''],
    ['none', undefined, [], ''],
    ['another one, and --token is given', '"in-the-file"', ['--token', TOKENS.one], ''],
  ])('%s', async (_, token, typed, problem) => {
    await using server = await startReference();
    const merchants = token === undefined ? '' : `merchants: { one: { token: ${token} } }\n`;
    writeFileSync(join(folder, 'tollgate.yaml'), `url: ${server.url.href}\n${merchants}`);
    const args = ['conform', '--deployment', 'tollgate.yaml', '--effort', 'quick', '--only', 'country'];
    const ran = await tollgateHere([...args, ...typed], { TOLLGATE_TOKEN: TOKENS.one }, folder);

    expect({ code: ran.code, problem: ran.problem }).toEqual({ code: 0, problem });
  });
});

test('leaving everything out is no green run: exit 3', async () => {
  const { code, out } = await tollgateHere(['conform', '--mock', '--skip', '*/*']);

  expect(code).toBe(3);
  expect(out).toContain('None of the 46 must rules was tested.');
});
