/** The command that compares reports, as a user runs it. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMock } from '../../src/mock/index.ts';
import { tollgateHere } from './command.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'tollgate-compare-'));
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
  expect(readFileSync(page, 'utf8')).toContain('<h3>What differs</h3>');
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
