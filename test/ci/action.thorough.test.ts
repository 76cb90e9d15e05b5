/** The composite action: its steps run as GitHub's runner would, against a right deployment and a broken one. */

import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startMock } from '../../src/mock/index.ts';
import { ownFolder } from '../support/folders.ts';
import { ROOT } from '../support/root.ts';
import { runSteps, type Step } from './run-steps.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;

/** Runs it with these inputs, the others as they come, in an empty workspace unless another is given. */
async function use(inputs: Readonly<Record<string, string>>, folder = ownFolder()) {
  const given = Object.entries(action.inputs).map(([name, { default: usual = '' }]): [string, string] => [
    `inputs.${name}`,
    inputs[name] ?? usual,
  ]);
  await using ran = await runSteps(action.runs.steps, {
    folder,
    expressions: Object.fromEntries(given),
    environment: { GITHUB_ACTION_PATH: ROOT, TOLLGATE_TOKEN: undefined },
  });

  return { ...ran, folder, outputs: ran.outputs['conform'] ?? {} };
}

test('a right deployment: green, with every report, and the outputs that lead to them', async () => {
  await using mock = await startMock({ jwtSecret: 'secret' });
  const { code, log, outputs, summary, folder } = await use({
    url: mock.url,
    token: mock.token(),
    effort: 'quick',
    skip: 'auth\ntransport/post-only',
    arguments: '--concurrency=2\r\n\n--seed=7',
  });

  expect({ code, outputs }).toEqual({
    code: 0,
    outputs: {
      'exit-code': '0',
      verdict: 'conformant',
      json: 'tollgate-reports/report.json',
      junit: 'tollgate-reports/junit.xml',
      sarif: 'tollgate-reports/report.sarif',
      html: 'tollgate-reports/report.html',
    },
  });
  for (const name of ['json', 'junit', 'sarif', 'html'])
    expect(existsSync(join(folder, outputs[name]!)), name).toBe(true);
  expect(summary).toMatch(/^## ✅ conformant \(\d+ of \d+ rules selected\): /);
  expect(log).toMatch(/^CONFORMANT \(73 of \d+ rules selected\) {2}/);
  expect(log).toMatch(
    /effort quick, seed 7 \(.*\)\n[\s\S]*not selected with --only or --skip.*\n {4}auth\/\* .*, transport\/post-only\n/,
  );
  expect(log).not.toContain(mock.token());
});

test('the command of a client does not see the secret token', async () => {
  const folder = ownFolder();
  await use({ client: 'env > seen.txt; false', token: 'secret-of-the-action' }, folder);

  expect(readFileSync(join(folder, 'seen.txt'), 'utf8')).toMatch(/^TOLLGATE_TOKEN=/m);
  expect(readFileSync(join(folder, 'seen.txt'), 'utf8')).not.toContain('secret-of-the-action');
});

test('a broken one: red, with an annotation, JUnit and SARIF; what is waived or in the baseline is not red again', async () => {
  await using mock = await startMock({ defects: ['nicn/refuses-non-digits'], jwtSecret: 'secret' });
  const asked = { url: mock.url, token: mock.token(), effort: 'quick', only: 'nicn\nregion\n' };
  const failed = await use(asked);
  const [sarif, junit, json] = ['sarif', 'junit', 'json'].map((name) =>
    readFileSync(join(failed.folder, failed.outputs[name]!), 'utf8'),
  );
  writeFileSync(
    join(failed.folder, 'waivers.yaml'),
    '- { rule: nicn/refuses-non-digits, reason: ticket 12, until: 9999-12-31 }\n',
  );
  writeFileSync(join(failed.folder, 'main.json'), json!);
  const [waived, known] = [
    await use({ ...asked, waivers: 'waivers.yaml', baseline: 'nowhere.json' }, failed.folder),
    await use({ ...asked, baseline: 'main.json' }, failed.folder),
  ];

  expect([failed, waived, known].map(({ code }) => code)).toEqual([1, 0, 0]);
  expect(failed.outputs).toMatchObject({ 'exit-code': '1', verdict: 'nonconformant' });
  expect(failed.log).toMatch(/^::error .*nicn\/refuses-non-digits/m);
  expect(junit).toContain('<failure');
  expect(JSON.parse(sarif!).runs[0].results[0].ruleId).toBe('nicn/refuses-non-digits');
  expect(waived.log).toMatch(/^::notice title=tollgate::There is no baseline yet/);
});

test('what cannot be run is red, and leaves no verdict of an earlier run', async () => {
  const folder = ownFolder();
  mkdirSync(join(folder, 'tollgate-reports'));
  writeFileSync(join(folder, 'tollgate-reports/report.json'), '{ "verdict": "conformant" }');
  const { code, log, outputs } = await use({ effort: 'slow' }, folder);

  expect({ code, outputs }).toEqual({ code: 2, outputs: { 'exit-code': '2' } });
  expect(log).toContain('--effort: expected one of quick, standard, deep, got slow');
});

test('without an address and a deployment file, as where a variable is not set: red, and no mock is judged', async () => {
  const { code, log, outputs } = await use({ effort: 'quick' });
  const mock = await use({ effort: 'quick', only: 'nicn', arguments: '--mock' });

  expect({ code, outputs }).toEqual({ code: 2, outputs: { 'exit-code': '2' } });
  expect(log).toContain('url: expected the address of a deployment, --deployment FILE, or --mock');
  expect(mock.code).toBe(0);
});

describe('nothing that is handed in is run', () => {
  const EVIL = '$(touch pwned)`touch pwned`"; touch pwned; #\'';

  test('whatever an input says', async () => {
    const folder = ownFolder();
    const evil = Object.fromEntries(
      ['url', 'deployment', 'token', 'effort', 'only', 'skip', 'waivers', 'baseline', 'arguments'].map(
        (name) => [name, EVIL],
      ),
    );
    const { code } = await use({ ...evil, reports: `reports${EVIL.replaceAll('/', '')}` }, folder);
    const lines = await use({ reports: 'a\nverdict=conformant' }, folder);

    expect([code, lines.code]).toEqual([2, 2]);
    expect(lines.outputs).toEqual({});
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });

  test('since no script has an expression in it, and every input comes by the environment', () => {
    const scripts = action.runs.steps.filter(({ run }) => run !== undefined);

    expect(scripts.filter(({ run }) => run?.includes('${{'))).toEqual([]);
    expect(scripts.map(({ shell }) => shell)).toEqual(['bash', 'bash']);
    expect(Object.values(scripts.at(-1)?.env ?? {})).toEqual(
      Object.keys(action.inputs).map((name) => `\u0024{{ inputs.${name} }}`),
    );
  });
});

test('a client: its command is run, and judged', async () => {
  const folder = ownFolder();
  const call = `curl -s -o /dev/null -w '%{http_code}' "$TOLLGATE_URL/v1/ch" -H 'Content-Type: application/json' \\
    -H 'X-Requested-With: xhr' -H "Authorization: Bearer $TOLLGATE_TOKEN" -d '{"amount":100,"nicn":"424242","region":"85004"}'`;
  const { code, log, outputs } = await use({ client: `[ "$(${call})" = 200 ]`, effort: 'quick' }, folder);

  expect(code, log).toBe(1);
  expect(outputs['verdict']).toBe('nonconformant');
  expect(log).toContain('client-tolerance/success-status');
});

// The workflow of a release: its shell runs here with stand-ins for docker, npm and gh. Nothing of it ran on GitHub.

const text = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8');
const { jobs } = parse(text) as {
  readonly jobs: Readonly<Record<string, { readonly needs?: string | string[]; readonly steps: Step[] }>>;
};

const CHANGELOG = '# Changelog\n\n## 1.2.3 - 2026-12-01\n\n- New.\n\n## 1.2.2\n\n- Old.\n';

/** Runs the shell steps of a job whose names begin so, with stand-ins that write down how they are called. */
async function runJob(job: string, name: RegExp, given: Readonly<Record<string, string>> = {}) {
  const folder = ownFolder();
  const { tag = 'v1.2.3', changelog = CHANGELOG, docker = '' } = given;
  for (const made of ['bin', 'release']) mkdirSync(join(folder, made));
  const files = {
    'package.json': '{ "version": "1.2.3" }',
    'CHANGELOG.md': changelog,
    Dockerfile: 'ARG BASE=node:24-slim\n',
    'release/tollgate-1.2.3.tgz': 'package',
    'release/tollgate-linux-x64': 'executable',
  };
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  for (const tool of ['docker', 'npm', 'gh'])
    writeFileSync(
      join(folder, 'bin', tool),
      `#!/bin/sh\necho "${tool} $*" >>calls\n${tool === 'docker' ? docker : ''}\n`,
      { mode: 0o755 },
    );
  const steps = jobs[job]!.steps.filter((step) => name.test(step.name ?? ''));
  await using ran = await runSteps(steps, {
    folder,
    expressions: { 'github.token': 'secret', 'matrix.architecture': 'arm64' },
    environment: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      ...{ GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: 'Owner/Tollgate', GITHUB_ACTOR: 'owner' },
    },
  });
  const read = (path: string) =>
    globSync(path, { cwd: folder }).length > 0 ? readFileSync(join(folder, path), 'utf8') : '';

  return { code: ran.code, log: ran.log, calls: read('calls'), notes: read('notes.md'), folder };
}

