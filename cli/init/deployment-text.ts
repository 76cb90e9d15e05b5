/** Writes the deployment file of init, with a comment for each key. It never contains a token. */

import { relative } from 'node:path';
import type { Tls } from '../../conformance/deployment/connection-options.ts';
import { DEPLOYMENT_DEFAULTS, type RegionForm } from '../../conformance/deployment/deployment.ts';
import { isLoopback } from '../../conformance/deployment/proxy-route.ts';
import type { Probed, Survey, SurveyedDeployment } from '../../conformance/runner/survey/survey-result.ts';
import { count } from '../../src/text/words.ts';
import { acceptedValues, describeOutcome, describeRefused, maskCard, variable } from './describe-survey.ts';

export interface Surveyed {
  readonly url: URL;
  readonly survey: Survey;
  /** Whether one was sent. */
  readonly token: 'given' | 'none';
  readonly tls: Tls | undefined;
  /** Of the survey, such as 2026-01-31. */
  readonly day: string;
}

export function deploymentText(surveyed: Surveyed): string {
  const { url, survey, day } = surveyed;
  const speaking = survey.found.kind === 'speaking' ? survey.found : undefined;
  const sections = [
    [
      '# The deployment that tollgate judges: tollgate conform --deployment tollgate.yaml',
      `# Written by tollgate init on ${day}, after ${count(survey.requests, 'fee call')} to ${url.origin}.`,
      `# A commented line is unknown, or shows the default. ${variable('NAME')} reads the environment.`,
    ],
    ['# The base address, without /v1.', `url: ${JSON.stringify(url.href)}`],
    [
      '# Sent with every request in addition to the headers of section 5. A User-Agent replaces tollgate/VERSION.',
      '# headers: { X-Tenant: a }',
    ],
    merchants(surveyed),
    cards(speaking),
    regions(speaking),
    amounts(speaking),
    multiPay(speaking),
    [
      '# Valid values of `cardToken`; without any, no rule requires that a `cardToken` is accepted.',
      '# cardTokens: [tok_test_1]',
    ],
    [
      '# Further tokens to test. `foreign`, signed by another issuer, must be refused (auth/refuses-invalid-token).',
      '# `expired`: whether an expired token is accepted is only observed (expired-token).',
      `# tokens: { expired: "${variable('TOLLGATE_TOKEN_EXPIRED')}", foreign: "${variable('TOLLGATE_TOKEN_FOREIGN')}" }`,
    ],
    [
      '# A merchant file with the prices of the deployment: every fee must then be exact.',
      '# pricing: merchants.yaml',
    ],
    limits(surveyed),
    tls(surveyed),
  ];

  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function merchants({ survey, token }: Surveyed): readonly string[] {
  const isOpen = survey.found.kind === 'speaking' && token === 'none';

  return [
    'merchants:',
    '  # The merchant with exactly one processor, which most rules use.',
    `  # ${describeProcessor(survey)}`,
    '  one:',
    `    # ${describeToken(survey, token)}`,
    `    ${isOpen ? '# ' : ''}token: ${variable('TOLLGATE_TOKEN')}`,
    '    # Its processor by MID and name, which no response shows; without it the rules on processors are not tested.',
    // The key needs a value.
    isOpen
      ? '    processors: [] # [{ mid: "700100", name: alpha }]'
      : '    # processors: [{ mid: "700100", name: alpha }]',
    '  # A merchant with several processors and its own token; without it the rules on several are not tested.',
    '  # several:',
    `  #   token: ${variable('TOLLGATE_TOKEN_SEVERAL')}`,
    '  #   processors: [{ mid: "700100", name: alpha }, { mid: "700200", name: beta }]',
  ];
}

export function describeProcessor({ found }: Survey): string {
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

export function describeToken({ found }: Survey, token: Surveyed['token']): string {
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

function cards(found: SurveyedDeployment | undefined): readonly string[] {
  const about =
    '# Test cards: only the first 6 to 8 digits are sent, and conform requires that they are accepted.';
  if (found === undefined) return [about, `# cards: ${list(DEPLOYMENT_DEFAULTS.cards)}`];
  const others = describeRefused(found.cards, maskCard);

  return [
    about,
    ...(others === undefined ? [] : [`# Not accepted: ${others}.`]),
    `cards: ${list(acceptedValues(found.cards))}`,
  ];
}

const FORMS: readonly (readonly [form: RegionForm, what: string])[] = [
  ['zip', 'five digits'],
  ['state', 'two letters'],
  ['iso', 'ISO state code'],
];

function regions(found: SurveyedDeployment | undefined): readonly string[] {
  const about = '# Regions in each form of the document (2.1). conform requires that they are accepted.';
  if (found === undefined)
    return [
      about,
      '# regions:',
      ...FORMS.map(([form]) => `#   ${form}: ${list(DEPLOYMENT_DEFAULTS.regions[form])}`),
    ];

  return [about, 'regions:', ...FORMS.flatMap(([form, what]) => places(form, what, found.regions[form]))];
}

/** A form without an accepted value stays in the file, so that the rules judge it. */
function places(form: RegionForm, what: string, tried: readonly Probed<string>[]): readonly string[] {
  const [these, others] = [acceptedValues(tried), describeRefused(tried, (place) => place)];
  const remark = others === undefined ? '' : `; ${others}`;

  return [
    `  ${form}: ${list(these.length > 0 ? these : DEPLOYMENT_DEFAULTS.regions[form])} # ${what}${remark}`,
  ];
}

function amounts(found: SurveyedDeployment | undefined): readonly string[] {
  const about = '# The range of amounts that conform sends, in US dollars.';
  const { min, max } = DEPLOYMENT_DEFAULTS.amounts;
  if (found === undefined || found.amounts.some(({ seen }) => seen.kind === 'unclear'))
    return [about, `# amounts: { min: ${min}, max: ${max} }`];
  const [these, others] = [acceptedValues(found.amounts), describeRefused(found.amounts, String)];
  const range = `amounts: { min: ${Math.min(...these)}, max: ${Math.max(...these)} }`;

  return [about, ...(others === undefined ? [] : [`# Outside of it: ${others}.`]), range];
}

function multiPay(found: SurveyedDeployment | undefined): readonly string[] {
  const about =
    '# Whether it supports multi-pay, where `amount` is a part of `totalAmount`. false skips those rules.';
  if (found === undefined || found.multiPay.kind === 'unclear') return [about, '# multiPay: true'];
  const isAccepted = found.multiPay.kind === 'taken';

  return [
    about,
    `multiPay: ${isAccepted} # ${isAccepted ? '' : 'a part of 60 in 100 was '}${describeOutcome(found.multiPay)}`,
  ];
}

function limits({ url, survey }: Surveyed): readonly string[] {
  const about = '# Concurrent requests, requests per second, and milliseconds to wait for a response.';
  const timeout = Math.max(
    DEPLOYMENT_DEFAULTS.limits.timeout,
    Math.ceil(((survey.median ?? 0) * 10) / 1000) * 1000,
  );
  const limitsLine = (limit: string) => `limits: { ${limit}, timeout: ${timeout} }`;
  if (survey.putOffBy.length > 0)
    return [
      about,
      `# Low, because the deployment limited the rate (${survey.putOffBy.join(', ')}) within ${survey.requests} requests.`,
      limitsLine('concurrency: 1, rate: 5'),
    ];
  if (isLoopback(url))
    return [about, `# ${limitsLine(`concurrency: ${DEPLOYMENT_DEFAULTS.limits.concurrency}`)}`];

  return [
    about,
    '# Low, because others may use the deployment. Remove the rate if it is yours alone.',
    limitsLine('concurrency: 4, rate: 25'),
  ];
}

/** Paths are relative to this folder, where the deployment file will be. */
function tls({ tls: input }: Surveyed): readonly string[] {
  const about =
    "# PEM files: CA certificates to trust instead of the system's, and the client's certificate and key.";
  const files = {
    ...(input?.ca && { ca: input.ca.path }),
    ...(input?.client && { cert: input.client.cert.path, key: input.client.key.path }),
  };
  const pairs = Object.entries(files).map(
    ([name, path]) => `${name}: ${JSON.stringify(fromThisFolder(path))}`,
  );
  const insecure =
    input?.insecure === true
      ? ['# init ran with --insecure: conform needs that option as well, or a ca.']
      : [];

  return [
    about,
    ...insecure,
    pairs.length === 0 ? '# tls: { ca: authority.pem }' : `tls: { ${pairs.join(', ')} }`,
  ];
}

/** An absolute path would be wrong on every other machine. */
function fromThisFolder(path: string): string {
  return relative('', path).replaceAll('\\', '/');
}

function list(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
}
