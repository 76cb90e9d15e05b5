/** Fills the template of the deployment file from what a survey found. The file never contains a token. */
import { relative } from 'node:path';
import { isLoopback } from '../../conformance/deployment/connection.ts';
import type { Tls } from '../../conformance/deployment/deployment.ts';
import { type RegionForm, DEPLOYMENT_DEFAULTS as USUAL } from '../../conformance/deployment/deployment.ts';
import type { Probed, ProbeOutcome, Survey, SurveyedDeployment } from '../../conformance/runner/survey.ts';
import { count } from '../../src/text/words.ts';
import { fillTemplate } from '../templates.ts';

/** How CI runs tollgate. */
export type Way = 'npm' | 'image' | 'executable';

export interface Surveyed {
  readonly url: URL;
  readonly survey: Survey;
  /** Whether one was sent. */
  readonly token: 'given' | 'none';
  readonly tls: Tls | undefined;
  /** Of the survey, such as 2026-01-31. */
  readonly day: string;
}

const SCHEMA = '# yaml-language-server: $schema=node_modules/tollgate/deployment.schema.json';

export function deploymentText(surveyed: Surveyed, way: Way): string {
  const { url, survey, day, token } = surveyed;
  const found = survey.found.kind === 'speaking' ? survey.found : undefined;
  const isOpen = found !== undefined && token === 'none';

  return fillTemplate('cli/init/templates/deployment.yaml', {
    // Only an installed package has the schema at a path that is known.
    schema: way === 'npm' ? SCHEMA : '',
    ...{ day, requests: count(survey.requests, 'fee call'), origin: url.origin },
    ...{ url: JSON.stringify(url.href), ...describeMerchant(survey.found, token) },
    tokenLine: `${isOpen ? '# ' : ''}token: \${TOLLGATE_TOKEN}`,
    // The key needs a value.
    processors: `${isOpen ? 'processors: [] # ' : '# processors: '}[{ mid: "700100", name: alpha }]`,
    ...(found === undefined ? UNKNOWN : probed(found)),
    ...{ limits: limits(surveyed), tls: tls(surveyed.tls) },
  });
}

/** What the calls showed of the token and of its merchant. */
function describeMerchant(found: Survey['found'], token: Surveyed['token']) {
  const refusedAll =
    token === 'none' ? 'None was given, and every call was refused with' : 'The given one was refused with';
  switch (found.kind) {
    case 'speaking':
      return {
        processor:
          'Calls without `processor` were accepted, so this merchant seems to have exactly one processor.',
        token:
          token === 'none'
            ? 'None was given, and calls were accepted without one.'
            : found.withoutToken.kind === 'taken'
              ? 'Not needed: calls without it were accepted, too.'
              : `Calls without it: ${outcomeOf(found.withoutToken)}.`,
      };
    case 'refusing':
      return {
        processor:
          found.names === 'processor'
            ? 'Calls without `processor` were refused, and the refusal names it: this may be the token of `several`.'
            : 'Every call was refused, with and without `processor`.',
        token: UNKNOWN_TOKEN,
      };
    case 'token-refused':
      return {
        processor: UNKNOWN_PROCESSOR,
        token: `${refusedAll} ${found.status}${token === 'none' ? '.' : ': set another.'}`,
      };
    case 'nothing':
      return { processor: UNKNOWN_PROCESSOR, token: UNKNOWN_TOKEN };
  }
}

const UNKNOWN_PROCESSOR = 'Unknown: are calls without `processor` accepted?';
const UNKNOWN_TOKEN = 'Unknown whether it is needed; the document requires it with every request.';

/** The forms of a region, with what each is. */
const FORMS = Object.entries({ zip: 'five digits', state: 'two letters', iso: 'ISO state code' }) as [
  RegionForm,
  string,
][];

const AMOUNTS = `# amounts: { min: ${USUAL.amounts.min}, max: ${USUAL.amounts.max} }`;

/** The defaults as comments. */
const UNKNOWN = {
  cards: `# cards: ${list(USUAL.cards)}`,
  regions: ['# regions:', ...FORMS.map(([form]) => `#   ${form}: ${list(USUAL.regions[form])}`)].join('\n'),
  amounts: AMOUNTS,
  multiPay: '# multiPay: true',
};

