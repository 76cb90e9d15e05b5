/** The workflows that init writes, and those of the page on gates: their shell runs as on a runner. */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { workflow } from '../../cli/init/init-files.ts';
import { startMock } from '../../src/mock/index.ts';
import { ownFolder } from '../support/folders.ts';
import { ROOT } from '../support/root.ts';
import { runSteps, type Step } from './run-steps.ts';

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly (Step & { readonly with?: object })[]; readonly env?: object }>
  >;
}

interface Pipeline {
  readonly tollgate: { readonly script: readonly string[]; readonly artifacts: object };
}

const REPORTS = ['report.json', 'junit.xml', 'report.html'];

/** A project with tollgate among its devDependencies, from a folder, so that npm needs no registry. */
function project(files: Readonly<Record<string, string>> = {}): string {
  const folder = ownFolder();
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const own = { name: 'shop', version: '1.0.0', devDependencies: { tollgate: 'file:here' } };
  const here = { name: 'tollgate', version: '0.0.0', bin: { tollgate: 'tollgate.sh' } };
  write('package.json', JSON.stringify({ ...own, scripts: { test: 'node check.mjs' } }));
  write(
    'package-lock.json',
    JSON.stringify({
      ...own,
      lockfileVersion: 3,
      packages: { '': own, here, 'node_modules/tollgate': { resolved: 'here', link: true } },
    }),
  );
  write('here/package.json', JSON.stringify(here));
  write(
    'here/tollgate.sh',
    `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'cli/tollgate.js')}' "$@"\n`,
  );
  chmodSync(join(folder, 'here/tollgate.sh'), 0o755);
  for (const [path, text] of Object.entries(files)) write(path, text);

  return folder;
}

