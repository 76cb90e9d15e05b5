/** Should rules warn of what they are about, and of nothing that a right deployment may do; neither moves the verdict. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { conform } from '../../conformance/index.ts';
import { sampled, testOnce } from '../support/sampled.ts';
import { deploymentOf } from './deployment-of.ts';
import {
  checkFee,
  checkSale,
  REFERENCE,
  type ReferenceBehavior,
  startReference,
  TOKENS,
} from './reference.ts';

type Make = () => Partial<ReferenceBehavior>;

/** With some must rules beside them, for their answers. */
const SELECTED = /^(auth|transport|fee-request|fee-response|nicn)\/|^sale\/accepts-stxid$/;

async function judge(make: Make, { strict = false, selected = SELECTED } = {}) {
  await using server = await startReference(make());
  const report = await conform({
    deployment: deploymentOf(server.url),
    seed: 1,
    strict,
    selects: (id) => selected.test(id),
  });
  const of = (level: string) =>
    report.rules.filter(
      (rule) => rule.level === level && ['fail', 'unstable', 'broken'].includes(rule.outcome),
    );

  return { report, accused: of('must').map(({ id }) => id), warned: of('should').map(({ id }) => id) };
}

/** Intercepts the requests that `when` picks. */
function answering(
  when: (request: IncomingMessage) => boolean,
  answer: (response: ServerResponse) => void,
): Partial<ReferenceBehavior> {
  return {
    intercept: (request, response) => {
      if (!when(request)) return false;
      answer(response);

      return true;
    },
  };
}

const isStranger = ({ headers }: IncomingMessage) =>
  !Object.values(TOKENS).some((token) => headers.authorization === `Bearer ${token}`);

const FEE = JSON.stringify({ transactionFee: 1, sTxId: 'from-elsewhere', message: 'ok' });

