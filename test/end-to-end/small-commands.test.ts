/** The command that compares reports, as a user runs it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { conform, readDeployment } from '../../conformance/index.ts';
import { startMock } from '../../src/mock/index.ts';
import { parseMockFile } from '../../src/mock/read-merchants.ts';
import { temporaryFolder } from '../support/folders.ts';
import { type Any, entryOf, harOf, recordTo, U } from '../support/har-files.ts';
import { ROOT } from '../support/root.ts';
import { tollgateHere } from './command.ts';

const FOLDER = temporaryFolder();
const at = (name: string) => join(FOLDER, name);

async function judge(name: string, options: Parameters<typeof startMock>[0]): Promise<string> {
  await using mock = await startMock(options);
  const report = at(name);
  await tollgateHere(
    ['conform', mock.url, '--only', 'nicn', '--effort', 'quick', '--seed', '1', '--report', `json=${report}`],
    { TOLLGATE_TOKEN: mock.token() },
  );

  return report;
}

test('two releases are compared as text, Markdown and HTML', async () => {
  const first = await judge('first.json', {});
  const second = await judge('second.json', { defects: ['nicn/refuses-non-digits'] });
  const { code, out } = await tollgateHere(['compare', first, second]);

  expect(code).toBe(0);
  expect(out).toMatch(/^2 reports of a service: 1 rule and 0 choices differ\n/);
  expect(out).toMatch(/must +nicn\/refuses-non-digits +passed +failed/);

  const page = at('compared.html');
  expect(
    await tollgateHere(['compare', first, second, '--report', 'markdown', '--report', `html=${page}`]),
  ).toMatchObject({
    code: 0,
    out: expect.stringContaining('| must | `nicn/refuses-non-digits` | passed | **failed** |'),
  });
  expect(readFileSync(page, 'utf8')).toContain('<th scope="col">what differs</th>');
});

test.each([
  ['one report', () => [at('first.json')], /compare: expected two or more reports in JSON, got 1/],
  ['no report in JSON', () => [at('first.json'), at('notes.txt')], /notes\.txt: expected a report in JSON/],
  ['a file that is missing', () => [at('first.json'), at('gone.json')], /gone\.json/],
  [
    'another kind',
    () => [at('first.json'), at('first.json'), '--report', 'junit'],
    /expected one of text, json, markdown, html/,
  ],
])('%s is wrong usage', async (_, words, problem) => {
  writeFileSync(at('notes.txt'), 'no report');

  expect(await tollgateHere(['compare', ...words()])).toMatchObject({
    code: 2,
    problem: expect.stringMatching(problem),
  });
});

// `tollgate fee` explains a fee.

const SALE = ['fee', '--amount', '100', '--nicn', '424242', '--region', '85004'];
const SURCHARGING = ['--merchants', join(ROOT, 'fixtures/merchants/surcharging.yaml')];

describe('tollgate fee', () => {
  test('shows a table that ends with the fee', async () => {
    const { code, out } = await tollgateHere(SALE);

    expect(code).toBe(0);
    expect(out).toMatch(/^sale {7}US\$ 100\.00 on \d{4}-\d\d-\d\d\ncard {7}424242: visa/);
    expect(out).toMatch(
      /\n {2}sum +2\.63\n {2}cap +4\.00 .*\n {2}visa +3\.00 .*\n {2}visa-cost +2\.43 .*\n {2}fee +2\.43 {2}rounded half-up to 2 decimals\n$/,
    );
  });

  test('gives the quote as JSON, for the given day', async () => {
    const oklahoma = [...SALE.slice(0, -1), 'OK', ...SURCHARGING, '--json', '--as-of'];
    const [before, since] = await Promise.all([
      tollgateHere([...oklahoma, '2025-10-31']),
      tollgateHere([...oklahoma, '2025-11-01']),
    ]);

    expect(JSON.parse(before.out)).toMatchObject({
      transactionFee: 0,
      asOf: '2025-10-31',
      region: { value: 'OK', country: '840', state: 'OK' },
      obstacles: ['oklahoma-before prohibits a fee'],
      lines: [],
    });
    expect(JSON.parse(since.out).transactionFee).toBeGreaterThan(0);
  });

  test.each([
    [
      ['--as-of', '2026-02-30'],
      '--as-of: expected a day of the calendar, such as 2026-01-31, got "2026-02-30"',
    ],
    [['--total-amount', '99.99'], '--amount: expected no more than the totalAmount, got 100'],
    [['--country', '000'], '--country: expected an ISO 3166-1 numeric country code, such as 840, got "000"'],
    [['--merchant', 'three'], '--merchant: expected one of one, several, got three'],
  ])('refuses %j with a line that says what was expected', async (options, problem) => {
    const { code, problem: said, out } = await tollgateHere([...SALE, ...options]);

    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(said).toContain(problem);
  });
});

// `drift`: a mock beside the recording of a service with other prices, another choice and its own identifiers.

const folder = temporaryFolder();

const MERCHANTS = `
merchants:
  north:
    processors: [{ mid: "900", name: nord, pricing: { model: percent-plus-fixed, percent: "3", fixed: "0.10" } }]
  south:
    processors:
      - { mid: "901", name: sud, pricing: { model: percent-plus-fixed, percent: "1", fixed: "0" } }
      - { mid: "902", name: sued, pricing: { model: percent-plus-fixed, percent: "2", fixed: "0" } }
`;

beforeAll(async () => {
  const { merchants } = parseMockFile(MERCHANTS, 'merchants.yaml');
  const choices = { 'success-status': '201', 'second-sale': 'refuse', 'stxid-form': 'long' } as const;
  await using mock = await startMock({ port: 0, jwtSecret: 's'.repeat(40), merchants, choices });
  const processors = (name: string) =>
    merchants.find((merchant) => merchant.name === name)?.processors.map(({ mid, name }) => ({ mid, name }));
  const file = {
    url: mock.url,
    merchants: {
      one: { token: mock.token('north'), processors: processors('north') },
      several: { token: mock.token('south'), processors: processors('south') },
    },
  };
  writeFileSync(join(folder, 'merchants.yaml'), MERCHANTS);
  const report = await conform({
    deployment: readDeployment(JSON.stringify(file), 'deployment.yaml', {}, {}),
    ...{ effort: 'quick', seed: 3 },
    record: recordTo(join(folder, 'run.har')),
  });
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report));
});

const drift = (...args: readonly string[]) => tollgateHere(['drift', 'run.har', ...args], {}, folder);

test('a mock with its merchants and choices does not differ', async () => {
  expect(await drift('--merchants', 'merchants.yaml', '--like', 'report.json')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d{2,} calls compared, \d{2,} fees among them: no difference\n/),
  });
});

test('another choice is named, and no fee', async () => {
  const { code, out } = await drift('--merchants', 'merchants.yaml');

  expect(code).toBe(1);
  expect(out).toContain('\n  success-status: recorded 201, mock 200\n');
  expect(out).not.toContain('\nFees: ');
});

test('other prices are named, fee by fee', async () => {
  const { code, out } = await drift('--json');
  const { differences, fees } = JSON.parse(out);

  expect(code).toBe(1);
  expect(fees).toBeGreaterThan(20);
  expect(differences).toContainEqual({
    kind: 'fee',
    call: 'POST /v1/ch',
    body: '{"amount":100,"nicn":"424242","region":"85004"}',
    recorded: '3.10',
    mock: '2.43',
  });
});

test('the recording of a deployment with prices brings its merchants along', async () => {
  const recording = JSON.parse(readFileSync(join(folder, 'run.har'), 'utf8'));
  recording.log._run.deployment.pricing = { path: 'merchants.yaml', text: MERCHANTS, one: 'north' };
  writeFileSync(join(folder, 'priced.har'), JSON.stringify(recording));
  const { out, problem } = await tollgateHere(['drift', 'priced.har', '--like', 'report.json'], {}, folder);

  expect(problem).toContain('tollgate: the mock has the merchants of the recording, merchants.yaml\n');
  expect(out).toMatch(/: no difference\n/);
});

/** A recording of a fee call and its sale, with spaces in the JSON of the answers. */
function writeSpaced(path: string, region: string) {
  const sTxId = '0123456789abcdef0123456789abcdef';
  const headers = Object.entries({
    'content-type': 'application/json',
    'x-requested-with': 'xhr',
    authorization: 'Bearer x.y.z',
  }).map(([name, value]) => ({ name, value }));
  const entry = (start: number, url: string, body: object, answer: string) =>
    entryOf(
      { start, time: 5, sTxId },
      {
        request: { method: 'POST', url: U + url, headers, postData: { text: JSON.stringify(body) } },
        response: { status: 200, headers, content: { text: answer } },
      },
    );
  const fee = { amount: 100, nicn: '424242', region };
  const entries = [
    entry(0, '/v1/ch', fee, `{"message": "ok", "sTxId": "${sTxId}", "transactionFee": 2.430}`),
    entry(1000, '/v1/ch/sale', { sTxId }, `{ "sTxId": "${sTxId}" }`),
  ];
  writeFileSync(join(folder, path), harOf(entries));
}

