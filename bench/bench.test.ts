/** What of a bench can be right or wrong without measuring: the sums, the tables, and what it refuses to measure. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMock } from '../src/mock/index.ts';
import {
  atLeast,
  atMost,
  FULL,
  inTurns,
  median,
  QUICK,
  ratio,
  renderMarkdown,
  show,
  showRatio,
  showTarget,
  type Table,
} from './harness.ts';
import { contractFor, judgesTable, ORDER } from './judges.ts';
import { memoryTable, mockTable, startTable } from './mock.ts';
import { BENCHMARKS, readRequest, renderDocument } from './request.ts';
import { createFeeCall, expectAnswers, isFee } from './servers.ts';
import { conformTable, requestsOf } from './suite.ts';
import { trafficTable } from './traffic.ts';

describe('figures', () => {
  test.each([
    [[7], 7],
    [[9, 1, 5], 5],
    [[10, 2], 6],
    [[4, 1, 3, 100], 3.5],
  ])('the median of %j is %d', (figures, middle) => {
    expect(median(figures)).toBe(middle);
  });

  test('no figures have no median', () => {
    expect(() => median([])).toThrow('expected a figure, got none');
  });

  test('a ratio says how many times the peer it is', () => {
    expect(ratio(30, 40)).toBe(0.75);
  });

  test.each([0, -1, Number.NaN])('%d is no peer', (peer) => {
    expect(() => ratio(1, peer)).toThrow(`got ${peer}`);
  });

  test.each([
    [0.003_14, '0.0031'],
    [0, '0.00'],
    [0.846, '0.85'],
    [21.44, '21.4'],
    [1234.5, '1,235'],
  ])('the ratio %d is written %s', (value, text) => {
    expect(showRatio(value)).toBe(text);
  });

  test('thousands are set apart', () => {
    expect([show(1_234_567.8), show(1.234, 2)]).toEqual(['1,234,568', '1.23']);
  });

  test.each([
    [atLeast(0.7), 0.7, '≥ 0.7 met'],
    [atLeast(15), 14.9, '≥ 15 missed'],
    [atMost(1_500), 1_500, '≤ 1,500 met'],
    [atMost(400), 401, '≤ 400 missed'],
  ])('target %j against %d is shown as %s', (target, got, text) => {
    expect(showTarget(target, got)).toBe(text);
  });

  test('come from subjects that take turns', async () => {
    const order: string[] = [];
    const measured = await inTurns(
      [{ name: 'a' }, { name: 'b' }],
      2,
      () => {},
      async ({ name }) => order.push(name),
    );

    expect(order).toEqual(['a', 'b', 'a', 'b']);
    expect(measured.map(({ figures }) => figures)).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });
});

describe('a table', () => {
  const table: Table = {
    title: 'mock: two',
    columns: ['server', 'a|b'],
    rows: [
      ['node:http', '≥ 1 met'],
      ['the mock', ''],
    ],
    notes: ['a <note>'],
  };

  test('stands in a document under a heading, with its notes', () => {
    expect(renderMarkdown(table).split('\n')).toEqual([
      '## mock: two',
      '',
      '| server | a\\|b |',
      '| --- | ---: |',
      '| node:http | ≥ 1 met |',
      '| the mock |  |',
      '',
      '- a \\<note\\>',
      '',
    ]);
  });

  test('stands in a document that says when, where and how its figures came about', () => {
    const run = { machine: 'Node v24, 2 cores', date: new Date('2026-02-03T04:05:06Z'), tables: [table] };
    const text = renderDocument({ ...run, command: 'npm run bench -- all', pace: FULL });

    expect(text).toContain('Written by `npm run bench -- all` on 2026-02-03: Node v24, 2 cores.');
    expect(text).toContain('| node:http | ≥ 1 met |');
    expect(text).not.toContain('quick run');
    expect(renderDocument({ ...run, command: '', pace: QUICK })).toContain('**This was a quick run**');
  });
});

describe('a request', () => {
  const names = Object.keys(BENCHMARKS);

  test.each<[readonly string[], readonly string[]]>([
    [[], names.filter((name) => !['hostile', 'reach', 'judges'].includes(name))],
    [['all'], names],
    [
      ['start', 'mock'],
      ['mock', 'start'],
    ],
    [['reach', '--quick'], ['reach']],
  ])('for %j runs %j', (args, expected) => {
    expect(readRequest(args)).toMatchObject({ names: expected, file: undefined });
  });

  test('can be in a hurry, and write a file', () => {
    expect(readRequest(['mock'])).toMatchObject({ pace: FULL });
    expect(readRequest(['mock', '--quick'])).toMatchObject({ pace: QUICK });
    expect(readRequest(['all', '--write', 'docs/a.md'])).toMatchObject({ file: 'docs/a.md' });
  });

  test.each<[readonly string[], string]>([
    [['mcok'], 'expected names of benchmarks (mock, start,'],
    [['--slow'], '--slow'],
  ])('for %j is turned down', (args, problem) => {
    expect(() => readRequest(args)).toThrow(problem);
  });
});

const load = (perSecond: number) => ({ calls: perSecond, perSecond, p50: 1, p99: 2, callerBusy: 0.5 });

describe('a benchmark', () => {
  const resident = (now: number, most: number) => ({ now: now * 2 ** 20, most: most * 2 ** 20 });
  const bareMock = mockTable(
    [
      { name: 'tollgate mock', figures: [load(15_000), load(17_000)] },
      { name: 'bare node:http', figures: [load(20_000), load(20_000)] },
      { name: 'Prism', figures: [load(2_000), load(2_000)] },
    ],
    5,
  );

  test.each<[string, Table, readonly string[]]>([
    ['mock', bareMock, ['16,000', '15,000', '17,000', '1.00', '2.00', '0.80', '1.00 ×', '', '50 %']],
    [
      'start',
      startTable([
        { name: 'node -e 0, to its end', figures: [20, 50, 31] },
        { name: 'tollgate mock, to its first fee', figures: [300, 500, 310] },
        { name: 'bare node:http, to its first fee', figures: [62, 61, 63] },
      ]),
      ['31', '20', '50', '1.00', '0.50', ''],
    ],
    [
      'conform',
      conformTable([
        { name: 'nothing', figures: [{ milliseconds: 40, requests: 0 }] },
        {
          name: 'quick',
          figures: [1_600, 1_700, 1_500].map((milliseconds) => ({ milliseconds, requests: 80 })),
        },
      ]),
      ['1,600', '≤ 1,500 missed', '40.0', '80', '≤ 120 met', '50'],
    ],
    [
      'check-traffic',
      trafficTable([
        {
          name: 'judged',
          bytes: 1e9,
          figures: [2, 1, 4].map((s) => ({ exchanges: 60_000, seconds: s, most: s * 100 * 2 ** 20 })),
        },
      ]),
      ['60,000', 'judged', '30,000', '≥ 30,000 met', '400', '≤ 300 missed'],
    ],
    [
      'memory',
      memoryTable([
        { name: 'tollgate mock', idle: resident(120, 130), after: resident(600, 700), calls: 1_000_000 },
        { name: 'bare node:http', idle: resident(60, 60), after: resident(80, 80), calls: 1_000_000 },
        { name: 'unknown memory', idle: undefined, after: undefined, calls: 1_000_000 },
      ]),
      ['120', '2.00', '1,000,000', '600', '7.50', '700'],
    ],
  ])('%s compares in a row for each', (_name, table, firstRow) => {
    expect(table.rows[0]?.slice(1)).toEqual(firstRow);
  });

  test('of the mock says of each peer how many times its rate the mock reaches', () => {
    expect(bareMock.rows[1]?.slice(6, 9)).toEqual(['1.00', '0.80 ×', '≥ 0.8 met']);
    expect(bareMock.rows[2]?.slice(6, 9)).toEqual(['0.10', '8.00 ×', '≥ 20 missed']);
  });

  test('of the start has a target for the mock alone among the servers', () => {
    const names = ['node -e 0, to its end', 'tollgate mock, to its first fee', 'Prism, to its first fee'];
    const { rows } = startTable(names.map((name) => ({ name, figures: [310] })));

    expect(rows.map((row) => row.at(-1))).toEqual(['', '≤ 300 missed', '']);
  });

  test('of the judges counts a warning as a found defect and as no accusation', () => {
    const met = (of: 'plain' | 'defect' | 'choice', kind: 'content' | 'warns' | 'accuses') =>
      ({ of, kind, milliseconds: 2000 }) as const;
    const kinds = ['content', 'warns', 'accuses'] as const;
    const judgements = {
      ...{ name: 'a judge', version: '1.2.3' },
      figures: [
        met('plain', 'content'),
        ...kinds.map((kind) => met('defect', kind)),
        ...kinds.map((kind) => met('choice', kind)),
      ],
    };
    const { rows, notes } = judgesTable([judgements], ['another: not installed']);

    expect(rows).toEqual([['a judge', '1.2.3', 'passed', '2 of 3', '1 of 3', '2']]);
    expect(notes).toContain('another: not installed');
  });
});

describe('what a benchmark does not count', () => {
  test.each([
    [{ '2xx': 0, non2xx: 0, errors: 0, timeouts: 0 }],
    [{ '2xx': 9, non2xx: 1, errors: 0, timeouts: 0 }],
    [{ '2xx': 9, non2xx: 0, errors: 1, timeouts: 0 }],
  ])('is a load with %j', (answers) => {
    expect(() => expectAnswers('prism', answers)).toThrow(
      'prism: expected every call to be answered with 2xx',
    );
  });

  test.each(['{}', 'null', '[1]', '{"transactionFee":"1","sTxId":"a","message":"ok"}'])(
    'is the answer %s',
    (text) => {
      expect(isFee(text)).toBe(false);
    },
  );

  test('is a judgement that found the mock wanting', () => {
    expect(requestsOf('{"verdict":"conformant","requests":90,"summary":""}')).toBe(90);
    expect(() => requestsOf('{"verdict":"inconclusive","requests":1,"summary":"no answer"}')).toThrow(
      'no answer',
    );
  });
});

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

test('the packages of bench/judges are pinned, and the project needs none', () => {
  const { dependencies } = read('judges/package.json');
  const own = read('../package.json');

  expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual(
    [],
  );
  expect(Object.keys(dependencies).length).toBeGreaterThan(0);
  expect(
    Object.keys(dependencies).filter((name) => name in own.dependencies || name in own.devDependencies),
  ).toEqual([]);
});

test.each(['described', 'left out'] as const)(
  'the mock accepts every example of the contract of other judges, where refusals are %s',
  async (refusals) => {
    await using mock = await createMock();
    const { headers, body } = await createFeeCall();
    const send = async (path: string, value: object) =>
      (
        await mock.inject({
          path,
          headers: { ...headers, authorization: `Bearer ${mock.token()}` },
          body: value,
        })
      ).status;
    await send('/v1/ch', { ...JSON.parse(body), mTxId: ORDER });
    const { paths } = parse(contractFor(refusals));
    const statuses: number[] = [];
    for (const path of ['/v1/ch', '/v1/ch/sale'])
      for (const { value } of Object.values<{ readonly value: object }>(
        paths[path].post.requestBody.content['application/json'].examples,
      ))
        statuses.push(await send(path, value));

    expect(statuses).toEqual([200, 200, 200]);
  },
);
