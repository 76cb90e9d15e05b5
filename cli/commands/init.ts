/** Surveys a deployment, and writes its deployment file and CI workflows: all of them, or none. */
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { createReportRedactor } from '../../conformance/report/redact.ts';
import { survey } from '../../conformance/runner/survey/survey.ts';
import { cut, visibleLine } from '../../src/text/visible.ts';
import { type CommandContext, type CommandOutput, type Run, UsageError } from '../command.ts';
import type { Surveyed } from '../init/deployment-text.ts';
import { DEPLOYMENT_FILE, existingPaths, initFiles, isPython, writeFiles } from '../init/init-files.ts';
import { LONGEST_TEXT, summarise } from '../init/summary.ts';
import { openTarget } from '../target.ts';
import type { INIT_OPTIONS } from './project-commands.ts';

export const runInit: Run<typeof INIT_OPTIONS> = async ({ arguments: [url], options }, context) => {
  const { ci, force } = options;
  const way = options.with ?? (isPython() ? 'image' : 'npm');
  const workflows = { ci, way, tests: isPython() ? 'pytest' : undefined };
  if (url === undefined && ci === 'none')
    throw new UsageError('--ci none: expected an address beside it, since nothing else would be written');
  const target = url === undefined ? undefined : await openTarget(options, url, context);
  const planned = initFiles(target && 'unknown', workflows);
  const before = existingPaths(planned);
  if (before.length > 0 && !force && !(await mayReplace(before, context))) return refuse(before);

  const surveyed = target && (await surveyDeployment(target.deployment, context));
  const found = surveyed?.survey.found;
  if (found?.kind === 'nothing' && before.includes(DEPLOYMENT_FILE))
    return failed(
      INCONCLUSIVE,
      `${visibleLine(cut(found.why, LONGEST_TEXT))} ${DEPLOYMENT_FILE} already exists, so nothing was written: fix this and run init again, or remove the file`,
    );
  const added = existingPaths(planned).filter((path) => !before.includes(path));
  if (added.length > 0) return refuse(added);
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

async function mayReplace(there: readonly string[], { ask }: CommandContext): Promise<boolean> {
  const answer = await ask?.(`${there.join(', ')}: already exists. Overwrite? [y/N] `);

  return /^y(es)?$/i.test(answer?.trim() ?? '');
}

const INCONCLUSIVE = 3;

function refuse(there: readonly string[]): CommandOutput {
  const [exist, them] = there.length === 1 ? ['exists', 'it'] : ['exist', 'them'];

  return failed(
    2,
    `${there.join(', ')} already ${exist}, so nothing was written: --force overwrites ${them}`,
  );
}

function failed(code: number, why: string): CommandOutput {
  return { code, out: '', problem: `tollgate: init: ${why}\n` };
}
