/** Sends calls and control requests to a mock in this process, forges tokens for it, and reads its refusals. */

import { createHmac } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { SignJWT } from 'jose';
import { expect, onTestFinished, vi } from 'vitest';
import type { Problem } from '../../src/contract/types.ts';
import type { InjectedAnswer, InjectedRequest, Mock } from '../../src/mock/index.ts';

export const FEE = '/v1/ch';
export const SALE = '/v1/ch/sale';

/** A valid fee request with only the required fields. */
export const BASELINE = { amount: 100, nicn: '424242', region: '85004' } as const;

/** The headers that each call needs. */
export const headersFor = (token: string) => ({
  'content-type': 'application/json',
  'x-requested-with': 'xhr',
  authorization: `Bearer ${token}`,
});

/** Sends calls over HTTP. A body that is no text is written as JSON. */
export function posting(url: string, token: string) {
  return (path: string, body: string | object, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headersFor(token), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
}

export type Ask = (
  path: string,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<InjectedAnswer>;

/** @param merchant whose token the requests carry; the default merchant unless given */
export function asking(mock: Pick<Mock, 'inject' | 'token'>, merchant?: string): Ask {
  const token = mock.token(merchant);

  return (path, body, headers = {}) =>
    mock.inject({
      path,
      body,
      headers: { ...headersFor(token), ...headers },
    });
}

/** The members of the JSON object in the response. */
export function fieldsOf(answer: InjectedAnswer): Readonly<Record<string, unknown>> {
  return answer.json() as Readonly<Record<string, unknown>>;
}

// Sends control requests to a mock in this process.

export type Value = Readonly<Record<string, unknown>>;

/** Sends a control request, with a path below /_tollgate. */
export async function control(mock: Pick<Mock, 'inject'>, path: string, more: Partial<InjectedRequest> = {}) {
  return mock.inject({ method: 'GET', ...more, path: `/_tollgate${path}` });
}

export async function get(mock: Pick<Mock, 'inject'>, path: string): Promise<Value> {
  const answer = await control(mock, path);
  expect([path, answer.status]).toEqual([path, 200]);

  return fieldsOf(answer);
}

export const post = (body: unknown): Partial<InjectedRequest> => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
});

export async function entriesOf(mock: Pick<Mock, 'inject'>, query = ''): Promise<readonly Value[]> {
  return (await get(mock, `/journal${query}`))['entries'] as readonly Value[];
}

// Reads the problems with which the mock refuses requests.

/** The problem of an answer, which has to be a whole one. */
export function problemOf({ status, headers, text, json }: InjectedAnswer): Problem {
  const problem = json() as Problem;
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(problem).toMatchObject({
    type: expect.stringMatching(/^urn:tollgate:problem:/),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: headers['request-id'],
    message: expect.any(String),
    reasonCode: expect.any(String),
    reason: expect.any(String),
  });
  expect(problem.title.toLowerCase()).toBe(STATUS_CODES[status]?.toLowerCase());
  expect(problem.message).toMatch(/^[A-Z].{10,300}[.…]$/su);
  for (const { section } of problem.violations ?? []) expect(section).toMatch(/^[1-9]/);
  expect(problem.message).not.toBe('ok');
  expect(problem).not.toHaveProperty('sTxId');
  // An sTxId of the mock, which a fix may name, may have more digits in a row.
  expect(text.replaceAll(/\b[0-9a-f]{32}\b/g, '')).not.toMatch(/\d{9}|\/work|node_modules|\bat .*\.ts/);

  return problem;
}

export const rulesOf = ({ violations = [] }: Problem) => violations.map(({ rule }) => rule);
export const pointersOf = ({ violations = [] }: Problem) => violations.map(({ pointer }) => pointer);

// Tokens for a mock that verifies them: forges and sends them, and reads the refusal.

export const SECRET = 'a secret of more than thirty-two bytes';
/** 2027-01-15T08:00:00Z, in seconds since 1970. */
export const START = 1_800_000_000;

/** Sets the time until the test ends, and leaves timers running. */
export function setClock(seconds: number): void {
  onTestFinished(() => {
    vi.useRealTimers();
  });
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 });
}

export function sendFee(mock: Mock, token: string): Promise<InjectedAnswer> {
  const headers = { ...headersFor(token) };

  return mock.inject({ path: FEE, body: BASELINE, headers });
}

/** The description of the token in a 401, which must be complete and must not repeat the token or the secret. */
export async function refusalOf(mock: Mock, token: string) {
  const response = await sendFee(mock, token);
  const { violations } = fieldsOf(response) as { readonly violations: readonly { readonly got: string }[] };
  const challenge = String(response.headers['www-authenticate']);
  expect(response.status).toBe(401);
  expect(challenge).toMatch(
    /^Bearer realm="tollgate", error="invalid_token", error_description="[\x20-\x21\x23-\x5b\x5d-\x7e]+"$/,
  );
  expect(response.text).not.toContain(token);
  expect(challenge).not.toContain(token);
  expect(response.text).not.toContain(SECRET);

  return { got: violations[0]?.got, challenge };
}

export const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with any header, signed with HMAC and SHA-256. */
export function forge(header: object, payload: object, secret: string): string {
  const signed = `${encode(header)}.${encode(payload)}`;

  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

export const signed = (alg: string, payload: Record<string, unknown>, secret = SECRET) =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));

/** The fields of a fee request, without the identifiers (section 2.1). */
export const FEE_FIELDS: readonly string[] = [
  'amount',
  'nicn',
  'region',
  'campaign',
  'country',
  'processor',
  'cardToken',
  'data',
  'totalAmount',
];
