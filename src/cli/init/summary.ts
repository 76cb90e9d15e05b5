/** Writes the summary of init: the survey, the files written, and the next steps. */

import { isLoopback } from '../../../conformance/deployment/proxy-route.ts';
import type { Probed, Survey, SurveyedDeployment } from '../../../conformance/runner/survey/survey-result.ts';
import { quote } from '../../text/shell.ts';
import { cut, visibleLine } from '../../text/visible.ts';
import { describeProcessor, describeToken, type Surveyed } from './deployment-text.ts';
import { acceptedValues, describeOutcome, describeRefused, maskCard } from './describe-survey.ts';
import { GITLAB_JOB } from './gitlab-pipeline.ts';
import { DEPLOYMENT_FILE, isIncluded, rootAbove } from './init-files.ts';
import type { Way } from './ways.ts';
import type { NewFile } from './write-files.ts';

/** How this command was called, and how the workflows get tollgate. */
interface Means {
  readonly command: string;
  readonly way: Way;
}

export function summarise(surveyed: Surveyed | undefined, files: readonly NewFile[], means: Means): string {
  const learned = surveyed === undefined ? [] : [...describeSurvey(surveyed), ''];
  const paths = files.map(({ path }) => path);

  return [...learned, `Written: ${paths.join(', ')}`, '', 'Next:', ...steps(surveyed, paths, means), ''].join(
    '\n',
  );
}

function describeSurvey({ url, survey, token }: Surveyed): readonly string[] {
  const { found, requests } = survey;
  const asked = `${url.href.replace(/\/$/, '')} was asked ${requests} ${requests === 1 ? 'time' : 'times'}`;
  switch (found.kind) {
    case 'speaking':
      return [`${asked}, for fees alone:`, ...facts({ url, survey, token }, found)];
    case 'refusing':
      return [
        `${asked}, and refused every first call (${found.statuses.join(', ')}), so that nothing else was found out.`,
        describeProcessor(survey),
        ...(found.statuses.some((status) => status === 404 || status === 405)
          ? ['Is that the base address, without /v1?']
          : []),
      ];
    case 'token-refused':
    case 'nothing':
      // Some of it may be the server's own words.
      return [`${asked}, and nothing else was found out.`, visibleLine(cut(found.why, LONGEST_TEXT))];
  }
}

/** Characters. */
const LONGEST_TEXT = 300;

function facts(
  { url, survey, token }: Pick<Surveyed, 'url' | 'survey' | 'token'>,
  found: SurveyedDeployment,
): readonly string[] {
  const table: readonly (readonly [what: string, told: string])[] = [
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
      : [['limits', `it said "later" (${survey.putOffBy.join(', ')}), so the file asks slowly`] as const]),
  ];

  return table.map(([what, words]) => `  ${what.padEnd(11)}${words}`);
}

function describeResponses(
  url: URL,
  { median = 0 }: Survey,
  { status, dialect }: SurveyedDeployment,
): string {
  return [
    `${status}, half of them within ${Math.ceil(median)} ms`,
    url.protocol === 'https:' ? 'over HTTPS' : 'over plain HTTP',
    ...(dialect === 'other' ? ['in another form than the document has (4.1): conform says which'] : []),
  ].join(', ');
}

function describeProbes<T>(tried: readonly Probed<T>[], show: (value: T) => string): string {
  const these = acceptedValues(tried).map(show);
  const others = describeRefused(tried, show);

  return [these.length === 0 ? undefined : `${these.join(', ')} taken`, others].filter(Boolean).join('; ');
}

function ascending(tried: readonly Probed<number>[]): readonly Probed<number>[] {
  return tried.toSorted((one, other) => one.value - other.value);
}

function steps(
  surveyed: Surveyed | undefined,
  paths: readonly string[],
  { command, way }: Means,
): readonly string[] {
  const all = [...firstSteps(surveyed, command), ...workflowSteps(surveyed, paths, way)];

  return all.map((step, index) => `  ${index + 1}. ${step}`);
}

function firstSteps(surveyed: Surveyed | undefined, command: string): readonly string[] {
  const conform = `${command} conform --deployment ${DEPLOYMENT_FILE}`;
  if (surveyed === undefined)
    return [
      `See the client judged here, with the command that runs your tests: ${command} check-client -- npm test`,
    ];
  const { url, survey } = surveyed;
  const again = `${command} init ${/^[\w./:@%+-]+$/.test(url.href) ? url.href : quote(url.href)} --force`;
  const fill = `Fill in what stands commented out in ${DEPLOYMENT_FILE}, the processor above all.`;
  const judge = `Judge it, with the token in TOLLGATE_TOKEN: ${conform}`;
  switch (survey.found.kind) {
    case 'speaking':
      return [fill, judge];
    case 'refusing':
      return [
        survey.found.names === 'processor'
          ? `Export as TOLLGATE_TOKEN the token of a merchant with one processor, and ask again: ${again}`
          : `See why it refuses, and ask again: ${again}`,
        judge,
      ];
    case 'token-refused':
      return [`With a token that it takes in TOLLGATE_TOKEN, ask again: ${again}`, fill, judge];
    case 'nothing':
      return [`When it answers, ask again: ${again}`, fill, judge];
  }
}

/** What the workflows lack. */
const TO_DO: Readonly<Record<Way, string>> = {
  npm: 'Add tollgate to the devDependencies of package.json (npm install --save-dev ./tollgate-VERSION.tgz): the workflows run it from there. Commit its tarball too.',
  image:
    'Push an image of tollgate to a registry that your CI pulls from, and put its name into the CI variable TOLLGATE_IMAGE.',
  executable:
    'Put the executable where your CI reaches it, its address into the CI variable TOLLGATE_EXECUTABLE, and its SHA-256 into TOLLGATE_SHA256.',
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
      : [`Move the workflows to the root of the repository, ${root}: CI reads them there alone.`]),
    ...(paths.includes(GITLAB_JOB) && !isIncluded()
      ? [
          `Add to .gitlab-ci.yml: include: [{ local: ${GITLAB_JOB} }]; where it has stages without test, name one in ${GITLAB_JOB}.`,
        ]
      : []),
    TO_DO[way],
    ...(surveyed === undefined && way !== 'npm'
      ? ['Put the command that runs your tests into the workflows, as TESTS.']
      : []),
    ...(surveyed !== undefined && isLoopback(surveyed.url)
      ? [
          `Put an address that a runner reaches into ${DEPLOYMENT_FILE}: ${surveyed.url.origin} is this machine.`,
        ]
      : []),
    ...(surveyed === undefined || surveyed.token === 'none'
      ? []
      : ['Keep the token in the secret TOLLGATE_TOKEN of the CI.']),
  ];
}
