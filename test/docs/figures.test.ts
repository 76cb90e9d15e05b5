/** The README compares by figures that were measured: those of docs/benchmarks.md, which `npm run bench` writes. */
import { expect, test } from 'vitest';
import { textOf } from './pages.ts';

const [, table = ''] = textOf('README.md').split('As mocks');
const rows = table
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => /^\|.*\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test.each(rows ?? [])('of %s%s', (_, name = '', perSecond = '', __, start = '') => {
  const figures = [...textOf('docs/benchmarks.md').matchAll(/^\|.*/gm)].map(([line]) => line);
  const server = name.replace(/,.*| [\d.]+$/g, '').replaceAll('`', '');
  const ofServer = figures.filter((line) => line.includes(server)).join('\n');

  expect(ofServer).toContain(`| ${perSecond} |`);
  expect(ofServer).toContain(`| ${start.replace(' ms', '')} |`);
});

test('are there for the mock and four peers', () => {
  expect(rows).toHaveLength(5);
});
