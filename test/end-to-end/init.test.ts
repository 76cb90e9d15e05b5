/** `tollgate init` in an empty folder. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { writeFiles } from '../../cli/init/init-files.ts';
import { startMock } from '../../src/mock/index.ts';
import { ownFolder } from '../support/folders.ts';
import { tollgateHere } from './command.ts';

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

const ALL = ['.github/workflows/tollgate.yml', '.gitlab-ci.yml', '.gitlab/tollgate.yml', 'tollgate.yaml'];

test('with an address: four files, no token in any, of which conform takes the first as it is', async () => {
  await using mock = await startMock({ jwtSecret: 'secret' });
  const folder = ownFolder();
  const token = { TOLLGATE_TOKEN: mock.token() };
  const { code, out, problem } = await tollgateHere(['init', mock.url], token, folder);
  const judged = await tollgateHere(
    ['conform', '--deployment', 'tollgate.yaml', '--effort', 'quick'],
    token,
    folder,
  );

  expect({ code, problem, files: filesIn(folder) }).toEqual({ code: 0, problem: '', files: ALL });
  expect(out).toMatch(/: 16 fee calls\n\nWritten: tollgate\.yaml, .*\n\nNext:\n {2}1\. /);
  expect([judged.code, judged.problem]).toEqual([0, '']);
  expect(judged.out).toMatch(/^CONFORMANT/);
  for (const file of filesIn(folder))
    expect(readFileSync(join(folder, file), 'utf8')).not.toContain(mock.token());
});

test('over https, by an authority of its own, which the file then names; a typed token makes up for the variable', async () => {
  await using mock = await startMock({ jwtSecret: 'secret', tls: 'self-signed' });
  const folder = ownFolder();
  const typed = ['--token', mock.token()];
  writeFileSync(join(folder, 'authority.pem'), mock.certificate?.pem ?? '');
  // Typed with its whole path, the file is named by its path from the deployment file.
  const asked = ['init', mock.url, '--ca', join(folder, 'authority.pem'), '--ci', 'none', ...typed];
  await tollgateHere(asked, {}, folder);
  const judged = await tollgateHere(
    ['conform', '--deployment', 'tollgate.yaml', '--only', 'country', ...typed],
    {},
    folder,
  );

  expect(readFileSync(join(folder, 'tollgate.yaml'), 'utf8')).toContain('tls: { ca: "authority.pem" }');
  expect(judged).toMatchObject({ code: 0, problem: '' });
});

test('without one: workflows that judge the client in the tests', async () => {
  const folder = ownFolder();
  const { code, out } = await tollgateHere(['init'], {}, folder);

  expect({ code, files: filesIn(folder) }).toEqual({ code: 0, files: ALL.slice(0, 3) });
  // Under npm, the command of a clone is Node and its main file.
  expect(out).toMatch(/that runs your tests: (tollgate|.*main\.ts') check-client -- npm test/);
  for (const file of filesIn(folder).filter((name) => name !== '.gitlab-ci.yml'))
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(
      /tollgate check-client [\s\S]*--must 'client-flow\/\*'[\s\S]*-- npm test/,
    );
});

test.each([
  ['image', 'TOLLGATE_IMAGE'],
  ['executable', 'TOLLGATE_EXECUTABLE'],
])(
  'with %s: the workflows and the summary name the variable that is to be filled in',
  async (way, variable) => {
    const folder = ownFolder();
    const { code, out } = await tollgateHere(['init', '--with', way], {}, folder);
    const texts = [ALL[0]!, ALL[2]!].map((file) => readFileSync(join(folder, file), 'utf8'));

    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`set the CI variables? ${variable}`));
    expect(out).toContain('Set TESTS in the workflows to the command that runs your tests.');
    for (const text of texts) {
      expect(text).toMatch(new RegExp(`^# .*CI variable ${variable}`, 'm'));
      expect(text).not.toMatch(/npm ci|setup-node/);
    }
  },
);

test.each(['pyproject.toml', 'requirements.txt'])(
  'beside %s and no package.json: the image and pytest',
  async (name) => {
    const [folder, mixed] = [ownFolder(), ownFolder()];
    for (const each of [folder, mixed]) writeFileSync(join(each, name), '');
    writeFileSync(join(mixed, 'package.json'), '{}');
    const { code, out } = await tollgateHere(['init'], {}, folder);
    await tollgateHere(['init'], {}, mixed);

    expect(code).toBe(0);
    expect(out).toContain('check-client -- pytest\n');
    expect(out).toContain('set the CI variable TOLLGATE_IMAGE');
    for (const file of [ALL[0]!, ALL[2]!]) {
      const text = readFileSync(join(folder, file), 'utf8');
      expect(text).toContain("TESTS: 'pytest'");
      expect(text).not.toMatch(/\bnpm (?:ci|test$)|package\.json/m);
      expect(readFileSync(join(mixed, file), 'utf8')).toContain('-- npm test');
    }
  },
);

test.each([
  ['{}', /2\. Add tollgate to the devDependencies of package\.json/],
  ['{', /2\. Add tollgate to the devDependencies of package\.json/],
  ['{ "devDependencies": { "tollgate": "0.1.0" } }', /1\. Judge the client here, .*\n$/],
  ['{ "dependencies": { "tollgate": "0.1.0" } }', /1\. Judge the client here, .*\n$/],
  [
    '{ "devDependencies": { "tollgate": "file:vendor/tollgate-0.1.0.tgz" } }',
    /1\. Judge .*\n {2}2\. Commit vendor\/tollgate-0\.1\.0\.tgz, if it is not yet: .*\n$/,
  ],
])('beside package.json %j: what is left to do', async (text, steps) => {
  const folder = ownFolder();
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, 'package.json'), text);
  const { code, out } = await tollgateHere(['init', '--ci', 'github'], {}, folder);

  expect(code).toBe(0);
  expect(out).toMatch(steps);
});

describe('what is there already', () => {
  test('is named and left alone: nothing is sent, written or waited for', async () => {
    const folder = ownFolder();
    writeFileSync(join(folder, 'tollgate.yaml'), 'mine');
    const { code, out, problem } = await tollgateHere(['init', 'http://127.0.0.1:1'], {}, folder);

    expect({ code, out, files: filesIn(folder) }).toEqual({ code: 2, out: '', files: ['tollgate.yaml'] });
    expect(problem).toBe(
      'tollgate: init: tollgate.yaml already exists, so nothing was written: --force overwrites it\n',
    );
    expect(readFileSync(join(folder, 'tollgate.yaml'), 'utf8')).toBe('mine');
  });

  test('is left alone, even with --force, where the deployment does not respond', async () => {
    const [folder, empty] = [ownFolder(), ownFolder()];
    writeFileSync(join(folder, 'tollgate.yaml'), 'mine');
    const args = ['init', 'http://127.0.0.1:1', '--force'];
    const { code, out, problem } = await tollgateHere(args, {}, folder);
    const first = await tollgateHere(args, {}, empty);

    expect({ code, out, files: filesIn(folder) }).toEqual({ code: 3, out: '', files: ['tollgate.yaml'] });
    expect(problem).toMatch(/^tollgate: init: .*127\.0\.0\.1:1.* tollgate\.yaml already exists, so nothing/);
    expect(readFileSync(join(folder, 'tollgate.yaml'), 'utf8')).toBe('mine');
    expect({ code: first.code, files: filesIn(empty) }).toEqual({ code: 0, files: ALL });
  });

  test('a deployment file is replaced with --force where the deployment responds', async () => {
    await using mock = await startMock({ jwtSecret: 'secret' });
    const folder = ownFolder();
    writeFileSync(join(folder, 'tollgate.yaml'), 'mine');
    const { code } = await tollgateHere(['init', mock.url, '--force', '--token', mock.token()], {}, folder);

    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'tollgate.yaml'), 'utf8')).toContain(mock.url);
  });

  test('is written over with --force, except an existing pipeline: the output says what to include there', async () => {
    const above = ownFolder();
    const folder = join(above, 'fees');
    mkdirSync(join(above, '.git'));
    mkdirSync(folder);
    mkdirSync(join(folder, '.gitlab'));
    writeFileSync(join(folder, '.gitlab/tollgate.yml'), 'mine');
    writeFileSync(join(folder, '.gitlab-ci.yml'), 'test: { script: [make] }\n');
    const { code, out } = await tollgateHere(['init', '--ci', 'gitlab', '--force'], {}, folder);

    expect({ code, files: filesIn(folder) }).toEqual({
      code: 0,
      files: ['.gitlab-ci.yml', '.gitlab/tollgate.yml'],
    });
    expect(out).toContain('Add to .gitlab-ci.yml: include: [{ local: .gitlab/tollgate.yml }]');
    expect(out).toContain('to the root of the repository (..): ');
    expect(readFileSync(join(folder, '.gitlab-ci.yml'), 'utf8')).toBe('test: { script: [make] }\n');
    expect(parse(readFileSync(join(folder, '.gitlab/tollgate.yml'), 'utf8'))).toHaveProperty(
      'tollgate.script',
    );
  });

  test('counts where it is a link to nowhere; a folder is in the way', async () => {
    const folder = ownFolder();
    symlinkSync('nowhere', join(folder, 'tollgate.yaml'));
    const linked = await tollgateHere(['init', 'http://127.0.0.1:1'], {}, folder);
    mkdirSync(join(folder, '.github/workflows/tollgate.yml'), { recursive: true });
    const blocked = await tollgateHere(['init', 'http://127.0.0.1:1', '--force'], {}, folder);

    expect([linked.code, blocked.code]).toEqual([2, 2]);
    expect(blocked.problem).toContain(
      'expected to write the file .github/workflows/tollgate.yml, got a folder',
    );
    expect(filesIn(folder)).toEqual(['tollgate.yaml']);
  });
});

test('files are written all or none: what cannot be written leaves everything as it was', () => {
  const folder = ownFolder();
  const [first, blocked] = [join(folder, 'first'), join(folder, 'new/blocked')];
  writeFileSync(first, 'before');
  // A file where a folder has to be.
  writeFileSync(join(folder, 'file'), '');
  const files = [first, blocked, join(folder, 'file/below')].map((path) => ({ path, text: 'after' }));

  expect(() => writeFiles(files)).toThrow(/cannot be written \(E\w+\): nothing was written$/);
  expect(filesIn(folder)).toEqual(['file', 'first']);
  expect(existsSync(join(folder, 'new'))).toBe(false);
  expect(readFileSync(first, 'utf8')).toBe('before');
});

test.each([
  ['init fees.example.com', 'url: expected an address such as https://fees.example.com'],
  ['init --ci none', '--ci none: expected an address beside it'],
  ['init --with pip', '--with: expected one of npm, image, executable, got pip'],
  ['init --ci jenkins', '--ci: expected one of github, gitlab, none, got jenkins'],
])('%j is wrong usage', async (args, sentence) => {
  const folder = ownFolder();
  const { code, problem } = await tollgateHere(args, {}, folder);

  expect({ code, files: filesIn(folder) }).toEqual({ code: 2, files: [] });
  expect(problem).toContain(sentence);
});
