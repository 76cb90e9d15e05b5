import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Report } from '../conformance/report/report.ts';
import {
  createFeeEngine,
  explain,
  parseDay,
  parseMerchants,
  type QuoteRequest,
} from '../src/engine/index.ts';
import { fileWriter, temporaryFolder } from '../test/support/folders.ts';
import { parseChoices, readChoiceOptions, readReportChoices } from './choice-options.ts';
import { readOptions } from './command.ts';
import { feeTable } from './commands/fee.ts';
import { mock } from './commands/mock-commands.ts';
import { deliver, type Printer, type WantedReport } from './reports.ts';

const folder = temporaryFolder();

const written = fileWriter(folder);

function refuse(warning: string): never {
  throw new Error(`expected no warning, got ${warning}`);
}

const observed = (path: string) => readReportChoices(path, refuse);

describe('--choose', () => {
  it('takes names with options, and the last one of a name', () => {
    expect(parseChoices(['refusal=html', 'success-status=201', 'success-status=202'])).toEqual({
      refusal: 'html',
      'success-status': '202',
    });
  });

  it.each([
    ['sucess-status=201', 'got sucess-status'],
    ['refusal=htlm', 'refusal: expected one of problem, json, '],
    ['refusal', ', got nothing'],
    ['success-status=418', 'success-status: expected one of 200, 201, 202, got 418'],
    ['=201', 'expected the name of a choice, as tollgate mock --help lists them, got nothing'],
  ])('refuses %s', (typed, message) => {
    expect(() => parseChoices([typed])).toThrow(message);
  });
});

describe('--like', () => {
  it('takes the choices of a report, and lists what it skips', () => {
    const observed = {
      'success-status': '201',
      'sale-status': '418',
      'field-order': 'reversed or alphabetical',
      'second-sale': 'replace or something else',
      weather: 'fine',
      refusal: 3,
    };
    const path = written('report.json', JSON.stringify({ schema: 1, choices: observed }));
    const warned: string[] = [];

    expect(readReportChoices(path, (text) => warned.push(text))).toEqual({
      'success-status': '201',
      'field-order': 'reversed',
    });
    expect(warned).toEqual([
      `tollgate: --like: ${path}: skipped, since the mock has no such choice: "sale-status"="418", "second-sale"="replace or something else", "weather", "refusal"=3\n`,
    ]);
  });

  it('takes those of the service from a report of traffic', () => {
    const sides = [
      { subject: 'client', choices: {} },
      { subject: 'service', choices: { 'success-status': '202' } },
    ];
    const path = written('traffic.json', JSON.stringify({ schema: 1, subject: 'traffic', sides }));

    expect(observed(path)).toEqual({ 'success-status': '202' });
  });

  it.each([
    [
      'not.json',
      '<xml>',
      'expected a report in JSON, as conform or check-traffic --report json=PATH writes it, got something that is not JSON',
    ],
    ['other.json', '{"choices":{}}', 'got JSON without "schema": 1'],
    ['list.json', '[]', 'got JSON without "schema": 1'],
    ['bare.json', '{"schema":1}', 'expected a report with "choices" of a service, got one without'],
    [
      'of-a-client.json',
      '{"schema":1,"subject":"client","choices":{}}',
      'expected a report of a service or of traffic, got one of a client',
    ],
    [
      'client.json',
      '{"schema":1,"subject":"traffic","sides":[{"subject":"client","choices":{}}]}',
      'expected a report with "choices" of a service, got one without',
    ],
  ])('refuses %s and says what was expected', (name, text, message) => {
    expect(() => observed(written(name, text))).toThrow(message);
  });
});

/** The choices of these options of the mock. */
const chosen = (typed: Parameters<typeof readOptions>[1]) =>
  readChoiceOptions(readOptions(mock.options, typed), refuse);

describe('the options of the mock', () => {
  it('take --strict as a preset, which --choose and --like change, and --lenient contradicts', () => {
    const options = chosen({ strict: true, choose: ['zero-amount=take'] });

    expect(options.choices).toMatchObject({
      'second-sale': 'refuse',
      'zero-amount': 'take',
      'most-texts': '5',
    });
    expect(() => chosen({ strict: true, lenient: true })).toThrow(
      '--strict: expected no --lenient beside it',
    );
  });
});

const SHOP = `
merchants:
  shop:
    processors:
      - mid: "700100"
        name: alpha
        pricing:
          model: percent-plus-fixed
          percent: "2.9"
          fixed: "0.30"
          cap: { fixed: "9.00" }
    multiPay: { fixed: shared, cap: shared }
    cards: { kinds: test-cards }
    eligibility: { rules: illustrative, countries: ["840"] }
`;
const sale: QuoteRequest = { amount: 100, nicn: '424242', region: '80202' };

