/** Should rules warn of nothing that a right deployment may do. The selftest and `should.matrix.test.ts` show what they warn of. */
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

async function judge(make: Make) {
  await using server = await startReference(make());
  const report = await conform({
    deployment: deploymentOf(server.url),
    seed: 1,
    selects: (id) => SELECTED.test(id),
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
