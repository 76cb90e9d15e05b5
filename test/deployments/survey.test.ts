/** The survey of `tollgate init`: what it finds, and that conform can read the deployment file written from it. */
import { expect, test } from 'vitest';
import { summarise } from '../../cli/commands/init.ts';
import { deploymentText } from '../../cli/init/deployment-text.ts';
import { DEPLOYMENT_DEFAULTS, type Deployment } from '../../conformance/deployment/deployment.ts';
import { readDeployment } from '../../conformance/deployment/read-deployment.ts';
import {
  CARDS,
  MAX_REQUESTS,
  type Survey,
  type SurveyedDeployment,
  survey,
} from '../../conformance/runner/survey.ts';
import { deploymentOf } from './judge.ts';
import { DESERTED, listenHttp } from './listen.ts';
import { checkFee, type ReferenceBehavior, startReference } from './reference.ts';

interface Surveyed {
  readonly survey: Survey;
  /** As read from the file. */
  readonly read: Deployment;
  readonly file: string;
  readonly said: string;
}

async function surveyAt(url: URL, given: Partial<Deployment> = {}): Promise<Surveyed> {
  const deployment = deploymentOf(url, given);
  const result = await survey({ deployment });
  const surveyed = {
    url,
    survey: result,
    token: deployment.one.token === undefined ? ('none' as const) : ('given' as const),
    tls: undefined,
    day: '2026-01-31',
  };
  const file = deploymentText(surveyed, 'npm');
  const environment = { TOLLGATE_TOKEN: deployment.one.token ?? 'nothing-secret' };
  const said = summarise(surveyed, [{ path: 'tollgate.yaml', text: file }], {
    command: 'tollgate',
    way: 'npm',
  });

  expect(result.requests).toBeLessThanOrEqual(MAX_REQUESTS);
  expect(file).toMatch(/^# yaml-language-server: \$schema=node_modules\/tollgate\/deployment.schema.json\n/);
  for (const text of [file, said]) {
    expect(text).not.toContain(deployment.one.token ?? '\0');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
  }
  // Only sent digits are printed.
  for (const card of CARDS) expect(said).not.toContain(card.slice(0, 9));

  return { survey: result, read: readDeployment(file, 'tollgate.yaml', environment, {}), file, said };
}

/** Surveys the reference with one change; it must accept a first call. */
async function surveyReference(behaviour: Partial<ReferenceBehavior>, given: Partial<Deployment> = {}) {
  await using server = await startReference(behaviour);
  const surveyed = await surveyAt(server.url, given);
  if (surveyed.survey.found.kind !== 'speaking')
    throw new Error(`expected a surveyed deployment, got ${surveyed.said}`);

  return { ...surveyed, found: surveyed.survey.found as SurveyedDeployment };
}

/** Refuses fee calls for which the check returns true. */
function refusing(
  check: (request: Readonly<Record<string, unknown>>) => boolean,
): Partial<ReferenceBehavior> {
  return {
    checkFee: (request, moment, found) => (check(request) ? 'no' : checkFee(request, moment, found)),
  };
}

test('a conformant deployment accepts every probe, and receives only fee calls', async () => {
  const paths = new Set<string>();
  const { found, read, survey } = await surveyReference({
    intercept: ({ method, url }) => {
      paths.add(`${method} ${url}`);

      return false;
    },
  });

  expect([...paths]).toEqual(['POST /v1/ch']);
  expect(survey.requests).toBeLessThanOrEqual(20);
  expect(found).toMatchObject({
    status: 200,
    dialect: 'documented',
    withoutToken: { kind: 'refused' },
    multiPay: { kind: 'taken' },
  });
  expect(read).toMatchObject({
    cards: CARDS,
    regions: { zip: ['85004', '02134'], state: ['AZ', 'NY'], iso: ['US-AZ', 'US-NY'] },
    amounts: { min: 0.01, max: 5000 },
    multiPay: true,
    one: { tokenVariable: 'TOLLGATE_TOKEN', processors: [] },
    several: undefined,
    limits: DEPLOYMENT_DEFAULTS.limits,
  });
});

test.each<[string, Partial<ReferenceBehavior>, object, RegExp]>([
  [
    'knows two cards',
    refusing(({ nicn }) => !/^(4111|5555)/.test(String(nicn))),
    { cards: ['4111111111111111', '5555555555554444'] },
    /^# Not accepted: 424242…, 378282…, 601111… refused \(422\)\.$/m,
  ],
  [
    'refuses ISO codes, which stay in the file for conform to judge',
    refusing(({ region }) => String(region).startsWith('US-')),
    { regions: { zip: ['85004', '02134'], state: ['AZ', 'NY'], iso: ['US-AZ'] } },
    /^ {2}iso: \["US-AZ"\] # ISO state code; US-AZ, US-NY refused \(422\)$/m,
  ],
  [
    'has bounds for amounts',
    refusing(({ amount }) => Number(amount) < 0.5 || Number(amount) > 2000),
    { amounts: { min: 1, max: 1000 } },
    /^# Outside of it: 0\.01, 5000 refused \(422\)\.$/m,
  ],
  [
    'refuses multi-pay',
    refusing(({ totalAmount }) => totalAmount !== undefined),
    { multiPay: false },
    /^multiPay: false # a part of 60 in 100 was refused \(422\)$/m,
  ],
  ['accepts only 8 digits', refusing(({ nicn }) => String(nicn).length !== 8), { cards: CARDS }, /^cards: /m],
  [
    'accepts calls without a token',
    { authenticate: () => 'one' },
    {},
    /Not needed: calls without it were accepted, too\./,
  ],
  [
    'throttles now and then',
    {
      intercept: (_, response, call) => {
        const isLater = call === 4;
        if (isLater) response.writeHead(429, { 'retry-after': '0' }).end();

        return isLater;
      },
    },
    { limits: { concurrency: 1, rate: 5, timeout: 5000 } },
    /limited the rate \(429\)/,
  ],
])('a deployment that %s', async (_, behaviour, expected, remark) => {
  const { read, file } = await surveyReference(behaviour);

  expect(read).toMatchObject(expected);
  expect(file).toMatch(remark);
});

test('a deployment that fails during the survey has refused nothing: conform judges the rest', async () => {
  const { read, file } = await surveyReference({
    intercept: (_, response, call) => {
      if (call > 5) response.writeHead(502).end();

      return call > 5;
    },
  });

  expect(read).toMatchObject({ cards: ['4242424242424242'], amounts: DEPLOYMENT_DEFAULTS.amounts });
  expect(file).toMatch(/^# multiPay: true$/m);
  expect(file).toContain('US-AZ, US-NY unknown');
});

test('an open deployment, surveyed without a token, has none in its file', async () => {
  const { read, file } = await surveyReference(
    { authenticate: () => 'one' },
    { one: { token: undefined, processors: [] } },
  );

  expect(read.one).toEqual({ token: undefined, tokenVariable: undefined, processors: [] });
  expect(file).toContain('None was given, and calls were accepted without one.');
});

test('the token of a merchant with several processors is recognised by the refusals', async () => {
  await using server = await startReference();
  const { survey, said } = await surveyAt(server.url, { one: { token: 'token-of-several', processors: [] } });

  expect(survey.found).toEqual({ kind: 'refusing', statuses: [422], names: 'processor' });
  expect(said).toContain('Set TOLLGATE_TOKEN to the token of a merchant with one processor');
});

test.each([
  ['a wrong token', 'stranger', 'The given one was refused with 401: set another.'],
  ['no token', undefined, 'None was given, and every call was refused with 401.'],
])('%s is reported after a few requests', async (_, token, remark) => {
  await using server = await startReference();
  const { survey, file } = await surveyAt(server.url, { one: { token, processors: [] } });

  expect(survey).toMatchObject({ found: { kind: 'token-refused', status: 401 } });
  expect(survey.requests).toBeLessThanOrEqual(6);
  expect(file).toContain(remark);
});

test.each<[string, number, RegExp]>([
  ['refuses everything', 422, /every first call refused \(422\)/],
  ['has another base path', 404, /Is that the base address, without \/v1\?/],
])('a deployment that %s is reported', async (_, status, remark) => {
  await using server = await listenHttp((_, response) => response.writeHead(status).end('{}'));
  const { survey, said } = await surveyAt(server.url);

  expect(survey.found.kind).toBe('refusing');
  expect(said).toMatch(remark);
});

test('fees that are not a JSON object are no refusal', async () => {
  await using server = await startReference({ serialize: (body) => `[${JSON.stringify(body)}]` });
  const { survey, said } = await surveyAt(server.url);

  expect(survey.found.kind).toBe('nothing');
  expect(said).toContain('conform says how, by fee-response/is-json-object');
});

test('an unreachable deployment', async () => {
  const { survey, said } = await surveyAt(DESERTED);

  expect(survey).toMatchObject({ requests: 3, median: undefined, found: { kind: 'nothing' } });
  expect(said).toMatch(/ECONNREFUSED.*check the URL/);
});
