/** Fills the template of the deployment file from what a survey found. The file never contains a token. */
import { relative } from 'node:path';
import { isLoopback } from '../../conformance/deployment/connection.ts';
import type { Tls } from '../../conformance/deployment/deployment.ts';
import { DEPLOYMENT_DEFAULTS, type RegionForm } from '../../conformance/deployment/deployment.ts';
import type { Probed, ProbeOutcome } from '../../conformance/runner/survey/probes.ts';
import type { Survey, SurveyedDeployment } from '../../conformance/runner/survey/survey.ts';
import { count } from '../../src/text/words.ts';
import { fillTemplate, type Way } from './workflows.ts';

export interface Surveyed {
  readonly url: URL;
  readonly survey: Survey;
  /** Whether one was sent. */
  readonly token: 'given' | 'none';
  readonly tls: Tls | undefined;
  /** Of the survey, such as 2026-01-31. */
  readonly day: string;
}

export function deploymentText(surveyed: Surveyed, way: Way): string {
  const { url, survey, day, token } = surveyed;
  const found = survey.found.kind === 'speaking' ? survey.found : undefined;
  const isOpen = found !== undefined && token === 'none';

  return fillTemplate('deployment.yaml', {
    // Only an installed package has the schema at a path that is known.
    schema:
      way === 'npm' ? '# yaml-language-server: $schema=node_modules/tollgate/deployment.schema.json' : '',
    ...{ day, requests: count(survey.requests, 'fee call'), origin: url.origin },
    ...{ url: JSON.stringify(url.href), processor: describeProcessor(survey) },
    token: describeToken(survey, token),
    tokenLine: `${isOpen ? '# ' : ''}token: \${TOLLGATE_TOKEN}`,
    // The key needs a value.
    processors: `${isOpen ? 'processors: [] # ' : '# processors: '}[{ mid: "700100", name: alpha }]`,
    ...{ cards: cards(found), regions: regions(found), amounts: amounts(found), tls: tls(surveyed) },
    ...{ multiPay: multiPay(found?.multiPay), limits: limits(surveyed) },
  });
}

function describeProcessor({ found }: Survey): string {
  switch (found.kind) {
    case 'speaking':
      return 'Calls without `processor` were accepted, so this merchant seems to have exactly one processor.';
    case 'refusing':
      return found.names === 'processor'
        ? 'Calls without `processor` were refused, and the refusal names it: this may be the token of `several`.'
        : 'Every call was refused, with and without `processor`.';
    case 'token-refused':
    case 'nothing':
      return 'Unknown: are calls without `processor` accepted?';
  }
}

function describeToken({ found }: Survey, token: Surveyed['token']): string {
  switch (found.kind) {
    case 'speaking':
      if (token === 'none') return 'None was given, and calls were accepted without one.';
      return found.withoutToken.kind === 'taken'
        ? 'Not needed: calls without it were accepted, too.'
        : `Calls without it: ${describeOutcome(found.withoutToken)}.`;
    case 'token-refused':
      return token === 'none'
        ? `None was given, and every call was refused with ${found.status}.`
        : `The given one was refused with ${found.status}: set another.`;
    case 'refusing':
    case 'nothing':
      return 'Unknown whether it is needed; the document requires it with every request.';
  }
}

type MaybeSurveyed = SurveyedDeployment | undefined;

function cards(found: MaybeSurveyed): readonly string[] {
  if (found === undefined) return [`# cards: ${list(DEPLOYMENT_DEFAULTS.cards)}`];

  return [
    // The first six digits.
    ...remark('Not accepted', found.cards, (card) => `${card.slice(0, 6)}…`),
    ...remark('Numbers of digits that are not accepted', found.nicnLengths, String),
    `cards: ${list(acceptedValues(found.cards))}`,
  ];
}

function remark<T>(what: string, tried: readonly Probed<T>[], show: (value: T) => string): readonly string[] {
  const others = describeRefused(tried, show);

  return others === undefined ? [] : [`# ${what}: ${others}.`];
}

const FORMS: readonly (readonly [form: RegionForm, what: string])[] = [
  ['zip', 'five digits'],
  ['state', 'two letters'],
  ['iso', 'ISO state code'],
];

