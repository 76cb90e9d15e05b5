/** Fills the template of the deployment file from what a survey found. The file never contains a token. */
import { relative } from 'node:path';
import { isLoopback } from '../../conformance/deployment/connection.ts';
import {
  type RegionForm,
  type Tls,
  DEPLOYMENT_DEFAULTS as USUAL,
} from '../../conformance/deployment/deployment.ts';
import type { Probed, ProbeOutcome, Survey, SurveyedDeployment } from '../../conformance/runner/survey.ts';
import { cut, visibleLine } from '../../src/text/visible.ts';
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
  const about = aboutFound(surveyed);
  const found = survey.found.kind === 'speaking' ? survey.found : undefined;
  const isOpen = found !== undefined && token === 'none';

  return fillTemplate('cli/init/templates/deployment.yaml', {
    // Only an installed package has the schema at a path that is known.
    schema: way === 'npm' ? SCHEMA : '',
    ...{ day, requests: count(survey.requests, 'fee call'), origin: url.origin },
    ...{ url: JSON.stringify(url.href), processor: about.processor, token: about.token },
    tokenLine: `${isOpen ? '# ' : ''}token: \${TOLLGATE_TOKEN}`,
    // The key needs a value.
    processors: `${isOpen ? 'processors: [] # ' : '# processors: '}[{ mid: "700100", name: alpha }]`,
    ...(found === undefined ? UNKNOWN : probed(found)),
    ...{ limits: limits(surveyed), tls: tls(surveyed.tls) },
  });
}

/** What the calls showed of the merchant and its token, in one line or two, and what to do before init is run again. */
export function aboutFound({ url, survey: { found, requests }, token }: Surveyed) {
  const sent = `${url.href.replace(/\/$/, '')}: ${count(requests, 'fee call')}`;
  const unknown = {
    processor: 'Unknown: are calls without `processor` accepted?',
    token: 'Unknown whether it is needed; the document requires it with every request.',
    // The reason may quote a response of the server.
    said: [`${sent}; nothing else is known.`, 'why' in found ? visibleLine(cut(found.why, LONGEST)) : ''],
  };
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
        ...{ said: [sent], again: undefined },
      };
    case 'refusing': {
      const isNamed = found.names === 'processor';
      const isElsewhere = found.statuses.some((status) => status === 404 || status === 405);

      return {
        processor: isNamed
          ? 'Calls without `processor` were refused, and the refusal names it: this may be the token of `several`.'
          : 'Every call was refused, with and without `processor`.',
        token: unknown.token,
        said: [
          `${sent}, every first call refused (${found.statuses.join(', ')}); nothing else is known.`,
          ...(isElsewhere ? ['Is that the base address, without /v1?'] : []),
        ],
        again: isNamed
          ? 'Set TOLLGATE_TOKEN to the token of a merchant with one processor'
          : 'Find out why it refuses',
      };
    }
    case 'token-refused':
      return {
        ...unknown,
        token:
          token === 'none'
            ? `None was given, and every call was refused with ${found.status}.`
            : `The given one was refused with ${found.status}: set another.`,
        again: 'Set TOLLGATE_TOKEN to a valid token',
      };
    case 'nothing':
      return { ...unknown, again: 'Wait until it responds' };
  }
}

/** In characters. */
const LONGEST = 300;

/** The forms of a region, with what each is. */
const FORMS = Object.entries({ zip: 'five digits', state: 'two letters', iso: 'ISO state code' }) as [
  RegionForm,
  string,
][];

/** The defaults as comments. */
const UNKNOWN = {
  cards: `# cards: ${list(USUAL.cards)}`,
  regions: ['# regions:', ...FORMS.map(([form]) => `#   ${form}: ${list(USUAL.regions[form])}`)].join('\n'),
  amounts: `# amounts: { min: ${USUAL.amounts.min}, max: ${USUAL.amounts.max} }`,
  multiPay: '# multiPay: true',
};

function probed({ cards, nicnLengths, regions, amounts, multiPay }: SurveyedDeployment): typeof UNKNOWN {
  const accepted = acceptedOf(amounts);
  const range = `amounts: { min: ${Math.min(...accepted)}, max: ${Math.max(...accepted)} }`;
  const part = multiPay.kind === 'taken' ? '' : 'a part of 60 in 100 was ';
  // A form without an accepted value stays in the file, so that the rules judge it.
  const forms = FORMS.map(([form, what]) => {
    const values = acceptedOf(regions[form]);
    const about = [what, othersOf(regions[form], String)].filter(Boolean).join('; ');

    return `  ${form}: ${list(values.length > 0 ? values : USUAL.regions[form])} # ${about}`;
  });
  // The first six digits.
  const notAccepted = remark('Not accepted', cards, (card) => `${card.slice(0, 6)}…`);
  const lengths = remark('Numbers of digits that are not accepted', nicnLengths, String);
  const isKnown = amounts.every(({ seen }) => seen.kind !== 'unclear');

  return {
    cards: `${notAccepted}${lengths}cards: ${list(acceptedOf(cards))}`,
    regions: ['regions:', ...forms].join('\n'),
    amounts: isKnown ? remark('Outside of it', amounts, String) + range : UNKNOWN.amounts,
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
  const pairs = Object.entries({ ca, cert: client?.cert, key: client?.key }).flatMap(([name, file]) =>
    file === undefined ? [] : `${name}: ${JSON.stringify(relative('', file.path).replaceAll('\\', '/'))}`,
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

/** Those that were not accepted, by outcome: `5555 refused (422); 6011, 3782 unknown`. */
function othersOf<T>(tried: readonly Probed<T>[], show: (value: T) => string): string {
  const others = tried.filter(({ seen }) => seen.kind !== 'taken');

  return [...Map.groupBy(others, ({ seen }) => outcomeOf(seen))]
    .map(([outcome, group]) => `${group.map(({ value }) => show(value)).join(', ')} ${outcome}`)
    .join('; ');
}

/** A line of comment; none where all were accepted. */
function remark<T>(what: string, tried: readonly Probed<T>[], show: (value: T) => string): string {
  const others = othersOf(tried, show);

  return others && `# ${what}: ${others}.\n`;
}
