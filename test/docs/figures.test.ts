/** The README compares by figures that were measured: those of docs/benchmarks.md, which `npm run bench` writes. */
import { expect, test } from 'vitest';
import { textOf } from './pages.ts';

const [, table = ''] = textOf('README.md').split('As mocks');
const rows = table
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => /^\|.*\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const figures = [...textOf('docs/benchmarks.md').matchAll(/^\|.*/gm)].map(([line]) => line);

test.each(rows ?? [])('of %s%s', (_, name = '', perSecond = '', ratio = '') => {
  const server = name.replace(/,.*| [\d.]+$/g, '').replaceAll('`', '');

  expect(figures.filter((line) => line.includes(server)).join('\n')).toContain(`| ${perSecond} | ${ratio} |`);
});

const STARTS = [
  ['tollgate mock, to its first fee', /first fee call (\d+) ms/],
  ['tollgate --help, to its end', /--help` takes (\d+) ms/],
] as const;

test('are there for the mock and two peers, with the time to the first fee', () => {
  expect(rows).toHaveLength(3);
  for (const [what, pattern] of STARTS) {
    const [, ms] = pattern.exec(table) ?? [];

    expect(figures).toContain(`| ${what} | ${ms} |`);
  }
});