/** A form without an accepted value stays in the file, so that the rules judge it. */
function regions(found: MaybeSurveyed): readonly string[] {
  const lines = FORMS.map(([form, what]) => {
    const usual = DEPLOYMENT_DEFAULTS.regions[form];
    if (found === undefined) return `#   ${form}: ${list(usual)}`;
    const tried = found.regions[form];
    const [these, others] = [acceptedValues(tried), describeRefused(tried, (place) => place)];

    return `  ${form}: ${list(these.length > 0 ? these : usual)} # ${what}${others === undefined ? '' : `; ${others}`}`;
  });

  return [found === undefined ? '# regions:' : 'regions:', ...lines];
}

function amounts(found: MaybeSurveyed): readonly string[] {
  const { min, max } = DEPLOYMENT_DEFAULTS.amounts;
  if (found === undefined || found.amounts.some(({ seen }) => seen.kind === 'unclear'))
    return [`# amounts: { min: ${min}, max: ${max} }`];
  const these = acceptedValues(found.amounts);

  return [
    ...remark('Outside of it', found.amounts, String),
    `amounts: { min: ${Math.min(...these)}, max: ${Math.max(...these)} }`,
  ];
}

function multiPay(seen: ProbeOutcome = { kind: 'unclear' }): readonly string[] {
  if (seen.kind === 'unclear') return ['# multiPay: true'];
  const isAccepted = seen.kind === 'taken';

  return [
    `multiPay: ${isAccepted} # ${isAccepted ? '' : 'a part of 60 in 100 was '}${describeOutcome(seen)}`,
  ];
}

function limits({ url, survey }: Surveyed): readonly string[] {
  const usual = DEPLOYMENT_DEFAULTS.limits;
  const timeout = Math.max(usual.timeout, Math.ceil(((survey.median ?? 0) * 10) / 1000) * 1000);
  const line = (limit: string) => `limits: { ${limit}, timeout: ${timeout} }`;
  if (survey.putOffBy.length > 0)
    return [
      `# Low, because the deployment limited the rate (${survey.putOffBy.join(', ')}) within ${survey.requests} requests.`,
      line('concurrency: 1, rate: 5'),
    ];
  if (isLoopback(url)) return [`# ${line(`concurrency: ${usual.concurrency}`)}`];

  return [
    '# Low, because others may use the deployment. Remove the rate if it is yours alone.',
    line('concurrency: 4, rate: 25'),
  ];
}

/** Paths are relative to this folder, where the deployment file will be: an absolute one would be wrong elsewhere. */
function tls({ tls: input }: Surveyed): readonly string[] {
  const files = {
    ...(input?.ca && { ca: input.ca.path }),
    ...(input?.client && { cert: input.client.cert.path, key: input.client.key.path }),
  };
  const pairs = Object.entries(files).map(
    ([name, path]) => `${name}: ${JSON.stringify(relative('', path).replaceAll('\\', '/'))}`,
  );
  const insecure = '# init ran with --insecure: conform needs that option as well, or a ca.';

  return [
    ...(input?.insecure === true ? [insecure] : []),
    pairs.length === 0 ? '# tls: { ca: authority.pem }' : `tls: { ${pairs.join(', ')} }`,
  ];
}

function list(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
}

/** Such as `accepted`, or `refused (422)`. */
function describeOutcome(seen: ProbeOutcome): string {
  switch (seen.kind) {
    case 'taken':
      return 'accepted';
    case 'refused':
      return `refused (${seen.status})`;
    case 'unclear':
      return 'unknown';
  }
}

function acceptedValues<T>(tried: readonly Probed<T>[]): readonly T[] {
  return tried.filter(({ seen }) => seen.kind === 'taken').map(({ value }) => value);
}

/** The others by outcome: `5555 refused (422); 6011, 3782 unknown`. Undefined where there is none. */
function describeRefused<T>(tried: readonly Probed<T>[], show: (value: T) => string): string | undefined {
  const others = tried.filter(({ seen }) => seen.kind !== 'taken');
  const groups = Map.groupBy(others, ({ seen }) => describeOutcome(seen));
  const outcomes = [...groups].map(
    ([outcome, group]) => `${group.map(({ value }) => show(value)).join(', ')} ${outcome}`,
  );

  return outcomes.length === 0 ? undefined : outcomes.join('; ');
}
