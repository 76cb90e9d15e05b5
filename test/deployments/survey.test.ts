/** What init learns of a deployment, and that conform reads the file back that it writes of that, whatever it learned. */
import { expect, test } from 'vitest';
import { ASSUMED, type Deployment } from '../../conformance/deployment/deployment.ts';
import { readDeployment } from '../../conformance/deployment/deployment-file.ts';
import type { Speaking, Survey } from '../../conformance/survey/found.ts';
import { CARDS } from '../../conformance/survey/questions.ts';
import { MOST_REQUESTS, survey } from '../../conformance/survey/survey.ts';
import { deploymentText } from '../../src/cli/init/deployment-text.ts';
import { told } from '../../src/cli/init/told.ts';
import { deploymentOf } from './deployment-of.ts';
import { HOSTILE } from './hostile/index.ts';
import { deserted, listenHttp } from './listen.ts';
import { type Behaviour, startReference, whyNoFee } from './reference.ts';

interface Looked {
  readonly survey: Survey;
  /** The deployment that its file tells of. */
  readonly read: Deployment;
  readonly file: string;
  readonly said: string;
}

async function look(url: URL, given: Partial<Deployment> = {}): Promise<Looked> {
  const deployment = deploymentOf(url, given);
  const result = await survey({ deployment });
  const surveyed = {
    url,
    survey: result,
    token: deployment.one.token === undefined ? ('none' as const) : ('given' as const),
    tls: undefined,
    day: '2026-01-31',
  };
  const file = deploymentText(surveyed);
  const environment = { TOLLGATE_TOKEN: deployment.one.token ?? 'nothing-secret' };
  const said = told(surveyed, [{ path: 'tollgate.yaml', text: file }], 'tollgate');

  expect(result.requests).toBeLessThanOrEqual(MOST_REQUESTS);
  for (const text of [file, said]) {
    expect(text).not.toContain(deployment.one.token ?? '\0');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2028]/u);
  }
  // No more digits are said than are sent.
  for (const card of CARDS) expect(said).not.toContain(card.slice(0, 9));

  return { survey: result, read: readDeployment(file, 'tollgate.yaml', environment, {}), file, said };
}

/** Looks at the reference with something changed, which has to price a first call. */
async function lookAt(behaviour: Partial<Behaviour>, given: Partial<Deployment> = {}) {
  await using server = await startReference(behaviour);
  const looked = await look(server.url, given);
  if (looked.survey.found.kind !== 'speaking')
    throw new Error(`expected a deployment that speaks, got ${looked.said}`);

  return { ...looked, found: looked.survey.found as Speaking };
}

/** Refuses a fee call that the check finds fault with, and is right otherwise. */
function refusing(check: (request: Readonly<Record<string, unknown>>) => boolean): Partial<Behaviour> {
  return {
    refusesFee: (request, moment, found) => (check(request) ? 'no' : whyNoFee(request, moment, found)),
  };
}

