/** Where the reports of a run go, in a pipeline. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import { REPORT_KINDS } from '../../conformance/report/report.ts';
import { startMock } from '../../src/mock/index.ts';
import { listenHttp } from '../deployments/listen.ts';
import { ownFolder } from '../support/folders.ts';
import { tollgateHere, wordsOf } from './command.ts';

const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  text: /^NONCONFORMANT {2}http/,
  json: /^\{\n {2}"schema": 1,/,
  junit: /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites>/,
  sarif: /^\{\n {2}"\$schema": "[^"]*sarif-2\.1\.0\.json",/,
  html: /^<!doctype html>/,
  markdown: /^## ❌ nonconformant: /,
  github: /^::error title=tollgate%3A nonconformant /,
};

test('every kind of one run goes to its file, no token into any, and the log has the verdict', async () => {
  const folder = ownFolder();
  await using mock = await startMock({ defects: ['nicn/refuses-non-digits'] });
  const wanted = REPORT_KINDS.map((kind) => `--report ${kind}=${join(folder, kind)}`).join(' ');
  const { code, out, problem } = await tollgateHere(`conform ${mock.url} --effort quick ${wanted}`, {
    TOLLGATE_TOKEN: mock.token(),
    GITHUB_STEP_SUMMARY: '',
  });

  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(problem).toMatch(
    /^NONCONFORMANT {2}http:\S+ {2}Failed: nicn\/refuses-non-digits\..*\nwrote .*json \(json\), /,
  );
  for (const kind of REPORT_KINDS) {
    const written = readFileSync(join(folder, kind), 'utf8');
    expect(written).toMatch(BEGINNINGS[kind]!);
    expect(written).toContain('refuses-non-digits');
    expect(written).not.toContain(mock.token());
  }
});

test.each([
  ['--deployment staging.yaml', 'service/staging.yaml'],
  ['--deployment staging.yaml --sarif-location src/fees.ts', 'service/src/fees.ts'],
  ['', 'tollgate.yaml'],
])('in SARIF the results of conform %j point at %s, from the root of the repository', async (typed, uri) => {
  const root = ownFolder();
  const folder = join(root, 'service');
  mkdirSync(join(root, '.git'));
  mkdirSync(folder);
  await using mock = await startMock({ defects: ['nicn/refuses-non-digits'] });
  writeFileSync(join(folder, 'staging.yaml'), `url: ${mock.url}\n`);
  const { out } = await tollgateHere(
    `conform ${mock.url} ${typed} --only nicn --effort quick --report sarif`,
    { TOLLGATE_TOKEN: mock.token() },
    folder,
  );
  const { results = [] } = (JSON.parse(out) as Log).runs[0]!;

  expect(results.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation?.uri)).toEqual([
    uri,
  ]);
});

test.each<[typed: string, there: readonly string[], uri: string | undefined]>([
  ['', ['shop/pyproject.toml', 'package.json'], 'shop/pyproject.toml'],
  ['', ['README.md'], 'README.md'],
  ['--sarif-location src/checkout.ts', ['package.json'], 'shop/src/checkout.ts'],
  ['', [], undefined],
])('in SARIF the results of check-client %j beside %j point at %s', async (typed, there, uri) => {
  const root = ownFolder();
  const folder = join(root, 'shop');
  mkdirSync(join(root, '.git'));
  mkdirSync(folder);
  for (const file of there) writeFileSync(join(root, file), '');
  const client = 'await fetch(process.env.TOLLGATE_URL + "/v1/ch", { method: "POST", body: "{}" })';
  const options = wordsOf(`--effort quick --only client-request ${typed} --report sarif`);
  const words = ['check-client', ...options, '--', 'node', '-e', client];
  const { out } = await tollgateHere(words, {}, folder);
  const { results = [] } = (JSON.parse(out) as Log).runs[0]!;
  const uris = results.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation?.uri);

  expect(results.length).toBeGreaterThan(0);
  expect(new Set(uris)).toEqual(new Set([uri]));
});

test('in a step of GitHub Actions the summary is added to the file of the step, behind what is there', async () => {
  const summary = join(ownFolder(), 'summary.md');
  writeFileSync(summary, 'Before.\n');
  const { code, out } = await tollgateHere('conform --mock --effort quick --report text --report github', {
    GITHUB_STEP_SUMMARY: summary,
  });

  expect(code).toBe(0);
  expect(out).toMatch(/^CONFORMANT(?:.|\n)*\n::notice title=tollgate%3A conformant /);
  expect(readFileSync(summary, 'utf8')).toMatch(/^Before\.\n## ✅ conformant: /);
});

test('a summary that cannot be written is said and does not change the verdict', async () => {
  const { code, problem } = await tollgateHere('conform --mock --effort quick --report github', {
    GITHUB_STEP_SUMMARY: ownFolder(),
  });

  expect(code).toBe(0);
  expect(problem).toMatch(/^tollgate: GITHUB_STEP_SUMMARY: .* cannot be written \(EISDIR\)\n$/);
});

test.each([
  ['an unknown kind, with the nearest', '--report jnuit=x.xml', 'got jnuit=x.xml. Did you mean junit?'],
  ['no path behind the kind', '--report html=', 'expected a path after html=, got nothing'],
  [
    'a folder that is not there',
    '--report json=FOLDER/nowhere/report.json',
    'cannot be written (ENOENT): create the folder',
  ],
  ['a folder in place of a file', '--report junit=FOLDER', 'expected a file, got the folder'],
  [
    'two reports that would run into one another',
    '--report json --report sarif',
    'expected one report on standard output, got json and sarif: give a file, as in sarif=PATH',
  ],
  [
    'two reports in one file',
    '--report json=FOLDER/a --report html=FOLDER/./a',
    'expected a file of its own for each report',
  ],
])('%s: exit 2 before anything is asked', async (_, args, sentence) => {
  await using server = await listenHttp((_, answer) => answer.end());
  const reports = args.replaceAll('FOLDER', ownFolder());
  const { code, out, problem } = await tollgateHere(`conform ${server.url.href} ${reports}`);

  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(problem).toContain('tollgate: --report: ');
  expect(problem).toContain(sentence);
  expect(server.connections).toBe(0);
});

test.skipIf(!existsSync('/dev/full'))(
  'a report that cannot be written any more when the run is over: exit 2, and the run is reported all the same',
  async () => {
    const { code, out, problem } = await tollgateHere(
      'conform --mock --effort quick --report json=/dev/full',
    );

    expect(code).toBe(2);
    expect(out).toMatch(/^CONFORMANT/);
    expect(problem).toBe('tollgate: --report: /dev/full cannot be written (ENOSPC)\n');
  },
);

test('a report of before is not touched by a run that does not come about', async () => {
  const path = join(ownFolder(), 'report.json');
  writeFileSync(path, 'before');
  const { code } = await tollgateHere(`conform --report json=${path} --deployment nowhere.yaml`);

  expect(code).toBe(2);
  expect(readFileSync(path, 'utf8')).toBe('before');
});
