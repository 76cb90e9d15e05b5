/** `tollgate init`: writes a deployment file and CI workflows, and asks the deployment what it can. */
import type { Deployment } from '../../../conformance/deployment/deployment.ts';
import { type Command, type Given, type Result, UsageError, type World } from '../command.ts';
import { isSet, oneOf } from '../given.ts';
import { ON_PROXIES, REACHING } from '../reaching.ts';

const CI = ['github', 'gitlab', 'none'] as const;

export const init: Command = {
  name: 'init',
  summary: 'write CI workflows that judge a deployment, or a client',
  arguments: [['[url]', 'base address of the deployment to gate; without it a client is gated']],
  options: [
    ['--token <jwt>', 'access token, which is written nowhere; the variable TOLLGATE_TOKEN does the same'],
    ...REACHING,
    ['--timeout <ms>', 'milliseconds to wait for one answer, 10 to 600000 (default 5000)'],
    ['--ci <name>', 'github, gitlab or none (default github and gitlab)', CI],
    ['--force', 'write over files that are there; otherwise it asks, and without a terminal writes nothing'],
  ],
  examples: [
    'tollgate init https://fees.example.com',
    'tollgate init https://fees.example.com --ci github',
    'tollgate init',
  ],
  notes: () =>
    `Written into this folder, all or nothing:
  tollgate.yaml                   what conform has to know of the deployment; not for a client
  .github/workflows/tollgate.yml  GitHub Actions
  .gitlab/tollgate.yml            GitLab CI; .gitlab-ci.yml includes it, written where it is not

With an address it is asked up to 30 fee calls with test cards, and no sale, and the workflows judge
it. What it does not tell stands in tollgate.yaml commented out; where it does not answer at all,
the files are written all the same. Without an address the workflows judge the client in npm test:
tollgate check-client -- npm test.

Exit codes: 0 the files are written; 2 wrong usage, or one of them is there already.

${ON_PROXIES}`,

  async run(given, world) {
    const ci = oneOf(given, 'ci', CI) ?? 'both';
    const [url] = given.arguments;
    if (url === undefined && ci === 'none')
      throw new UsageError('--ci none: expected an address beside it, since nothing else would be written');
    const [{ initFiles, initPaths }, { thereAlready, writeAll }, { told }] = await loadInit();
    const deployment = url === undefined ? undefined : await readTarget(given, url, world);
    const paths = initPaths(url === undefined ? 'client' : 'service', ci);
    const there = thereAlready(paths);
    if (there.length > 0 && !isSet(given, 'force') && !(await mayReplace(there, world))) return refuse(there);

    const surveyed = deployment && (await look(deployment, world));
    const files = initFiles(surveyed === undefined ? { kind: 'client' } : { kind: 'service', surveyed }, ci);
    const come = thereAlready(paths).filter((path) => !there.includes(path));
    if (come.length > 0) return refuse(come);
    writeAll(files);

    return { code: 0, out: told(surveyed, files, world.command) };
  },
};

function loadInit() {
  return Promise.all([
    import('../init/init-files.ts'),
    import('../init/write-all.ts'),
    import('../init/told.ts'),
  ]);
}

/** @throws UsageError, DeploymentError */
async function readTarget(given: Given, url: string, world: World): Promise<Deployment> {
  const { openTarget } = await import('../target.ts');
  const { deployment } = await openTarget(given, url, world);

  return deployment;
}

async function look(deployment: Deployment, { progress }: World) {
  const { survey } = await import('../../../conformance/runner/survey/survey.ts');
  const { url, one, reach } = deployment;
  const result = await survey({
    deployment,
    onAnswer: (requests) => progress(`${url.origin} was asked ${requests} times`),
  });
  progress('');
  const { createReportRedactor } = await import('../../../conformance/report/redact.ts');

  return {
    url,
    // Some of it may be the server's own words.
    survey: createReportRedactor(deployment).maskCredentials(result),
    token: one.token === undefined ? ('none' as const) : ('given' as const),
    tls: reach?.tls,
    day: new Date().toISOString().slice(0, 10),
  };
}

async function mayReplace(there: readonly string[], { ask }: World): Promise<boolean> {
  const answer = await ask?.(`${there.join(', ')}: there already. Write over? [y/N] `);

  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

function refuse(there: readonly string[]): Result {
  const [are, them] = there.length === 1 ? ['is', 'it'] : ['are', 'them'];

  return {
    code: 2,
    out: '',
    problem: `tollgate: init: ${there.join(', ')} ${are} there already, so nothing was written: --force writes over ${them}\n`,
  };
}