test('a right deployment: all is taken, and nothing but fee calls is sent', async () => {
  const paths = new Set<string>();
  const { found, read, survey } = await lookAt({
    intercepts: ({ method, url }) => {
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
    limits: ASSUMED.limits,
  });
});

test.each<[string, Partial<Behaviour>, object, RegExp]>([
  [
    'knows two cards',
    refusing(({ nicn }) => !/^(4111|5555)/.test(String(nicn))),
    { cards: ['4111111111111111', '5555555555554444'] },
    /^# Not among them: 424242…, 378282…, 601111… refused \(422\)\.$/m,
  ],
  [
    'takes no ISO codes: they stay, for conform to tell',
    refusing(({ region }) => String(region).startsWith('US-')),
    { regions: { zip: ['85004', '02134'], state: ['AZ', 'NY'], iso: ['US-AZ'] } },
    /^ {2}iso: \["US-AZ"\] # ISO state code; US-AZ, US-NY refused \(422\)$/m,
  ],
  [
    'has bounds for amounts',
    refusing(({ amount }) => Number(amount) < 0.5 || Number(amount) > 2000),
    { amounts: { min: 1, max: 1000 } },
    /^# Beyond them: 0\.01, 5000 refused \(422\)\.$/m,
  ],
  [
    'has no multi-pay',
    refusing(({ totalAmount }) => totalAmount !== undefined),
    { multiPay: false },
    /^multiPay: false # a part of 60 in 100 was refused \(422\)$/m,
  ],
  ['takes only 8 digits', refusing(({ nicn }) => String(nicn).length !== 8), { cards: CARDS }, /^cards: /m],
  [
    'takes calls without a token',
    { knows: () => 'one' },
    {},
    /Not needed: calls without it were taken as well\./,
  ],
  [
    'says "later" now and then',
    {
      intercepts: (_, response, call) => {
        const isLater = call === 4;
        if (isLater) response.writeHead(429, { 'retry-after': '0' }).end();

        return isLater;
      },
    },
    { limits: { concurrency: 1, rate: 5, timeout: 5000 } },
    /said "later" \(429\)/,
  ],
])('a deployment that %s', async (_, behaviour, expected, remark) => {
  const { read, file } = await lookAt(behaviour);

  expect(read).toMatchObject(expected);
  expect(file).toMatch(remark);
});

test('what falls over in the middle of it refused nothing: what it did not answer is left to conform', async () => {
  const { read, file } = await lookAt({
    intercepts: (_, response, call) => {
      if (call > 5) response.writeHead(502).end();

      return call > 5;
    },
  });

  expect(read).toMatchObject({ cards: ['4242424242424242'], amounts: ASSUMED.amounts });
  expect(file).toMatch(/^# multiPay: true$/m);
  expect(file).toContain('US-AZ, US-NY not found out');
});

test('an open deployment, asked without a token: none is in its file', async () => {
  const { read, file } = await lookAt({ knows: () => 'one' }, { one: { token: undefined, processors: [] } });

  expect(read.one).toEqual({ token: undefined, tokenVariable: undefined, processors: [] });
  expect(file).toContain('None was given, and calls were taken all the same.');
});

test('the token of a merchant with several processors is told by what refuses it', async () => {
  await using server = await startReference();
  const { survey, said } = await look(server.url, { one: { token: 'token-of-several', processors: [] } });

  expect(survey.found).toEqual({ kind: 'refusing', statuses: [422], names: 'processor' });
  expect(said).toContain('Export as TOLLGATE_TOKEN the token of a merchant with one processor');
});

test.each([
  ['a wrong token', 'stranger', 'The one that was given was answered with 401: it needs another.'],
  ['no token', undefined, 'None was given, and every call was answered with 401.'],
])('%s: it is said, and asked no more', async (_, token, remark) => {
  await using server = await startReference();
  const { survey, file } = await look(server.url, { one: { token, processors: [] } });

  expect(survey).toMatchObject({ found: { kind: 'token-refused', status: 401 } });
  expect(survey.requests).toBeLessThanOrEqual(6);
  expect(file).toContain(remark);
});

test.each<[string, number, RegExp]>([
  ['refuses everything', 422, /refused every first call \(422\)/],
  ['is elsewhere', 404, /Is that the base address, without \/v1\?/],
])('one that %s', async (_, status, remark) => {
  await using server = await listenHttp((_, response) => response.writeHead(status).end('{}'));
  const { survey, said } = await look(server.url);

  expect(survey.found.kind).toBe('refusing');
  expect(said).toMatch(remark);
});

test('one whose fees are no JSON object refuses nothing', async () => {
  await using server = await startReference({ writes: (body) => `[${JSON.stringify(body)}]` });
  const { survey, said } = await look(server.url);

  expect(survey.found.kind).toBe('nothing');
  expect(said).toContain('conform says how, by fee-response/is-json-object');
});

test('one that is not there', async () => {
  const { survey, said } = await look(await deserted());

  expect(survey).toMatchObject({ requests: 3, median: undefined, found: { kind: 'nothing' } });
  expect(said).toMatch(/ECONNREFUSED.*check the URL/);
});

/** What the client makes of them is tested for all of them elsewhere. */
const SOME = HOSTILE.filter((_, index) => index % 4 === 0);

test.concurrent.each(SOME)('a deployment that $name', async ({ start, timeout = 300 }) => {
  await using server = await start();
  const limits = { ...ASSUMED.limits, timeout: Math.min(timeout, 300) };

  await look(server.url, { limits });
});