describe('the table of a fee', () => {
  test('says what was priced, by which rules, and every figure up to the fee', () => {
    expect(tableOf(sale, '2022-07-01').split('\n')).toEqual([
      'sale       US$ 100.00 on 2022-07-01',
      'card       424242: visa, credit',
      'region     80202: state CO, country 840',
      'processor  alpha (700100): percent-plus-fixed',
      'rules      colorado: at most the larger of 2 % of the amount and the cost of accepting the card, from 2022-07-01 (Colo. Rev. Stat. § 5-2-212: either of the two, as the merchant chooses)',
      '',
      '  share     2.90  2.9 % of 100.00',
      '  fixed     0.30  for each transaction',
      '  sum       3.20',
      '  cap       9.00  at most 9.00',
      '  colorado  3.20  the larger of 2 % of the amount and the cost of accepting the card (3.20)',
      '  fee       3.20  rounded half-up to 2 decimals',
      '',
    ]);
  });

  test('puts decimal points below each other and cuts digits that never end', () => {
    const table = tableOf({ ...sale, totalAmount: 300, region: 'AZ' }, '2022-07-01');

    expect(table).toContain('sale       US$ 100.00 of a total of 300.00 on 2022-07-01\n');
    expect(table.slice(table.indexOf('\n\n')).split('\n')).toEqual([
      '',
      '',
      '  share  2.90  2.9 % of 100.00',
      '  fixed  0.10  0.30 × 100.00 / 300.00',
      '  sum    3.00',
      '  cap    3.00  at most 9.00 × 100.00 / 300.00',
      '  fee    3.00  rounded half-up to 2 decimals',
      '',
    ]);
    expect(tableOf({ ...sale, totalAmount: 700, region: 'AZ' }, '2022-06-30')).toContain(
      '  fixed  0.0428571428…  0.30 × 100.00 / 700.00\n',
    );
  });

  test('says which limit made the fee', () => {
    expect(tableOf({ ...sale, amount: 1000, region: 'AZ' }, '2022-07-01')).toContain(
      '  cap     9.00  at most 9.00: less than the sum, so it applies\n  fee     9.00  rounded',
    );
  });

  test('shows nothing that a terminal would obey', () => {
    expect(tableOf({ ...sale, region: 'Ja\u001b[31mlisco\n', country: '484' }, '2022-07-01')).toContain(
      'region     Ja\ufffd[31mlisco',
    );
  });

  test('of a sale for which none may be asked says why', () => {
    const table = tableOf({ ...sale, nicn: '510510', region: '484', country: '484' }, '2022-07-01');

    expect(table).toContain('card       510510: mastercard, prepaid\n');
    expect(table).toMatch(
      /\n\n {2}fee {2}0\.00 {2}the merchant charges no fee in country 484; prepaid prohibits a fee\n$/,
    );
  });
});

function tableOf(request: QuoteRequest, day: string): string {
  const [shop] = parseMerchants(SHOP, 'shop.yaml');
  const quote = createFeeEngine(shop!).quote(request, parseDay(day));
  if (quote.kind === 'refused') throw new Error(JSON.stringify(quote.reasons));

  return feeTable(explain(quote));
}

const PRINTER: Printer = {
  write: (kind, where) => (where === 'file' ? `${kind} as a file\n` : `${kind} with colours\n`),
  verdict: () => 'CONFORMANT  http://127.0.0.1:4010/  All passed.\n',
};
const DONE = { exitCode: 0 } as Report;
const path = join(temporaryFolder(), 'junit.xml');
const [FILE, TEXT]: WantedReport[] = [
  { kind: 'junit', path },
  { kind: 'text', path: undefined },
];

function delivered(reports: readonly WantedReport[], report = DONE, shutdown = new AbortController().signal) {
  return deliver(reports, report, PRINTER, { environment: {}, shutdown });
}

test('where all goes to files the log has the verdict and their names, and standard output nothing', () => {
  expect(delivered([FILE!])).toEqual({
    code: 0,
    out: '',
    problem: `CONFORMANT  http://127.0.0.1:4010/  All passed.\nwrote ${path} (junit)\n`,
  });
  expect(readFileSync(path, 'utf8')).toBe('junit as a file\n');
});

test('where one is printed only that one has colours, and the log has the names of the files', () => {
  expect(delivered([FILE!, TEXT!])).toEqual({
    code: 0,
    out: 'text with colours\n',
    problem: `wrote ${path} (junit)\n`,
  });
});

test('a file that cannot be written is an error, and not among the files that were written', () => {
  const missing: WantedReport = { kind: 'html', path: join(path, 'report.html') };
  const { code, out, problem } = delivered([FILE!, missing]);

  expect({ code, out }).toEqual({ code: 2, out: 'text with colours\n' });
  expect(problem).toMatch(/^wrote \S+junit\.xml \(junit\)\ntollgate: .*report\.html/);
});

test('a run that was interrupted has the exit code of its signal, and its reports', () => {
  const report = { ...DONE, exitCode: 1, interrupted: true } as Report;

  expect(delivered([TEXT!], report, AbortSignal.abort(143)).code).toBe(143);
  expect(delivered([TEXT!], report, AbortSignal.abort()).code).toBe(130);
  expect(delivered([TEXT!], DONE, AbortSignal.abort(130)).code).toBe(0);
});
