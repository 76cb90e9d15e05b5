/** The workflow of a release: its shell runs here with stand-ins for docker, npm and gh. Nothing of it ran on GitHub. */
import { hash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../shape/source-files.ts';
import { runSteps, type Step } from './run-steps.ts';

const text = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8');
const { jobs } = parse(text) as {
  readonly jobs: Readonly<Record<string, { readonly needs?: string | string[]; readonly steps: Step[] }>>;
};

const CHANGELOG = '# Changelog\n\n## 1.2.3 - 2026-12-01\n\n- New.\n\n## 1.2.2\n\n- Old.\n';

/** Runs the shell steps of a job whose names begin so, with stand-ins that write down how they are called. */
async function runJob(job: string, name: RegExp, given: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-release-'));
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
