/** What of a bench can be right or wrong without measuring: the sums, the tables, and what it refuses to measure. */
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BENCHMARKS } from './benchmarks.ts';
import { conformTable, requestsOf } from './conform.ts';
import { durableTable } from './durable.ts';
import { engineTable, expectSameFees } from './engine.ts';
import { isFee } from './fee-call.ts';
import { median, ratio, show, showRatio } from './figures.ts';
import { ledgerTable } from './ledger.ts';
import { expectAnswers } from './load.ts';
import { mockTable } from './mock.ts';
import { finerThanCents, interchangePlus, percentPlusFixed, withRules } from './pricings.ts';
import { startTable } from './start.ts';
import { renderTable, type Table } from './table.ts';
import { atLeast, atMost, showTarget } from './target.ts';

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

describe('a benchmark', () => {
  test.each(BENCHMARKS)('$name is a file of that name', ({ name }) => {
    expect(existsSync(new URL(`./${name}.ts`, import.meta.url))).toBe(true);
  });

  const load = (perSecond: number) => ({ perSecond, p50: 1, p99: 2, callerBusy: 0.5 });
  const memory = (mebibytes: number) => ({ resident: mebibytes * 2 ** 20, most: mebibytes * 2 ** 20 });

  test.each<[string, Table, readonly string[]]>([
    [
      'mock',
      mockTable({
        mock: [load(15_000), load(17_000)],
        bare: [load(20_000), load(20_000)],
        prism: [load(1_000), load(1_000)],
      }),
      ['16,000', '15,000', '17,000', '1.00', '2.00', '0.80', '≥ 0.7 met', '16.0', '≥ 15 met', '50 %'],
    ],
    [
      'start',
      startTable({ mock: [300, 500, 310], help: [100], nothing: [20, 50, 31] }),
      ['31', '20', '50', '1.00', ''],
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
      'engine',
      engineTable(1_000_000, [{ pricing: 'flat', exact: 10_000, inFloats: 20_000 }]),
      ['1,000,000', '1.000', '1.00', ''],
    ],
    [
      'ledger',
      ledgerTable(
        memory(50),
        [{ body: 'three fields', count: 1_000_000, ledger: memory(650), map: memory(450) }],
        [{ count: 1_000_000, memory: memory(60) }],
      ),
      ['50', '50', '', '', ''],
    ],
    [
      'durable',
      durableTable({ memory: [load(20_000)], sqlite: [load(9_000)] }),
      ['20,000', '20,000', '20,000', '1.00', '2.00', '1.00', ''],
    ],
  ])('%s compares in a row for each, with as many cells as columns', (_name, table, firstRow) => {
    expect(table.rows[0]?.slice(1)).toEqual(firstRow);
    expect(table.rows.map(({ length }) => length)).toEqual(table.rows.map(() => table.columns.length));
  });

  test('of the ledger takes the empty process off before it compares', () => {
    const { rows } = ledgerTable(
      memory(50),
      [{ body: 'three fields', count: 1_000_000, ledger: memory(650), map: memory(450) }],
      [{ count: 1_000_000, memory: memory(60) }],
    );

    expect(rows[1]?.slice(1)).toEqual(['650', '650', '≤ 700 met', '629', '1.50']);
    expect(rows[3]?.slice(1)).toEqual(['60', '60', '', '', '']);
  });

  test.each([percentPlusFixed(), withRules(), finerThanCents(), interchangePlus()])(
    'of the engine has a peer that computes the same: $name',
    (pricing) => {
      expect(() => expectSameFees(pricing)).not.toThrow();
      expect(() => expectSameFees({ ...pricing, inFloats: () => 0 })).toThrow('got 0 in floats');
    },
  );
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
