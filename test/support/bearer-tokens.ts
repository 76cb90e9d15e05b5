/** Tokens for a mock that verifies them: forges and sends them, and reads the refusal. */
import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { expect, onTestFinished, vi } from 'vitest';
import type { InjectedAnswer, Mock } from '../../src/mock/index.ts';
import { BASELINE, FEE, fieldsOf } from './ask-mock.ts';

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
  const headers = {
    'content-type': 'application/json',
    'x-requested-with': 'xhr',
    authorization: `Bearer ${token}`,
  };

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
