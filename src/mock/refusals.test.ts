/** Content that is refused: which rules and fields a refusal names, and how long it is. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import {
  asking,
  BASELINE,
  FEE,
  headersFor,
  pointersOf,
  problemOf,
  rulesOf,
  SALE,
} from '../../test/support/ask-mock.ts';
import { MUST_RULES, SHOULD_RULES } from '../contract/rule-ids.ts';
import type { Problem } from '../contract/types.ts';
import { createMock, startMock } from './index.ts';

const mock = await startMock();
const ask = asking(mock);
afterAll(() => mock.close());

describe('content that is refused', () => {
  it('tells everything at once: headers, body, and what the fees object to', async () => {
    const body = {
      amount: -5,
      nicn: '4242424242424242',
      region: 'ZZ',
      totalAmount: '3',
      processor: 'unknown',
    };
    const answer = await ask(FEE, body, { 'x-requested-with': 'fetch' });

    expect(answer.status).toBe(422);
    expect(pointersOf(problemOf(answer)).toSorted()).toEqual([
      '/amount',
      '/nicn',
      '/processor',
      '/region',
      '/totalAmount',
      'header X-Requested-With',
    ]);
  });

  it.each([
    ['processor/refuses-unknown', { processor: 'unknown' }],
    ['region/refuses-unknown', { region: 'ZZ' }],
    ['fee-request/refuses-negative-amount', { amount: -0.01 }],
    ['multi-pay/refuses-part-over-total', { totalAmount: 99.99 }],
    ['nicn/refuses-fewer-than-6-digits', { nicn: '42424' }],
    ['nicn/refuses-more-than-8-digits', { nicn: '424242424' }],
    ['nicn/refuses-non-digits', { nicn: '42424x' }],
    ['fee-request/requires-amount', { amount: undefined }],
    ['fee-request/requires-nicn', { nicn: undefined }],
    ['fee-request/requires-region', { region: undefined }],
    ['fee-request/refuses-wrong-types', { data: null }],
  ])('names the rule %s', async (rule, fields) => {
    const answer = await ask(FEE, { ...BASELINE, ...fields });

    expect(answer.status).toBe(422);
    expect(rulesOf(problemOf(answer))).toEqual([rule]);
  });

  it('compares a part with its total to the cent, as clients add amounts up in binary floats', async () => {
    expect((await ask(FEE, { ...BASELINE, amount: 0.1 + 0.2, totalAmount: 0.3 })).status).toBe(200);
    expect((await ask(FEE, { ...BASELINE, amount: 0.31, totalAmount: 0.3 })).status).toBe(422);
  });

  it('names the rule of a processor that has to be chosen', async () => {
    expect(rulesOf(problemOf(await asking(mock, 'several')(FEE, BASELINE)))).toEqual([
      'processor/required-with-several',
    ]);
  });

  it('says nothing of a field that it could not judge', async () => {
    const broken = problemOf(await ask(FEE, { ...BASELINE, country: 124, region: 'ON' }));

    expect(pointersOf(broken)).toEqual(['/country']);
  });

  it('names the rules of identifiers that lead to no transaction', async () => {
    const { sTxId } = (await ask(FEE, BASELINE)).json() as { sTxId: string };
    await ask(FEE, { ...BASELINE, mTxId: 'another' });

    expect(rulesOf(problemOf(await ask(SALE, { sTxId: 'unknown' })))).toEqual([
      'sale/refuses-unknown-transaction',
    ]);
    expect(rulesOf(problemOf(await ask(SALE, { mTxId: 'unknown' })))).toEqual([
      'sale/refuses-unknown-transaction',
    ]);
    expect(rulesOf(problemOf(await ask(SALE, { sTxId, mTxId: 'another' })))).toEqual([
      'sale/refuses-mismatched-identifiers',
    ]);
    expect(rulesOf(problemOf(await ask(SALE, {})))).toEqual(['sale/requires-stxid-or-mtxid']);
    expect(pointersOf(problemOf(await ask(FEE, { ...BASELINE, sTxId: 'unknown' })))).toEqual(['/sTxId']);
  });

  it('names rules of the catalogue only', async () => {
    const { violations = [] } = problemOf(
      await ask(FEE, { amount: 'x', nicn: 'x', region: 1, campaign: [1] }),
    );
    const catalogue: readonly (string | undefined)[] = [...MUST_RULES, ...SHOULD_RULES];

    expect(violations).toHaveLength(5);
    expect(violations.every(({ rule }) => catalogue.includes(rule))).toBe(true);
  });

  it('never repeats a card number, wherever it stood', async () => {
    const card = '4242424242424242';
    problemOf(await ask(FEE, { amount: card, nicn: card, region: card, processor: card, campaign: card }));
    problemOf(await ask(SALE, { sTxId: card }));
    problemOf(await ask(FEE, `{"nicn": ${card}x}`));
    problemOf(await ask(`/v1/${card}`, {}));
    problemOf(await ask(FEE, {}, { authorization: `Bearer ${card}`, 'content-type': `text/${card}` }));
  });

  it('is refused in a few kilobytes, however much is wrong', async () => {
    const answer = await ask(FEE, { ...BASELINE, campaign: Array.from({ length: 20_000 }, () => 1) });

    expect(answer.text.length).toBeLessThan(50_000);
    expect(problemOf(answer).detail).toMatch(
      /; and more than 500 more\. Correct it and send the request again\.$/,
    );
  });

  it('is refused in time that hardly grows with the number of violations', async () => {
    const entries = Array.from({ length: 400_000 }, () => 1);
    const begin = process.cpuUsage();
    const answer = await ask(FEE, { ...BASELINE, campaign: entries });

    expect(problemOf(answer).violations).toHaveLength(100);
    // In microseconds. It took 1.4 s.
    expect(process.cpuUsage(begin).user).toBeLessThan(700_000);
  });

  it('is refused for an entry at the end of a long array', async () => {
    const campaign = [...Array.from({ length: 5000 }, () => 'a'), 7];

    expect(problemOf(await ask(FEE, { ...BASELINE, campaign })).violations).toMatchObject([
      { pointer: '/campaign/5000', expected: 'a string', got: '7' },
    ]);
  });
});

// Requests that are refused before their content is judged: by token, form or route.

describe('a token', () => {
  it.each([
    ['missing', '', 'auth/refuses-missing-token'],
    ['of another scheme', 'Basic dXNlcjpwYXNz', 'auth/refuses-invalid-token'],
    ['not a JWT', 'Bearer secret', 'auth/refuses-invalid-token'],
    [
      'of an unknown merchant',
      'Bearer eyJhbGciOiJIUzI1NiJ9.eyJtZXJjaGFudCI6Im5vYm9keSJ9.abc',
      'auth/refuses-invalid-token',
    ],
  ])('%s is refused, and not repeated', async (_what, authorization, rule) => {
    const headers = { 'content-type': 'application/json', 'x-requested-with': 'xhr' };
    const answer = await mock.inject({
      path: FEE,
      body: BASELINE,
      headers: authorization === '' ? headers : { ...headers, authorization },
    });

    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    expect(rulesOf(problemOf(answer))).toEqual([rule]);
    expect(answer.text).not.toContain(authorization.slice(7) || 'eyJ');
  });
});

describe('a request that cannot be read', () => {
  it.each([
    ['{"amount":1,\n  "nicn": 42x}', 'line 2, column 13: expected a comma or }, got "x"'],
    ['', 'the body: expected a JSON object, got nothing'],
    ['{"amount":1', 'line 1, column 12: expected a comma or }'],
    [`${'['.repeat(100_000)}x`, 'column 100001'],
  ])('is refused with the place where its JSON breaks', async (body, place) => {
    const answer = await ask(FEE, body);

    expect(answer.status).toBe(400);
    expect(problemOf(answer)).toMatchObject({
      detail: expect.stringContaining(place),
      reasonCode: 'malformed-json',
    });
  });

  it('is refused if its body is not UTF-8', async () => {
    const body = Buffer.from('{"region":"\xe9"}', 'latin1');
    const head = `POST ${FEE} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer ${mock.token()}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;

    const answer = await raw(Buffer.concat([Buffer.from(head), body]));

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('not UTF-8');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'nonsense'])(
    'is refused as %s',
    async (type) => {
      const answer = await ask(FEE, JSON.stringify(BASELINE), { 'content-type': type });

      expect(answer.status).toBe(415);
      problemOf(answer);
    },
  );

  it('is refused without a media type, and the refusal also names the other header', async () => {
    const answer = await mock.inject({
      path: FEE,
      body: '{}',
      headers: { authorization: `Bearer ${mock.token()}`, 'content-type': '' },
    });

    expect(answer.status).toBe(415);
    expect(pointersOf(problemOf(answer))).toEqual(['header Content-Type', 'header X-Requested-With']);
  });

  it.each([{ lenient: true }, { choices: { 'missing-x-requested-with': 'take' } }] as const)(
    'is refused without a media type, but not for a missing header that the mock accepts: %j',
    async (options) => {
      await using accepting = await createMock(options);
      const answer = await accepting.inject({
        path: FEE,
        body: '{}',
        headers: { authorization: `Bearer ${accepting.token()}`, 'content-type': '' },
      });

      expect(answer.status).toBe(415);
      expect(pointersOf(problemOf(answer))).toEqual(['header Content-Type']);
    },
  );

  it('is refused where it is too large', async () => {
    const answer = await ask(FEE, { ...BASELINE, data: ['x'.repeat(1024 * 1024)] });

    expect(answer.status).toBe(413);
    problemOf(answer);
  });
});

describe('a route', () => {
  it.each(['/v2', '/v1', '/v1/ch/', '/v1/ch/sale/x', '/recur/surcharge'])('%s is not there', async (path) => {
    const answer = await ask(path, BASELINE);

    expect(answer.status).toBe(404);
    expect(problemOf(answer).detail).toContain('POST /v1/ch and POST /v1/ch/sale');
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('is not to be had by %s', async (method) => {
    for (const path of [FEE, SALE, `${FEE}?a=b`]) {
      const answer = await mock.inject({ method, path });

      expect(answer.status).toBe(405);
      expect(answer.headers['allow']).toBe('POST, OPTIONS');
      problemOf(answer);
    }
  });

  it('with a broken percent-encoding is refused', async () => {
    const answer = await mock.inject({ path: '/v1/%zz' });

    expect(answer.status).toBe(400);
    problemOf(answer);
  });
});

/** Sends bytes as they are and gives all that comes until the connection ends. */
async function raw(bytes: Buffer): Promise<string> {
  const { port, hostname } = new URL(mock.url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');

  return Buffer.concat(chunks).toString();
}

// What a refusal says: where, what was expected, what came, how to fix it.

describe('what a refusal says', () => {
  it.each<[string, object, Partial<Problem>]>([
    [
      'of one field',
      { body: { ...BASELINE, region: 'ZZ' } },
      {
        title: 'Unprocessable entity',
        message:
          'The region must be a zip code, a two-letter state or an ISO state code, such as 85004, AZ or US-AZ, not "ZZ".',
      },
    ],
    [
      'once of a value that breaks two rules',
      { body: { ...BASELINE, nicn: 'x' } },
      {
        message: 'The nicn must be a string of 6 to 8 digits, not "x".',
        detail:
          '/nicn: expected a string of 6 to 8 digits, got "x". Replace /nicn with a value such as "424242".',
      },
    ],
    [
      'of several fields',
      { body: { ...BASELINE, amount: undefined, nicn: '4242', data: 'x', mTxId: 5 } },
      {
        detail:
          '/amount: expected a number of US dollars, got nothing; /nicn: expected a string of 6 to 8 digits, got "4242"; /data: expected an array of strings, got "x"; /mTxId: expected a string, got 5. Correct it and send the request again.',
        message:
          'The amount is missing: it must be a number of US dollars; the nicn must be a string of 6 to 8 digits, not "4242"; the data must be an array of strings, not "x"; and 1 more.',
      },
    ],
    [
      'of a country that does not exist',
      { body: { ...BASELINE, country: '999' } },
      { violations: [expect.objectContaining({ section: '2.1', pointer: '/country' })] },
    ],
    [
      'of a sale that names nothing',
      { path: SALE, body: { authCode: 'x' } },
      { message: 'The body must be a JSON object with sTxId or mTxId, or both, not {"authCode":"x"}.' },
    ],
    [
      'of a header',
      { body: BASELINE, headers: { 'x-requested-with': 'fetch' } },
      {
        message: 'The header X-Requested-With must be xhr, not "fetch".',
        violations: [expect.objectContaining({ section: '5', pointer: 'header X-Requested-With' })],
      },
    ],
    [
      'of a media type',
      { body: '{}', headers: { 'content-type': 'text/plain' } },
      {
        title: 'Unsupported media type',
        detail:
          'header Content-Type: expected application/json, got "text/plain". Send the body as JSON with the header Content-Type: application/json.',
        violations: [expect.objectContaining({ section: '5', pointer: 'header Content-Type' })],
      },
    ],
    [
      'of a compressed body',
      { body: '{}', headers: { 'content-encoding': 'gzip' } },
      {
        title: 'Unsupported media type',
        violations: [expect.objectContaining({ section: '5', pointer: 'header Content-Encoding' })],
      },
    ],
    [
      'of a body that is not JSON',
      { body: '{"amount":}' },
      {
        title: 'Bad request',
        detail: 'the body, line 1, column 11: expected a value, got "}". Send one JSON object in UTF-8.',
        message: 'The body, line 1, column 11: expected a value, got "}".',
        violations: [{ section: '4', pointer: '', expected: 'a value at line 1, column 11', got: '"}"' }],
      },
    ],
    [
      'of a method',
      { method: 'PUT', body: BASELINE },
      {
        title: 'Method not allowed',
        message: 'The method must be POST, not PUT.',
        violations: [
          { rule: 'transport/post-only', section: '4', pointer: 'method', expected: 'POST', got: 'PUT' },
        ],
      },
    ],
    [
      'of a path',
      { path: '/v2/ch', body: BASELINE },
      {
        title: 'Not found',
        message: 'The path must be one of POST /v1/ch and POST /v1/ch/sale, not "/v2/ch".',
        violations: [expect.objectContaining({ section: '4', pointer: 'path' })],
      },
    ],
    [
      'of a missing token',
      { body: BASELINE, headers: { authorization: undefined } },
      {
        title: 'Unauthorized',
        message: expect.stringMatching(/^The header Authorization is missing: it must be Bearer and a JWT/),
        violations: [expect.objectContaining({ rule: 'auth/refuses-missing-token', section: '5' })],
      },
    ],
  ])('%s: where, what was expected, what came, how to fix it', async (_, request, expected) => {
    const headers = {
      ...headersFor(mock.token()),
      ...('headers' in request ? (request.headers as object) : {}),
    };
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));

    expect(problemOf(await mock.inject({ path: FEE, ...request, headers: sent }))).toMatchObject(expected);
  });

  it('has the name of the status that a choice gives it', async () => {
    await using chosen = await createMock({ choices: { 'refusal-status': '400' } });

    expect(problemOf(await asking(chosen)(FEE, { ...BASELINE, region: 'ZZ' }))).toMatchObject({
      title: 'Bad request',
      status: 400,
    });
  });
});
