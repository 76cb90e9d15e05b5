/** What of a bench can be right or wrong without measuring: the sums, the tables, and what it refuses to measure. */
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BENCHMARKS } from './benchmarks.ts';
import { trafficTable } from './check-traffic.ts';
import { checksTable } from './checks.ts';
import { conformTable, requestsOf } from './conform.ts';
import { renderDocument } from './document.ts';
import { isFee } from './fee-call.ts';
import { atLeast, atMost, median, ratio, show, showRatio, showTarget, slope } from './figures.ts';
import { expectAnswers } from './load.ts';
import { memoryTable } from './memory.ts';
import { mockTable } from './mock.ts';
import { FULL, QUICK } from './pace.ts';
import { readRequest } from './request.ts';
import { soakTable } from './soak.ts';
import { startTable } from './start.ts';
import { renderMarkdown, renderTable, type Table } from './table.ts';

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

  test('a slope is the median of those between any two points, whatever one of them does', () => {
    const points = [
      [0, 1],
      [1, 4],
      [2, 5],
    ] as const;
    expect(slope(points)).toBe(2);
    expect(slope(Array.from({ length: 20 }, (_, x) => [x, x === 7 ? 1000 : 3 * x] as const))).toBe(3);
    expect(() => slope([[1, 5]])).toThrow('expected points at two places');
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
});

describe('a table', () => {
  test('has its words on the left and its figures flush right', () => {
    const text = renderTable({
      title: 'start: two',
      columns: ['what', 'ms'],
      rows: [
        ['help', '1,234'],
        ['the mock', ''],
      ],
      notes: ['on a machine'],
    });

    expect(text.split('\n')).toEqual([
      'start: two',
      '',
      'what         ms',
      '--------  -----',
      'help      1,234',
      'the mock',
      '  on a machine',
      '',
    ]);
  });
});

describe('a document', () => {
  const table: Table = {
    title: 'mock: two',
    columns: ['server', 'a|b'],
    rows: [['node:http', '≥ 1 met']],
    notes: ['a <note>'],
  };

  test('has each table under a heading, with its notes', () => {
    expect(renderMarkdown(table).split('\n')).toEqual([
      '## mock: two',
      '',
      '| server | a\\|b |',
      '| --- | ---: |',
      '| node:http | ≥ 1 met |',
      '',
      '- a \\<note\\>',
      '',
    ]);
  });

  test('says when, where and how its figures came about', () => {
    const text = renderDocument({
      machine: 'Node v24, 2 cores',
      date: new Date('2026-02-03T04:05:06Z'),
      command: 'npm run bench -- all',
      pace: FULL,
      tables: [table],
    });

    expect(text).toContain('Written by `npm run bench -- all` on 2026-02-03: Node v24, 2 cores.');
    expect(text).toContain('| node:http | ≥ 1 met |');
    expect(text).not.toContain('quick run');
  });
});

test('a document of a quick run says so', () => {
  const run = { machine: '', date: new Date(0), command: '', tables: [] };

  expect(renderDocument({ ...run, pace: QUICK })).toContain('**This was a quick run**');
});

describe('a request', () => {
  const names = BENCHMARKS.map(({ name }) => name);

  test.each<[readonly string[], readonly string[]]>([
    [[], names.filter((name) => !['soak', 'hostile', 'legal', 'reach', 'judges'].includes(name))],
    [['all'], names],
    [
      ['start', 'mock'],
      ['mock', 'start'],
    ],
    [['soak', '--quick'], ['soak']],
  ])('for %j runs %j', (args, expected) => {
    expect(readRequest(args)).toMatchObject({ kind: 'request', names: expected, file: undefined });
  });

  test('can be in a hurry, write a file and say how long a soak takes', () => {
    expect(readRequest(['mock'])).toMatchObject({ pace: FULL });
    expect(readRequest(['mock', '--quick'])).toMatchObject({ pace: QUICK });
    expect(readRequest(['all', '--write', 'docs/a.md'])).toMatchObject({ file: 'docs/a.md' });
    expect(readRequest(['soak', '--minutes', '2.5'])).toMatchObject({
      pace: { soak: { minutes: 2.5, fullLoadSeconds: FULL.soak.fullLoadSeconds } },
    });
  });

  test.each<[readonly string[], string]>([
    [['mcok'], 'expected names of benchmarks (checks, mock,'],
    [['--slow'], '--slow'],
    [['soak', '--minutes', '0'], '--minutes: expected more than 0 and at most 600, got 0'],
    [['soak', '--minutes', 'ten'], 'got ten'],
  ])('for %j is turned down', (args, problem) => {
    expect(readRequest(args)).toMatchObject({ kind: 'malformed', problem: expect.stringContaining(problem) });
  });
});

