/** Writes the summary of init: the survey, the files written, and the next steps. */

import { isLoopback } from '../../conformance/deployment/connection.ts';
import type { Probed } from '../../conformance/runner/survey/probes.ts';
import type { Survey, SurveyedDeployment } from '../../conformance/runner/survey/survey.ts';
import { quoteWord } from '../../src/text/shell.ts';
import { cut, visibleLine } from '../../src/text/visible.ts';
import { count } from '../../src/text/words.ts';
import {
  acceptedValues,
  describeOutcome,
  describeProcessor,
  describeRefused,
  describeToken,
  maskCard,
  type Surveyed,
} from './deployment-text.ts';
import type { NewFile } from './init-files.ts';
import { DEPLOYMENT_FILE, isIncluded, rootAbove } from './init-files.ts';
import { GITLAB_JOB, type Way } from './workflows.ts';

/** How this command was called, and how the workflows get tollgate. */
interface InitCall {
  readonly command: string;
  readonly way: Way;
}

export function summarise(
  surveyed: Surveyed | undefined,
  files: readonly NewFile[],
  means: InitCall,
): string {
  const found = surveyed === undefined ? [] : [...describeSurvey(surveyed), ''];
  const paths = files.map(({ path }) => path);

  return [...found, `Written: ${paths.join(', ')}`, '', 'Next:', ...steps(surveyed, paths, means), ''].join(
    '\n',
  );
}

function describeSurvey({ url, survey, token }: Surveyed): readonly string[] {
  const { found, requests } = survey;
  const sent = `${url.href.replace(/\/$/, '')}: ${count(requests, 'fee call')}`;
  switch (found.kind) {
    case 'speaking':
      return [`${sent}`, ...facts({ url, survey, token }, found)];
    case 'refusing':
      return [
        `${sent}, every first call refused (${found.statuses.join(', ')}); nothing else is known.`,
        describeProcessor(survey),
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

/** Characters. */
export const LONGEST_TEXT = 300;

function facts(
  { url, survey, token }: Pick<Surveyed, 'url' | 'survey' | 'token'>,
  found: SurveyedDeployment,
): readonly string[] {
  const table: readonly (readonly [name: string, value: string])[] = [
    ['answers', describeResponses(url, survey, found)],
    ['token', describeToken(survey, token)],
    ['processor', describeProcessor(survey)],
    ['nicn', `digits: ${describeProbes(ascending(found.nicnLengths), String)}`],
    ['cards', describeProbes(found.cards, maskCard)],
    ['regions', describeProbes(Object.values(found.regions).flat(), (place) => place)],
    ['amounts', describeProbes(ascending(found.amounts), (amount) => amount.toFixed(2))],
    ['multi-pay', describeOutcome(found.multiPay)],
    ...(survey.putOffBy.length === 0
      ? []
      : [
          [
            'limits',
            `the deployment limits the rate (${survey.putOffBy.join(', ')}), so the file sets a low one`,
          ] as const,
        ]),
  ];

  return table.map(([name, value]) => `  ${name.padEnd(11)}${value}`);
}

function describeResponses(
  url: URL,
  { median = 0 }: Survey,
  { status, dialect }: SurveyedDeployment,
): string {
  return [
    `${status}, half of them within ${Math.ceil(median)} ms`,
    url.protocol === 'https:' ? 'over HTTPS' : 'over plain HTTP',
    ...(dialect === 'other' ? ['in another form than in the document (4.1): conform says which'] : []),
  ].join(', ');
}

function describeProbes<T>(tried: readonly Probed<T>[], show: (value: T) => string): string {
  const these = acceptedValues(tried).map(show);
  const others = describeRefused(tried, show);

  return [these.length === 0 ? undefined : `${these.join(', ')} accepted`, others].filter(Boolean).join('; ');
}

function ascending(tried: readonly Probed<number>[]): readonly Probed<number>[] {
  return tried.toSorted((one, other) => one.value - other.value);
}

function steps(
  surveyed: Surveyed | undefined,
  paths: readonly string[],
  { command, way }: InitCall,
): readonly string[] {
  const all = [...firstSteps(surveyed, command), ...workflowSteps(surveyed, paths, way)];

  return all.map((step, index) => `  ${index + 1}. ${step}`);
}

function firstSteps(surveyed: Surveyed | undefined, command: string): readonly string[] {
  const conform = `${command} conform --deployment ${DEPLOYMENT_FILE}`;
  if (surveyed === undefined)
    return [
      `Judge the client here, with the command that runs your tests: ${command} check-client -- npm test`,
    ];
  const { url, survey } = surveyed;
  const again = `${command} init ${quoteWord(url.href)} --force`;
  const fill = `Complete the commented lines of ${DEPLOYMENT_FILE}, first of all the processor.`;
  const judge = `Judge it, with the token in TOLLGATE_TOKEN: ${conform}`;
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

/** What the user has to provide for the workflows. */
const TO_DO: Readonly<Record<Way, string>> = {
  npm: 'Add tollgate to the devDependencies of package.json (npm install --save-dev ./tollgate-VERSION.tgz): the workflows run it from there. Commit its tarball too.',
  image:
    'Push an image of tollgate to a registry that your CI pulls from, and set the CI variable TOLLGATE_IMAGE to its name.',
  executable:
    'Put the executable where your CI reaches it, and set the CI variables TOLLGATE_EXECUTABLE (its address) and TOLLGATE_SHA256.',
};

function workflowSteps(
  surveyed: Surveyed | undefined,
  paths: readonly string[],
  way: Way,
): readonly string[] {
  if (paths.length === 1 && paths[0] === DEPLOYMENT_FILE) return [];
  const root = rootAbove();

  return [
    ...(root === undefined
      ? []
      : [`Move the workflows to the root of the repository, ${root}: CI reads them only there.`]),
    ...(paths.includes(GITLAB_JOB) && !isIncluded()
      ? [
          `Add to .gitlab-ci.yml: include: [{ local: ${GITLAB_JOB} }]; where it has stages without test, name one in ${GITLAB_JOB}.`,
        ]
      : []),
    TO_DO[way],
    ...(surveyed === undefined && way !== 'npm'
      ? ['Set TESTS in the workflows to the command that runs your tests.']
      : []),
    ...(surveyed !== undefined && isLoopback(surveyed.url)
      ? [
          `Set url in ${DEPLOYMENT_FILE} to an address that a runner reaches: ${surveyed.url.origin} is this machine.`,
        ]
      : []),
    ...(surveyed === undefined || surveyed.token === 'none'
      ? []
      : ['Store the token as the CI secret TOLLGATE_TOKEN.']),
  ];
}