test('JSON that is written in another way is no difference, and --json names it', async () => {
  writeSpaced('spaced.har', '85004');
  const { code, out } = await tollgateHere(['drift', 'spaced.har'], {}, folder);
  const json = await tollgateHere(['drift', 'spaced.har', '--json'], {}, folder);

  expect(out).toBe('2 calls compared, 1 fee among them: no difference\n');
  expect(code).toBe(0);
  expect(JSON.parse(json.out).layout).toContainEqual({
    name: 'json-layout',
    recorded: 'spaced',
    mock: 'compact',
  });
});

test('a sale whose fee call the mock refused is not compared, and the reason names that refusal', async () => {
  writeSpaced('refused.har', 'QQ');
  const { code, out } = await tollgateHere(['drift', 'refused.har'], {}, folder);

  expect(code).toBe(1);
  expect(out).toMatch(
    /\nNot compared: 1 call \(the mock refused the fee call of its transaction: refused with 4\d\d, .*region/,
  );
});

describe('a recording of a deployment with one merchant, whose token is no JWT', () => {
  beforeAll(async () => {
    const choices = { 'invalid-token': 'take', 'missing-x-requested-with': 'take' } as const;
    await using mock = await startMock({ port: 0, choices });
    const one = { token: 'sesame', processors: [{ mid: '700100', name: 'alpha' }] };
    const selected = new Set([
      ...['fee-request/accepts-any-spelling', 'processor/accepts-mid-or-name'],
      'robustness/survives-malformed-input',
      'observe/missing-x-requested-with',
    ]);
    const report = await conform({
      deployment: readDeployment(
        JSON.stringify({ url: mock.url, merchants: { one } }),
        'tollgate.yaml',
        {},
        {},
      ),
      ...{ seed: 7, selects: (id) => selected.has(id), record: recordTo(join(folder, 'sesame.har')) },
    });
    writeFileSync(join(folder, 'sesame.json'), JSON.stringify(report));
  });

  test('is compared with the merchant `one` of the mock, with the identifiers of the mock also where a body has escapes', async () => {
    const recording = readFileSync(join(folder, 'sesame.har'), 'utf8');

    expect(/\\"sTxId\\":\\"\\\\u00/.test(recording)).toBe(true);
    expect(await tollgateHere(['drift', 'sesame.har', '--like', 'sesame.json'], {}, folder)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d{2,} calls compared, \d{2,} fees among them: no difference\n/),
    });
  });

  test('a difference shows headers and framing that are unusual', async () => {
    const recording = JSON.parse(readFileSync(join(folder, 'sesame.har'), 'utf8'));
    const chunked = recording.log.entries.find((entry: Any) => entry._run.how.isChunked);
    Object.assign(chunked.response, { status: 400, content: { text: '{"message":"no"}' } });
    writeFileSync(join(folder, 'framed.har'), JSON.stringify(recording));
    const { code, out } = await tollgateHere(['drift', 'framed.har'], {}, folder);
    const json = await tollgateHere(['drift', 'framed.har', '--json'], {}, folder);

    expect(code).toBe(1);
    expect(out).toMatch(
      /recorded refused with 400, no, mock .*: POST \/v1\/ch\S* \(Transfer-Encoding: chunked\) \{/,
    );
    expect(out).toMatch(/recorded fee .*, mock refused with 4.*: POST \/v1\/ch \(no X-Requested-With\) \{/);
    expect(JSON.parse(json.out).differences).toContainEqual(
      expect.objectContaining({ call: 'POST /v1/ch', headers: 'no X-Requested-With' }),
    );
  });
});

test('a file without calls is wrong usage', async () => {
  writeFileSync(join(folder, 'empty.har'), '{"log":{"version":"1.2","entries":[]}}');

  expect(await tollgateHere(['drift', 'empty.har'], {}, folder)).toMatchObject({
    code: 2,
    problem: expect.stringContaining('empty.har: expected calls of the API that can be sent again, got none'),
  });
});