function probed({ cards, nicnLengths, regions, amounts, multiPay }: SurveyedDeployment): typeof UNKNOWN {
  const accepted = acceptedOf(amounts);
  const range = `amounts: { min: ${Math.min(...accepted)}, max: ${Math.max(...accepted)} }`;
  const part = multiPay.kind === 'taken' ? '' : 'a part of 60 in 100 was ';

  return {
    cards: [
      // The first six digits.
      ...remark('Not accepted', cards, (card) => `${card.slice(0, 6)}…`),
      ...remark('Numbers of digits that are not accepted', nicnLengths, String),
      `cards: ${list(acceptedOf(cards))}`,
    ].join('\n'),
    // A form without an accepted value stays in the file, so that the rules judge it.
    regions: [
      'regions:',
      ...FORMS.map(([form, what]) => {
        const values = acceptedOf(regions[form]);
        const about = [what, ...othersOf(regions[form], String)].join('; ');

        return `  ${form}: ${list(values.length > 0 ? values : USUAL.regions[form])} # ${about}`;
      }),
    ].join('\n'),
    amounts: amounts.some(({ seen }) => seen.kind === 'unclear')
      ? AMOUNTS
      : [...remark('Outside of it', amounts, String), range].join('\n'),
    multiPay:
      multiPay.kind === 'unclear'
        ? UNKNOWN.multiPay
        : `multiPay: ${multiPay.kind === 'taken'} # ${part}${outcomeOf(multiPay)}`,
  };
}

function limits({ url, survey }: Surveyed): string {
  const timeout = Math.max(USUAL.limits.timeout, Math.ceil(((survey.median ?? 0) * 10) / 1000) * 1000);
  const line = (limit: string) => `limits: { ${limit}, timeout: ${timeout} }`;
  if (survey.putOffBy.length > 0)
    return `# Low, because the deployment limited the rate (${survey.putOffBy.join(', ')}) within ${survey.requests} requests.
${line('concurrency: 1, rate: 5')}`;
  if (isLoopback(url)) return `# ${line(`concurrency: ${USUAL.limits.concurrency}`)}`;

  return `# Low, because others may use the deployment. Remove the rate if it is yours alone.
${line('concurrency: 4, rate: 25')}`;
}

/** Paths are relative to this folder, where the deployment file will be: an absolute one would be wrong elsewhere. */
function tls({ ca, client, insecure = false }: Tls = { insecure: false }): string {
  const files = {
    ...(ca && { ca: ca.path }),
    ...(client && { cert: client.cert.path, key: client.key.path }),
  };
  const pairs = Object.entries(files).map(
    ([name, path]) => `${name}: ${JSON.stringify(relative('', path).replaceAll('\\', '/'))}`,
  );
  const line = pairs.length === 0 ? '# tls: { ca: authority.pem }' : `tls: { ${pairs.join(', ')} }`;

  return insecure ? `# init ran with --insecure: conform needs that option as well, or a ca.\n${line}` : line;
}

function list(texts: readonly string[]): string {
  return `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;
}

/** Such as `accepted`, or `refused (422)`. */
function outcomeOf(seen: ProbeOutcome): string {
  if (seen.kind === 'refused') return `refused (${seen.status})`;

  return seen.kind === 'taken' ? 'accepted' : 'unknown';
}

function acceptedOf<T>(tried: readonly Probed<T>[]): readonly T[] {
  return tried.filter(({ seen }) => seen.kind === 'taken').map(({ value }) => value);
}

/** Those that were not accepted, by outcome: `5555 refused (422)`, `6011, 3782 unknown`. */
function othersOf<T>(tried: readonly Probed<T>[], show: (value: T) => string): readonly string[] {
  const others = tried.filter(({ seen }) => seen.kind !== 'taken');

  return [...Map.groupBy(others, ({ seen }) => outcomeOf(seen))].map(
    ([outcome, group]) => `${group.map(({ value }) => show(value)).join(', ')} ${outcome}`,
  );
}

function remark<T>(what: string, tried: readonly Probed<T>[], show: (value: T) => string): readonly string[] {
  const others = othersOf(tried, show);

  return others.length === 0 ? [] : [`# ${what}: ${others.join('; ')}.`];
}
