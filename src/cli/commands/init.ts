/** `tollgate init`: surveys a deployment, and writes a deployment file and CI workflows. */
import type { Deployment } from '../../../conformance/deployment/deployment.ts';
import { type Command, type CommandContext, type CommandInput, type Result, UsageError } from '../command.ts';
import { CONNECTION_OPTIONS, PROXY_NOTE } from '../connection-options.ts';
import { WAYS } from '../init/ways.ts';
import { enumOption, isSet } from '../parse-options.ts';

const CI = ['github', 'gitlab', 'none'] as const;

export const init: Command = {
  name: 'init',
  summary: 'write CI workflows that judge a deployment, or a client',
  arguments: [['[url]', 'address of a deployment; without it a client is gated']],
  options: [
    ['--token <jwt>', 'access token (or TOLLGATE_TOKEN); no file contains it'],
    ...CONNECTION_OPTIONS,
    ['--timeout <ms>', 'timeout of a response, 10 to 600000 ms (default 5000)'],
    ['--ci <name>', 'github, gitlab or none (default github and gitlab)', CI],
    ['--with <way>', 'npm, image or executable runs in CI (default npm)', WAYS],
    ['--force', 'overwrite existing files'],
  ],
  examples: [
    'tollgate init https://fees.example.com',
    'tollgate init https://fees.example.com --ci github',
    'tollgate init',
    'tollgate init --with executable',
  ],
  notes: () =>
    `Written into this folder, all or nothing:
  tollgate.yaml                   what conform has to know of the deployment; not for a client
  .github/workflows/tollgate.yml  GitHub Actions
  .gitlab/tollgate.yml            GitLab CI; .gitlab-ci.yml includes it, written where it is not

With an address it is asked up to 30 fee calls with test cards, and no sale, and the workflows judge
it. What it does not tell stands in tollgate.yaml commented out; where it does not answer at all,
the files are written all the same. Without an address the workflows judge the client in your tests:
tollgate check-client -- npm test. With an image or an executable, the files say what to fill in.

Exit codes: 0 the files are written; 2 wrong usage, or one of them is there already.

${PROXY_NOTE}`,

  async run(input, context) {
    const ci = enumOption(input, 'ci', CI) ?? 'both';
    const workflows = { ci, way: enumOption(input, 'with', WAYS) ?? 'npm' } as const;
    const [url] = input.arguments;
    if (url === undefined && ci === 'none')
      throw new UsageError('--ci none: expected an address beside it, since nothing else would be written');
    const [{ initFiles, initPaths }, { existingPaths, writeFiles }, { summarise }] = await loadInit();
    const deployment = url === undefined ? undefined : await readTarget(input, url, context);
    const paths = initPaths(url === undefined ? 'client' : 'service', workflows);
    const there = existingPaths(paths);
    if (there.length > 0 && !isSet(input, 'force') && !(await mayReplace(there, context)))
      return refuse(there);

    const surveyed = deployment && (await surveyDeployment(deployment, context));
    const files = initFiles(
      surveyed === undefined ? { kind: 'client' } : { kind: 'service', surveyed },
      workflows,
    );
    const come = existingPaths(paths).filter((path) => !there.includes(path));
    if (come.length > 0) return refuse(come);
    writeFiles(files);

    return { code: 0, out: summarise(surveyed, files, { command: context.command, way: workflows.way }) };
  },
};

function loadInit() {
  return Promise.all([
    import('../init/init-files.ts'),
    import('../init/write-files.ts'),
    import('../init/summary.ts'),
  ]);
}

/** @throws UsageError, DeploymentError */
async function readTarget(input: CommandInput, url: string, context: CommandContext): Promise<Deployment> {
  const { openTarget } = await import('../target.ts');
  const { deployment } = await openTarget(input, url, context);

  return deployment;
}

async function surveyDeployment(deployment: Deployment, { progress }: CommandContext) {
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

async function mayReplace(there: readonly string[], { ask }: CommandContext): Promise<boolean> {
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