const toFee = (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(FEE);

describe('there is a warning, of one rule alone, and the verdict stays as it is', () => {
  const WRONG: readonly [what: string, rule: string, make: Make][] = [
    [
      'a sale needs no token',
      'auth/refuses-missing-token',
      () => {
        const takes = (url?: string) => url?.endsWith('/sale') === true;

        return {
          intercept: (request) => {
            if (takes(request.url)) request.headers.authorization ??= `Bearer ${TOKENS.one}`;

            return false;
          },
        };
      },
    ],
    [
      'a token is taken by what stands before its signature',
      'auth/refuses-invalid-token',
      () => ({
        authenticate: (token) =>
          REFERENCE.authenticate(token) ?? (token?.startsWith(`${TOKENS.one}.`) === true ? 'one' : undefined),
      }),
    ],
    [
      'alg none is taken',
      'auth/refuses-invalid-token',
      () => ({
        authenticate: (token) =>
          REFERENCE.authenticate(token) ??
          (token?.startsWith('eyJhbGciOiJub25lI') === true ? 'one' : undefined),
      }),
    ],
    [
      'any token will do',
      'auth/refuses-invalid-token',
      () => ({
        authenticate: (token) => REFERENCE.authenticate(token) ?? (token === undefined ? undefined : 'one'),
      }),
    ],
    [
      'GET has its fields in the query',
      'transport/post-only',
      () => answering(({ method, url }) => method === 'GET' && url?.includes('amount=') === true, toFee),
    ],
    ['any method will do', 'transport/post-only', () => ({ methods: ['POST', 'PUT', 'DELETE'] })],
    [
      'a sale is answered as text/html',
      'transport/content-type-json',
      () => ({
        intercept: (request, response) => {
          const write = response.writeHead.bind(response);
          const asHtml = (status: number) => write(status, { 'content-type': 'text/html' });
          if (request.url?.endsWith('/sale') === true) response.writeHead = asHtml as typeof write;

          return false;
        },
      }),
    ],
    ['all is answered without a media type', 'transport/content-type-json', () => ({ type: undefined })],
    [
      'a nicn may be a number',
      'fee-request/refuses-wrong-types',
      () => ({
        checkFee: (request, ...rest) =>
          checkFee(
            typeof request['nicn'] === 'number' ? { ...request, nicn: String(request['nicn']) } : request,
            ...rest,
          ),
      }),
    ],
    [
      'a region of null is none in particular',
      'fee-request/refuses-wrong-types',
      () => ({
        normalizeRequest: (request) => (request['region'] === null ? { ...request, region: 'AZ' } : request),
      }),
    ],
    [
      'an amount may be negative, and so is its fee',
      'fee-request/refuses-negative-amount',
      () => ({
        checkFee: (request, ...rest) =>
          checkFee(Number(request['amount']) < 0 ? { ...request, amount: 1 } : request, ...rest),
      }),
    ],
    [
      'eight digits earn something',
      'fee-response/fee-is-not-negative',
      () => ({
        calculateFee: (request, moment) => {
          const fee = REFERENCE.calculateFee(request, moment);

          return String(request['nicn']).length === 8 ? -fee : fee;
        },
      }),
    ],
    [
      'fees have binary noise',
      'fee-response/fee-has-cents',
      () => ({ calculateFee: ({ amount }) => Number(amount) * 0.1 * 3 + 0.001 }),
    ],
    [
      'a fee depends on the hour of the call, so to speak',
      'fee-response/same-request-same-fee',
      () => ({ calculateFee: (_, { call }) => (call % 5) / 4 }),
    ],
    [
      'what is no JSON is quoted',
      'nicn/never-echoes-card-number',
      () => {
        let last = '';

        return {
          onBody: (body) => {
            last = body;
          },
          refusal: (why) => ({
            status: 400,
            type: 'text/plain',
            text: why === 'not JSON' ? `Unexpected token in ${last}` : why,
          }),
        };
      },
    ],
  ];

  test.each(sampled(WRONG, 1))('%s: %s', async (_, rule, make) => {
    const { report, accused, warned } = await judge(make);

    expect({ accused, warned }).toEqual({ accused: [], warned: [rule] });
    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
    const strictly = await judge(make, { strict: true, selected: new RegExp(`^${rule}$`) });

    expect(strictly.report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
  });
});

describe('there is no warning', () => {
  const RIGHT: readonly [what: string, make: Make][] = [
    ['of the reference deployment', () => ({})],
    [
      'where strangers are shown a page',
      () => answering(isStranger, (response) => void response.end('<html>')),
    ],
    [
      'where strangers and other methods are shown a page of more than a MiB',
      () =>
        answering(
          (request) => isStranger(request) || request.method !== 'POST',
          (response) => void response.end('<p>Hello</p>'.repeat(100_000)),
        ),
    ],
    [
      'where refusals are longer than a MiB',
      () => ({
        refusal: (why) => ({ ...REFERENCE.refusal(why), text: why + '.'.repeat(1_100_000) }),
      }),
    ],
    [
      'where strangers are led to another origin',
      () =>
        answering(
          isStranger,
          (response) => void response.writeHead(307, { location: 'https://login.example.com/' }).end(),
        ),
    ],
    [
      'where strangers are led to a page of their own',
      () => ({
        intercept: (request, response) => {
          if (request.url?.startsWith('/login') === true) response.end('<html>Who are you?</html>');
          else if (isStranger(request)) response.writeHead(308, { location: '/login' }).end();

          return response.writableEnded;
        },
      }),
    ],
    [
      'where strangers get 400',
      () => answering(isStranger, (response) => void response.writeHead(400).end()),
    ],
    [
      'where strangers get a 2xx that says no',
      () => answering(isStranger, (response) => void response.end('{"message":"who are you?"}')),
    ],
    [
      'where other methods get 403',
      () =>
        answering(
          ({ method }) => method !== 'POST',
          (response) => void response.writeHead(403).end(),
        ),
    ],
    [
      'where GET shows how it is used',
      () =>
        answering(
          ({ method }) => method === 'GET',
          (response) => void response.end('{"usage":{"transactionFee":1,"sTxId":"x","message":"ok"}}'),
        ),
    ],
    ['where the media type is written otherwise', () => ({ type: 'Application/JSON ; charset="UTF-8"' })],
    ['where nothing is charged', () => ({ calculateFee: () => 0 })],
    [
      'where fees are odd cents of large amounts',
      () => ({ calculateFee: ({ amount }) => Math.round(Number(amount) * 100 + 800_000_007) / 100 }),
    ],
    [
      'where prices change once',
      () => ({
        calculateFee: (request, moment) =>
          REFERENCE.calculateFee(request, moment) * (moment.call > 90 ? 2 : 1),
      }),
    ],
    [
      'where null in an optional field is none',
      () => ({
        normalizeRequest: (request) =>
          Object.fromEntries(
            Object.entries(request).filter(
              ([name, value]) => value !== null || ['amount', 'nicn', 'region'].includes(name),
            ),
          ),
      }),
    ],
    [
      'where up to 8 digits of a card are quoted',
      () => ({
        checkFee: (request, ...rest) => {
          const why = checkFee(request, ...rest);

          return why === undefined ? undefined : `${why}: ${String(request['nicn']).slice(0, 8)}`;
        },
      }),
    ],
    [
      'where identifiers are many zeros',
      () => ({ createStxid: (number) => String(number).padStart(30, '0'), checkSale: checkSale }),
    ],
    [
      'where some calls are put off with Retry-After',
      () => {
        let calls = 0;

        return answering(
          () => ++calls % 20 === 0,
          (response) => void response.writeHead(429, { 'retry-after': '0' }).end(),
        );
      },
    ],
  ];

  test.each(sampled(RIGHT, 1))('%s', async (_, make) => {
    const { report, accused, warned } = await judge(make);

    expect({ accused, warned }).toEqual({ accused: [], warned: [] });
    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  });
});

testOnce('a lock-out after wrong tokens fails no rule, and the must rules are judged before it', async () => {
  let isLocked = false;
  const { report, accused, warned } = await judge(() => ({
    intercept: (request, response) => {
      isLocked ||= isStranger(request);
      if (isLocked) response.writeHead(403).end();

      return isLocked;
    },
  }));

  expect({ accused, warned }).toEqual({ accused: [], warned: [] });
  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  expect(report.rules.find(({ id }) => id === 'auth/refuses-missing-token')).toMatchObject({
    outcome: 'skipped',
    reason: 'the token was accepted before and is refused now: status 403',
  });
});