/** In the place of npm, which takes a second each time: it does what npm does with the project above. */
function withoutNpm(folder: string): Readonly<Record<string, string>> {
  const scripts = {
    npm: 'case "$*" in ci) mkdir -p node_modules/.bin && ln -sf ../../here/tollgate.sh node_modules/.bin/tollgate;; test) exec node check.mjs ;; *) exit 9 ;; esac',
  };
  mkdirSync(join(folder, 'bin'));
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  return { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
}

const gateOf = (url: string) => ({
  'tollgate.yaml': `url: ${url}\nmerchants: { one: { token: "\u0024{TOLLGATE_TOKEN}" } }\n`,
});

/** A project's own test: it calls the mock, and passes with this status. */
const checkFor = (status: string) => `
  const answer = await fetch(process.env.TOLLGATE_URL + '/v1/ch', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: 'Bearer ' + process.env.TOLLGATE_TOKEN,
    },
    body: JSON.stringify({ amount: 100, nicn: '424242', region: '85004' }),
    signal: AbortSignal.timeout(30_000),
  });
  process.exit(${status} ? 0 : 1);`;

/** How long a complete run takes is another test's matter. */
const quickly = (text: string) =>
  text.replace(/(tollgate"?|"\$TOLLGATE_IMAGE") conform/, '$& --effort quick');

/** Where each way finds tollgate: an address, a name of an image, and an engine that runs it; as commands of the project. */
function waysIn(folder: string): Readonly<Record<string, string>> {
  const executable = join(folder, 'here/tollgate.sh');
  const run = `while [ "$1" != registry.example/tollgate ]; do shift; done; shift; exec '${executable}' "$@"`;
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/docker'), `#!/bin/sh\n${run}\n`, { mode: 0o755 });
  writeFileSync(join(folder, 'bin/tollgate'), readFileSync(executable), { mode: 0o755 });

  return {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    RUNNER_TEMP: folder,
    CI_BUILDS_DIR: folder,
    TOLLGATE_IMAGE: 'registry.example/tollgate',
    TOLLGATE_EXECUTABLE: `file://${executable}`,
    TOLLGATE_SHA256: createHash('sha256').update(readFileSync(executable)).digest('hex'),
  };
}

type Forge = Parameters<typeof workflow>[0];
type Way = Parameters<typeof workflow>[2];
const BROKEN = { service: 'nicn/refuses-non-digits', client: 'client-tolerance/success-status' } as const;

test.each<[forge: Forge, way: Way, subject: keyof typeof BROKEN]>([
  ['github', 'npm', 'service'],
  ['github', 'npm', 'client'],
  ['github', 'image', 'service'],
  ['github', 'executable', 'service'],
  ['gitlab', 'npm', 'service'],
  ['gitlab', 'npm', 'client'],
  ['gitlab', 'image', 'service'],
  ['gitlab', 'executable', 'service'],
])(
  'on %s with %s, a %s is judged: red on GitHub, as it is broken, otherwise green',
  async (forge, way, subject) => {
    const isRed = forge === 'github';
    await using mock = await startMock({ defects: isRed ? [BROKEN.service] : [], jwtSecret: 'secret' });
    const passes = isRed ? 'answer.status === 200' : 'answer.ok';
    const folder = project(subject === 'service' ? gateOf(mock.url) : { 'check.mjs': checkFor(passes) });
    const file = parse(quickly(workflow(forge, subject, way))) as Workflow & Pipeline;
    const steps = isRed
      ? file.jobs[subject === 'service' ? 'conform' : 'check-client']!.steps
      : [{ run: file.tollgate.script.join('\n') }];
    // Once with npm itself.
    const isNpm = isRed && subject === 'service';
    const given = way !== 'npm' ? waysIn(folder) : isNpm ? {} : withoutNpm(folder);
    await using ran = await runSteps(steps, {
      folder,
      expressions: {},
      environment: { ...given, TOLLGATE_TOKEN: subject === 'service' ? mock.token() : undefined },
    });

    expect(ran.code, ran.log).toBe(isRed ? 1 : 0);
    const name = subject === 'client' ? ' {2}npm test' : '';
    expect(ran.log).toMatch(new RegExp(isRed ? `^::error .*${BROKEN[subject]}` : `^CONFORMANT${name}`, 'm'));
    expect(ran.summary).toMatch(isRed ? /^## ❌ nonconformant: / : /^$/);
    for (const report of [...REPORTS, ...(isRed ? ['report.sarif'] : [])])
      expect(existsSync(join(folder, 'tollgate-reports', report)), report).toBe(true);
  },
);

test('the token comes from a secret, and reports are kept after a failure as well', () => {
  const { jobs, permissions } = parse(workflow('github', 'service', 'npm')) as Workflow;
  const { steps, env } = jobs['conform']!;

  expect(env).toEqual({ TOLLGATE_TOKEN: '\u0024{{ secrets.TOLLGATE_TOKEN }}' });
  expect(permissions).toEqual({ contents: 'read', 'security-events': 'write' });
  expect(steps.filter(({ if: when }) => when?.includes('!cancelled()'))).toHaveLength(2);
  expect((parse(workflow('gitlab', 'service', 'npm')) as Pipeline).tollgate.artifacts).toEqual({
    when: 'always',
    paths: ['tollgate-reports'],
    reports: { junit: 'tollgate-reports/junit.xml' },
  });
});

test.each([
  ['image', { TOLLGATE_IMAGE: '' }, 'TOLLGATE_IMAGE: expected the name of the image, got nothing'],
  ['executable', { TOLLGATE_EXECUTABLE: '' }, 'TOLLGATE_EXECUTABLE: expected the address of the executable'],
  ['executable', { TOLLGATE_SHA256: '0'.repeat(64) }, 'computed checksum did NOT match'],
] as const)('with the %s and %j the gate is red, and nothing is run', async (way, given, sentence) => {
  const folder = project(gateOf('http://127.0.0.1:1'));
  const { steps } = (parse(workflow('github', 'service', way)) as Workflow).jobs['conform']!;
  await using ran = await runSteps(steps, {
    folder,
    expressions: {},
    environment: { ...waysIn(folder), TOLLGATE_TOKEN: 'a', ...given },
  });

  expect(ran.code).not.toBe(0);
  expect(ran.log).toContain(sentence);
  expect(existsSync(join(folder, 'tollgate-reports/report.json'))).toBe(false);
});

describe('the workflow of the page on gates', () => {
  const page = readFileSync(join(ROOT, 'docs/gate-a-release.md'), 'utf8');
  const [, text = ''] = /```yaml\n(name: tollgate\n[\s\S]*?)```/.exec(page) ?? [];
  const steps = (parse(text) as Workflow).jobs['gate']!.steps;

  test('uses the action by inputs and outputs that it has', () => {
    const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));
    const given = steps.find(({ id }) => id === 'gate')?.with ?? {};
    const read = [...text.matchAll(/steps\.gate\.outputs\.([\w-]+)/g)].map(([, name]) => name);

    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    expect(Object.keys(action.outputs)).toEqual(expect.arrayContaining(read));
    expect(page).toContain('[`action.yml`](../action.yml) has all inputs and outputs');
  });

  test.each([
    ['takes the baseline from the last run on main', 'echo 77', ['report.json']],
    ['goes without one where there was none yet', 'true', []],
    ['and where its reports are gone', 'echo 78', []],
  ])('%s', async (_, lists, expected) => {
    const folder = ownFolder();
    // In the place of GitHub's command: run 77 has reports, others have none.
    const gh = `#!/bin/sh
case "$1 $2 $3" in
  "run list --workflow") ${lists} ;;
  "run download 77") mkdir baseline; echo {} > baseline/report.json ;;
  *) exit 1 ;;
esac
`;
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/gh'), gh, { mode: 0o755 });
    await using ran = await runSteps(steps, {
      folder,
      expressions: { 'github.token': 'x' },
      environment: { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` },
    });

    expect(ran.code).toBe(0);
    expect(existsSync(join(folder, 'baseline/report.json'))).toBe(expected.length > 0);
  });
});