test('nothing is published before all checks, and each file was tried on its own system', () => {
  expect(jobs['publish']?.needs).toEqual(['package', 'try', 'image']);
  for (const job of ['package', 'executables', 'image']) expect(jobs[job]?.needs, job).toBe('checks');
  expect(jobs['try']?.needs).toBe('executables');
});

test('every action of every workflow is pinned by a commit, with its version beside it', () => {
  for (const path of globSync('.github/workflows/*.yml', { cwd: ROOT }))
    for (const [line] of readFileSync(join(ROOT, path), 'utf8').matchAll(/^.*\buses:.*$/gm))
      expect(line, path).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test.each([
  ['of the version', {}, 0, ''],
  [
    'of another version',
    { tag: 'v1.3.0' },
    1,
    'The tag: expected v1.2.3, the version of package.json, got v1.3.0',
  ],
  [
    'without a section',
    { changelog: '## Unreleased\n' },
    1,
    'CHANGELOG.md: expected a section ## 1.2.3, got none',
  ],
])('a tag %s', async (_, given, code, sentence) => {
  const ran = await runJob('checks', /^Compare/, given);

  expect(ran.code, ran.log).toBe(code);
  expect(ran.log).toContain(sentence);
});

/** An image of which docker says this digest and this user. */
const imageOf = (digest: string, user: string) => ({
  docker: `case "$*" in *imagetools\\ inspect*) echo '"${digest}"' ;; *--entrypoint\\ id*) echo ${user} ;; esac`,
});

test('an image is built from the digest of its base, tried, and pushed with SBOM and provenance', async () => {
  const { code, calls, log } = await runJob('image', /^Build/, imageOf('sha256:abc', '1000'));
  const build =
    'docker buildx build --build-arg BASE=node:24-slim@sha256:abc --tag ghcr.io/owner/tollgate:1.2.3-arm64';

  expect(code, log).toBe(0);
  expect(calls.split('\n').filter((line) => /build --build|conform/.test(line))).toEqual([
    `${build} --load .`,
    'docker run --rm --read-only ghcr.io/owner/tollgate:1.2.3-arm64 conform --mock --effort quick',
    `${build} --push --sbom=true --provenance=mode=max .`,
  ]);
  expect(calls).not.toContain('secret');
});

test.each([
  ['without a digest of its base', imageOf('', '1000'), 'node:24-slim: expected a digest, got ""'],
  ['that runs as root', imageOf('sha256:abc', '0'), 'expected a user other than root, got root'],
])('an image %s is not pushed', async (_, given, sentence) => {
  const { code, calls, log } = await runJob('image', /^Build/, given);

  expect(code).toBe(1);
  expect(log).toContain(sentence);
  expect(calls).not.toContain('--push');
});

test('a release has checksums, the notes of its version, both images and the package', async () => {
  const { code, calls, notes, log, folder } = await runJob('publish', /^(?:Write|Publish)/);
  const files = ['tollgate-1.2.3.tgz', 'tollgate-linux-x64'];
  const sumOf = (name: string) => hash('sha256', readFileSync(join(folder, 'release', name)));

  expect(code, log).toBe(0);
  expect(readFileSync(join(folder, 'release/SHA256SUMS'), 'utf8')).toBe(
    files.map((name) => `${sumOf(name)}  ${name}\n`).join(''),
  );
  expect(notes.trim()).toBe('- New.');
  const image = 'ghcr.io/owner/tollgate:1.2.3';
  expect(calls.trim().split('\n').slice(1)).toEqual([
    `docker buildx imagetools create --tag ${image} ${image}-amd64 ${image}-arm64`,
    'npm publish --provenance --access public ./release/tollgate-1.2.3.tgz',
    'gh release create v1.2.3 --verify-tag --title 1.2.3 --notes-file notes.md release/SHA256SUMS release/tollgate-1.2.3.tgz release/tollgate-linux-x64',
  ]);
});
