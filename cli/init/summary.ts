/** Writes the summary of init: what the survey met, the files written, and the next steps. What it found stands in the file. */

import { isLoopback } from '../../conformance/deployment/connection.ts';
import { quoteWord } from '../../src/text/shell.ts';
import { cut, visibleLine } from '../../src/text/visible.ts';
import { count } from '../../src/text/words.ts';
import type { Surveyed } from './deployment-text.ts';
import { DEPLOYMENT_FILE, isIncluded, type NewFile, rootAbove } from './init-files.ts';
import { GITLAB_JOB, WAYS, type Way } from './workflows.ts';

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