describe('a benchmark', () => {
  test.each(BENCHMARKS)('$name is a file of that name', ({ name }) => {
    expect(existsSync(new URL(`./${name}.ts`, import.meta.url))).toBe(true);
  });

  const load = (perSecond: number) => ({ calls: perSecond, perSecond, p50: 1, p99: 2, callerBusy: 0.5 });

  test.each<[string, Table, readonly string[]]>([
    [
      'mock',
      mockTable(
        [
          { name: 'tollgate mock', loads: [load(15_000), load(17_000)] },
          { name: 'bare node:http', loads: [load(20_000), load(20_000)] },
          { name: 'Prism', loads: [load(1_000), load(1_000)] },
        ],
        5,
        ['WireMock: left out, not installed'],
      ),
      ['16,000', '15,000', '17,000', '1.00', '2.00', '0.80', '1.00 ×', '', '50 %'],
    ],
    [
      'start',
      startTable(
        {
          servers: new Map([
            ['tollgate mock', [300, 500, 310]],
            ['bare node:http', [62, 61, 63]],
          ]),
          help: [100],
          nothing: [20, 50, 31],
        },
        [],
      ),
      ['31', '20', '50', '1.00', '0.50', ''],
    ],
    [
      'conform',
      conformTable(
        {
          quick: [1_600, 1_700, 1_500].map((milliseconds) => ({ milliseconds, requests: 80 })),
          standard: [{ milliseconds: 2_000, requests: 1_000 }],
        },
        40,
      ),
      ['1,600', '≤ 1,500 missed', '40.0', '80', '≤ 120 met', '50'],
    ],
    [
      'check-traffic',
      trafficTable([
        {
          work: 'judged' as const,
          bytes: 1e9,
          readings: [2, 1, 4].map((seconds) => ({
            exchanges: 60_000,
            seconds,
            most: seconds * 100 * 2 ** 20,
          })),
        },
      ]),
      ['60,000', 'judged', '30,000', '≥ 30,000 met', '400', '≤ 300 missed'],
    ],
    [
      'checks',
      checksTable({
        contestants: [
          {
            name: 'Prism',
            about: 'Stock.',
            version: '5',
            stands: ['refuses a call without a token'],
            serve: () => Promise.reject(new Error('not to be started')),
          },
        ],
        missing: [],
      }),
      ['yes'],
    ],
    [
      'memory',
      memoryTable(
        [
          {
            name: 'tollgate mock',
            idle: { now: 120 * 2 ** 20, most: 130 * 2 ** 20 },
            after: { now: 600 * 2 ** 20, most: 700 * 2 ** 20 },
            calls: 1_000_000,
          },
          {
            name: 'bare node:http',
            idle: { now: 60 * 2 ** 20, most: 60 * 2 ** 20 },
            after: { now: 80 * 2 ** 20, most: 80 * 2 ** 20 },
            calls: 1_000_000,
          },
          { name: 'unknown memory', idle: undefined, after: undefined, calls: 1_000_000 },
        ],
        [],
      ),
      ['120', '2.00', '1,000,000', '600', '7.50', '700'],
    ],
  ])('%s compares in a row for each, with as many cells as columns', (_name, table, firstRow) => {
    expect(table.rows[0]?.slice(1)).toEqual(firstRow);
    expect(table.rows.map(({ length }) => length)).toEqual(table.rows.map(() => table.columns.length));
  });

  test('of the mock says of each peer how many times its rate the mock reaches, and whether that will do', () => {
    const { rows } = mockTable(
      [
        { name: 'tollgate mock', loads: [load(16_000)] },
        { name: 'bare node:http', loads: [load(20_000)] },
        { name: 'Prism', loads: [load(2_000)] },
      ],
      5,
      [],
    );

    expect(rows[1]?.slice(6, 9)).toEqual(['1.00', '0.80 ×', '≥ 0.8 met']);
    expect(rows[2]?.slice(6, 9)).toEqual(['0.10', '8.00 ×', '≥ 20 missed']);
  });

  test('names in its table the peers that were left out', () => {
    const line = 'WireMock: left out, it needs Java';
    expect(mockTable([{ name: 'bare node:http', loads: [load(1)] }], 5, [line]).notes).toContain(line);
    expect(checksTable({ contestants: [], missing: [line] }).notes).toEqual([line]);
  });

  const soaking = (megabytes: (second: number) => number, count: number) =>
    soakTable(
      20_000,
      Array.from({ length: count }, (_, at) => ({
        at: (at + 1) * 1_001,
        calls: 1_001,
        p99: at === 3 ? 7 : 2,
        resident: megabytes(at) * 2 ** 20,
      })),
    );

  test('of a soak has a row for each minute, and one for the growth after the second', () => {
    const { rows } = soaking((second) => (second < 59 ? 100 + second : 160), 240);

    expect(rows.map(([what]) => what)).toEqual([
      '1',
      '2',
      '3',
      '4',
      'all',
      'MiB more with each minute, after the second',
    ]);
    expect(rows[0]?.slice(1)).toEqual(['1,000', '7.00', '129.5', '160.0', '']);
    expect(rows[1]?.slice(1)).toEqual(['1,000', '2.00', '160.0', '160.0', '']);
    expect(rows[5]?.slice(3)).toEqual(['0.00', '', '≤ 1 met']);
  });

  test('of a soak finds memory that grows, and says nothing after too short a time', () => {
    expect(
      soaking((second) => 100 + second / 20, 180)
        .rows.at(-1)
        ?.slice(3),
    ).toEqual(['3.00', '', '≤ 1 missed']);
    expect(
      soaking((second) => 100 + second, 30)
        .rows.at(-1)
        ?.slice(3),
    ).toEqual(['', '', '']);
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
