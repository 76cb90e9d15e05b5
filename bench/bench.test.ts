/** What of a bench can be right or wrong without measuring: the sums, the tables, and what it refuses to measure. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { feeCall } from '../build/package/commands.ts';
import { createMock } from '../src/mock/index.ts';
import { inTurns, median, renderMarkdown, show, showRatio } from './harness.ts';
import { contractFor, judgesTable, ORDER } from './judges.ts';
import { expectAnswers } from './servers.ts';

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

test.each([0, -1, Number.NaN])('%d is no peer', (peer) => {
  expect(() => showRatio(1, peer)).toThrow(`got ${peer}`);
});

test.each([
  [0.003_14, '0.0031'],
  [0, '0.00'],
  [0.846, '0.85'],
  [21.44, '21.4'],
  [1234.5, '1,235'],
])('the ratio %d is written %s', (value, text) => {
  expect(showRatio(2 * value, 2)).toBe(text);
});

test('thousands are set apart', () => {
  expect([show(1_234_567.8), show(1.234, 2)]).toEqual(['1,234,568', '1.23']);
});

test('figures come from subjects that take turns', async () => {
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

test('a table stands in a document under a heading, with its notes', () => {
  const rows = [
    ['node:http', '2'],
    ['the mock', ''],
  ];
  const table = { title: 'mock: two', columns: ['server', 'a|b'], rows, notes: ['a <note>'] };

  expect(renderMarkdown(table).split('\n')).toEqual([
    '## mock: two',
    '',
    '| server | a\\|b |',
    '| --- | ---: |',
    '| node:http | 2 |',
    '| the mock |  |',
    '',
    '- a \\<note\\>',
    '',
  ]);
});

test('the table of judges counts a warning as a found defect and as no accusation', () => {
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

test.each([
  [{ '2xx': 0, non2xx: 0, errors: 0, timeouts: 0 }],
  [{ '2xx': 9, non2xx: 1, errors: 0, timeouts: 0 }],
  [{ '2xx': 9, non2xx: 0, errors: 1, timeouts: 0 }],
])('a load with %j is not counted', (answers) => {
  expect(() => expectAnswers('prism', answers)).toThrow('prism: expected every call to be answered with 2xx');
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
    const { headers, body } = feeCall(mock.token());
    const send = async (path: string, value: object) =>
      (await mock.inject({ path, headers, body: value })).status;
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
