/** Surveys a deployment, and writes its deployment file and CI workflows: all of them, or none. */
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { createReportRedactor } from '../../conformance/report/redact.ts';
import { survey } from '../../conformance/runner/survey/survey.ts';
import { cut, visibleLine } from '../../src/text/visible.ts';
import { type CommandContext, type CommandOutput, type Run, UsageError } from '../command.ts';
import { DEPLOYMENT_FILE, existingPaths, initFiles, initPaths, writeFiles } from '../init/init-files.ts';
import { LONGEST_TEXT, summarise } from '../init/summary.ts';
import { openTarget } from '../target.ts';
import type { INIT_OPTIONS } from './project-commands.ts';

export const runInit: Run<typeof INIT_OPTIONS> = async ({ arguments: [url], options }, context) => {
  const { ci = 'both', with: way = 'npm', force } = options;
  const workflows = { ci, way } as const;
  if (url === undefined && ci === 'none')
    throw new UsageError('--ci none: expected an address beside it, since nothing else would be written');
  const target = url === undefined ? undefined : await openTarget(options, url, context);
  const paths = initPaths(url === undefined ? 'client' : 'service', workflows);
  const before = existingPaths(paths);
  if (before.length > 0 && !force && !(await mayReplace(before, context))) return refuse(before);

  const surveyed = target && (await surveyDeployment(target.deployment, context));
  if (surveyed?.survey.found.kind === 'nothing' && before.includes(DEPLOYMENT_FILE))
    return keepDeploymentFile(surveyed.survey.found.why);
  const files = initFiles(
    surveyed === undefined ? { kind: 'client' } : { kind: 'service', surveyed },
    workflows,
  );
  const added = existingPaths(paths).filter((path) => !before.includes(path));
  if (added.length > 0) return refuse(added);
  writeFiles(files);

  return { code: 0, out: summarise(surveyed, files, { command: context.command, way }) };
};

async function surveyDeployment(deployment: Deployment, { progress }: CommandContext) {
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
    token: one.token === undefined ? ('none' as const) : ('given' as const),
    tls: reach?.tls,
    day: new Date().toISOString().slice(0, 10),
  };
}

async function mayReplace(there: readonly string[], { ask }: CommandContext): Promise<boolean> {
  const answer = await ask?.(`${there.join(', ')}: already exists. Overwrite? [y/N] `);

  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

/** Keeps the existing file, which is better than one without a survey. */
function keepDeploymentFile(why: string): CommandOutput {
  return {
    code: INCONCLUSIVE,
    out: '',
    problem: `tollgate: init: ${visibleLine(cut(why, LONGEST_TEXT))} ${DEPLOYMENT_FILE} already exists, so nothing was written: fix this and run init again, or remove the file\n`,
  };
}

const INCONCLUSIVE = 3;

function refuse(there: readonly string[]): CommandOutput {
  const [exist, them] = there.length === 1 ? ['exists', 'it'] : ['exist', 'them'];

  return {
    code: 2,
    out: '',
    problem: `tollgate: init: ${there.join(', ')} already ${exist}, so nothing was written: --force overwrites ${them}\n`,
  };
}
