/** What a refusal says: where, what was expected, what came, how to fix it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asking, BASELINE, FEE, problemOf, SALE } from '../../test/support/ask-mock.ts';

import type { Problem } from '../contract/types.ts';
import { createMock, type RunningMock, startMock } from './index.ts';

let mock: RunningMock;

beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

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
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: `Bearer ${mock.token()}`,
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
