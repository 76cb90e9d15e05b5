/** Surveys a deployment, writes its deployment file and CI workflows, all or none, and says what to do next. */

import { isLoopback } from '../../conformance/deployment/connection.ts';
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { createReportRedactor } from '../../conformance/report/redact.ts';
import { survey } from '../../conformance/runner/survey.ts';
import { quoteWord } from '../../src/text/shell.ts';
import { visibleLine } from '../../src/text/visible.ts';
import {
  type CommandContext,
  type CommandOutput,
  INCONCLUSIVE,
  type Run,
  UsageError,
  WRONG_USAGE,
} from '../command.ts';
import { aboutFound, type Surveyed, type Way } from '../init/deployment-text.ts';
import {
  DEPLOYMENT_FILE,
  declaredTollgate,
  existingPaths,
  GITLAB_JOB,
  GITLAB_PIPELINE,
  initFiles,
  isPython,
  type NewFile,
  rootAbove,
  wayToRun,
  writeFiles,
} from '../init/init-files.ts';
import { openTarget } from '../target.ts';
import { fillTemplate } from '../templates.ts';
import type * as declared from './project-commands.ts';

export const runInit: Run<typeof declared.init> = async ({ arguments: [url], options }, context) => {
  const { ci, force } = options;
  const way = options.with ?? (isPython() ? 'image' : 'npm');
  const workflows = { ci, way, tests: isPython() ? 'pytest' : undefined };
  if (url === undefined && ci === 'none')
    throw new UsageError('--ci none: expected an address beside it, since nothing else would be written');
  const target = url === undefined ? undefined : await openTarget(options, url, context);
  const before = existingPaths(initFiles(target && 'unknown', workflows));
  if (before.length > 0 && !force) {
    const [exist, them] = before.length === 1 ? ['exists', 'it'] : ['exist', 'them'];
    const why = `${before.join(', ')} already ${exist}, so nothing was written`;

    return failed(WRONG_USAGE, `${why}: --force overwrites ${them}`);
  }
  const surveyed = target && (await surveyDeployment(target.deployment, context));
  if (surveyed?.survey.found.kind === 'nothing' && before.includes(DEPLOYMENT_FILE))
    return failed(
      INCONCLUSIVE,
      `${aboutFound(surveyed).said[1]} ${DEPLOYMENT_FILE} already exists, so nothing was written: fix this and run init again, or remove the file`,
    );
  const files = initFiles(surveyed, workflows);
  writeFiles(files);

  return { code: 0, out: summarise(surveyed, files, { command: context.command, ...workflows }) };
};

async function surveyDeployment(deployment: Deployment, { progress }: CommandContext): Promise<Surveyed> {
  const { url, one, reach } = deployment;
  const result = await survey({
    deployment,
    onAnswer: (requests) => progress(`${url.origin}: ${requests} requests`),
  });
  progress('');

  return {
    url,
    // The survey may quote responses of the server.
    survey: createReportRedactor(deployment).maskCredentials(result),
    token: one.token === undefined ? 'none' : 'given',
    tls: reach?.tls,
    day: new Date().toISOString().slice(0, 10),
  };
}

function failed(code: number, why: string): CommandOutput {
  return { code, out: '', problem: `tollgate: init: ${why}\n` };
}

/** How this command was called, and how the workflows get tollgate and run the tests. */
interface InitCall {
  readonly command: string;
  readonly way: Way;
  /** Undefined where it is unknown. */
  readonly tests?: string | undefined;
}

/** Fills the lines of a template: a line without a value is left out, and the steps are numbered. */
export function summarise(surveyed: Surveyed | undefined, files: readonly NewFile[], call: InitCall): string {
  const { command, way, tests } = call;
  const paths = files.map(({ path }) => path);
  const steps =
    surveyed === undefined
      ? { checkClient: `${command} check-client -- ${tests ?? 'npm test'}` }
      : {
          ...{ said: aboutFound(surveyed).said.join('\n'), blank: ' ', deployment: DEPLOYMENT_FILE },
          again: aboutFound(surveyed).again ?? '',
          init: aboutFound(surveyed).again && `${command} init ${quoteWord(surveyed.url.href)}`,
          conform: `${command} conform --deployment ${DEPLOYMENT_FILE}`,
        };
  const ofWorkflows = paths.join() === DEPLOYMENT_FILE ? {} : workflowSteps(surveyed, paths, way, tests);
  let number = 0;

  return fillTemplate('cli/init/templates/next.txt', { written: paths.join(', '), ...steps, ...ofWorkflows })
    .replaceAll(/^- /gm, () => `  ${++number}. `)
    .replace(/^ $/m, '');
}

function workflowSteps(
  surveyed: Surveyed | undefined,
  paths: readonly string[],
  way: Way,
  tests: string | undefined,
) {
  const { todo, own } = wayToRun(way);
  const from = way === 'npm' ? declaredTollgate() : undefined;
  const [, tarball = ''] = /^file:(.*\.tgz)$/.exec(from ?? '') ?? [];
  const isToInclude = paths.includes(GITLAB_JOB) && !paths.includes(GITLAB_PIPELINE);
  const ofClient =
    tests === undefined
      ? { setTests: 'Set TESTS in the workflows to the command that runs your tests.' }
      : { tests, own };

  return {
    ...{ root: rootAbove() ?? '', gitlabJob: isToInclude ? GITLAB_JOB : '' },
    ...{ getTollgate: from === undefined ? todo : '', tarball: visibleLine(tarball) },
    ...(surveyed === undefined && way !== 'npm' && ofClient),
    loopback: surveyed && isLoopback(surveyed.url) ? surveyed.url.origin : '',
    secret: surveyed?.token === 'given' ? 'TOLLGATE_TOKEN' : '',
  };
}
