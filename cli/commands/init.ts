/** Surveys a deployment, writes its deployment file and CI workflows, all or none, and says what to do next. */

import { isLoopback } from '../../conformance/deployment/connection.ts';
import type { Deployment } from '../../conformance/deployment/deployment.ts';
import { createReportRedactor } from '../../conformance/report/redact.ts';
import { survey } from '../../conformance/runner/survey/survey.ts';
import { quoteWord } from '../../src/text/shell.ts';
import { cut, visibleLine } from '../../src/text/visible.ts';
import { count } from '../../src/text/words.ts';
import { type CommandContext, type CommandOutput, type Run, UsageError } from '../command.ts';
import type { Surveyed } from '../init/deployment-text.ts';
import {
  DEPLOYMENT_FILE,
  existingPaths,
  initFiles,
  isIncluded,
  isPython,
  type NewFile,
  rootAbove,
  writeFiles,
} from '../init/init-files.ts';
import { GITLAB_JOB, WAYS, type Way } from '../init/workflows.ts';
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

/** How this command was called, and how the workflows get tollgate and run the tests. */
interface InitCall {
  readonly command: string;
  readonly way: Way;
  /** Undefined where it is unknown. */
  readonly tests?: string | undefined;
}

export function summarise(surveyed: Surveyed | undefined, files: readonly NewFile[], call: InitCall): string {
  const paths = files.map(({ path }) => path);
  const steps = [...firstSteps(surveyed, call), ...workflowSteps(surveyed, paths, call)];

  return [
    ...(surveyed === undefined ? [] : [...describeSurvey(surveyed), '']),
    `Written: ${paths.join(', ')}`,
    ...['', 'Next:', ...steps.map((step, index) => `  ${index + 1}. ${step}`), ''],
  ].join('\n');
}

/** Characters. */
export const LONGEST_TEXT = 300;

function describeSurvey({ url, survey: { found, requests } }: Surveyed): readonly string[] {
  const sent = `${url.href.replace(/\/$/, '')}: ${count(requests, 'fee call')}`;
  switch (found.kind) {
    case 'speaking':
      return [
        sent,
        ...(found.dialect === 'other'
          ? ['It answers in another form than in the document (4.1): conform says which.']
          : []),
      ];
    case 'refusing':
      return [
        `${sent}, every first call refused (${found.statuses.join(', ')}); nothing else is known.`,
        ...(found.statuses.some((status) => status === 404 || status === 405)
          ? ['Is that the base address, without /v1?']
          : []),
      ];
    case 'token-refused':
    case 'nothing':
      // The reason may quote a response of the server.
      return [`${sent}; nothing else is known.`, visibleLine(cut(found.why, LONGEST_TEXT))];
  }
}

function firstSteps(
  surveyed: Surveyed | undefined,
  { command, tests = 'npm test' }: InitCall,
): readonly string[] {
  if (surveyed === undefined)
    return [
      `Judge the client here, with the command that runs your tests: ${command} check-client -- ${tests}`,
    ];
  const { url, survey } = surveyed;
  const again = `${command} init ${quoteWord(url.href)} --force`;
  const fill = `Complete the commented lines of ${DEPLOYMENT_FILE}, first of all the processor.`;
  const judge = `Judge it, with the token in TOLLGATE_TOKEN: ${command} conform --deployment ${DEPLOYMENT_FILE}`;
  switch (survey.found.kind) {
    case 'speaking':
      return [fill, judge];
    case 'refusing':
      return [
        survey.found.names === 'processor'
          ? `Set TOLLGATE_TOKEN to the token of a merchant with one processor, and run: ${again}`
          : `Find out why it refuses, and run: ${again}`,
        judge,
      ];
    case 'token-refused':
      return [`Set TOLLGATE_TOKEN to a valid token, and run: ${again}`, fill, judge];
    case 'nothing':
      return [`When it responds, run: ${again}`, fill, judge];
  }
}

function workflowSteps(
  surveyed: Surveyed | undefined,
  paths: readonly string[],
  { way, tests }: InitCall,
): readonly string[] {
  if (paths.length === 1 && paths[0] === DEPLOYMENT_FILE) return [];
  const root = rootAbove();
  const steps = [
    root !== undefined &&
      `Move the workflows to the root of the repository, ${root}: CI reads them only there.`,
    paths.includes(GITLAB_JOB) &&
      !isIncluded() &&
      `Add to .gitlab-ci.yml: include: [{ local: ${GITLAB_JOB} }]; where it has stages without test, name one in ${GITLAB_JOB}.`,
    WAYS[way].todo,
    surveyed === undefined &&
      way !== 'npm' &&
      (tests === undefined
        ? 'Set TESTS in the workflows to the command that runs your tests.'
        : `The workflows run ${tests} where tollgate runs: ${way === 'image' ? 'build the image FROM that of tollgate, with what your tests need' : 'add steps that set up what it needs'}.`),
    surveyed !== undefined &&
      isLoopback(surveyed.url) &&
      `Set url in ${DEPLOYMENT_FILE} to an address that a runner reaches: ${surveyed.url.origin} is this machine.`,
    surveyed?.token === 'given' && 'Store the token as the CI secret TOLLGATE_TOKEN.',
  ];

  return steps.filter((step) => step !== false);
}
