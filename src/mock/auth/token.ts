/** Mints and reads access tokens (section 5), and says what is wrong with one: nothing of it but its algorithm and times. */
import { createHmac } from 'node:crypto';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { decodeJwt } from 'jose/jwt/decode';
import { MockError } from '../mock-error.ts';

/** Public: a token that is signed with it is accepted only by mocks that verify no signature. */
const PUBLIC_SECRET = 'tollgate-mock-tokens-guard-nothing';

export interface MintOptions {
  /** By default a public secret, for mocks that verify no token. */
  readonly secret?: string | undefined;
  /** In seconds from now; a negative number makes an expired token. By default the token does not expire. */
  readonly expiresIn?: number | undefined;
  /** In milliseconds since 1970; by default the time of the machine. */
  readonly now?: number | undefined;
}

/**
 * Mints a token, signed with HS256, that names a merchant.
 *
 * @param merchant by default the token names none and stands for the default merchant
 * @throws MockError `token-options` where the secret is empty or the time is not a number
 */
export function mintToken(
  merchant?: string,
  { secret = PUBLIC_SECRET, expiresIn, now: moment = Date.now() }: MintOptions = {},
): string {
  if (secret === '') {
    throw new MockError('token-options', 'secret: expected at least one character, got an empty string');
  }
  if (expiresIn !== undefined && !Number.isFinite(expiresIn)) {
    throw new MockError('token-options', `expiresIn: expected a number of seconds, got ${String(expiresIn)}`);
  }
  const now = Math.floor(moment / 1000);
  const claims = {
    ...(merchant === undefined ? {} : { merchant }),
    iat: Math.min(now, now + (expiresIn ?? 0)),
    ...(expiresIn === undefined ? {} : { exp: now + expiresIn }),
  };
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;

  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A token that is accepted. */
export interface AcceptedToken {
  readonly kind: 'token';
  /** Undefined for the default merchant. */
  readonly merchant: string | undefined;
  /** When it has to be verified again, in milliseconds since 1970. */
  readonly until: number;
}

export interface TokenFault {
  readonly kind: 'fault';
  /** What was received in place of an accepted token. */
  readonly got: string;
  /** For WWW-Authenticate: ASCII without quotes (RFC 6750, section 3). */
  readonly error: string;
}

export function tokenFault(got: string, error: string): TokenFault {
  return { kind: 'fault', got, error };
}

export const MALFORMED = tokenFault('a token that is not a JWT', 'The access token is malformed');

export function wrongClaim(name: string, expected: 'number' | 'string'): TokenFault {
  return tokenFault(
    `a JWT whose claim ${name} is not a ${expected}`,
    'A claim of the access token has the wrong type',
  );
}

/** @param at in seconds since 1970 */
export function expired(at: number): TokenFault {
  return tokenFault(`a JWT that expired at ${toDate(at)}`, 'The access token expired');
}

/** From seconds since 1970; a claim may be a number beyond all dates. */
export function toDate(seconds: number): string {
  const date = new Date(seconds * 1000);

  return Number.isNaN(date.getTime()) ? 'an out-of-range time' : date.toISOString();
}

/** Header, payload and signature, each in base64url without padding (RFC 7515, section 7.1): jose accepts more. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** The header of a token; undefined where it is malformed. */
export function headerOf(token: string): ReturnType<typeof decodeProtectedHeader> | undefined {
  return COMPACT.test(token) ? orUndefined(() => decodeProtectedHeader(token)) : undefined;
}

/** The merchant of a token. Signature and times are not verified. */
export function readToken(token: string): AcceptedToken | TokenFault {
  const claims = headerOf(token) && orUndefined(() => decodeJwt(token));

  return claims === undefined ? MALFORMED : withMerchant(claims['merchant'], Number.POSITIVE_INFINITY);
}

/**
 * What is wrong with the claim exp of a token; undefined where it has none or is not a JWT. Its signature is not verified.
 *
 * @param now in milliseconds since 1970
 */
export function faultOfExpiry(token: string, now: number): TokenFault | undefined {
  // Of any type: jose checks it only when it verifies a token.
  const exp: unknown = orUndefined(() => decodeJwt(token))?.exp;
  if (typeof exp === 'number') return exp * 1000 > now ? undefined : expired(exp);

  return exp === undefined ? undefined : wrongClaim('exp', 'number');
}

/** @param until when the token has to be verified again */
export function withMerchant(merchant: unknown, until: number): AcceptedToken | TokenFault {
  return merchant === undefined || typeof merchant === 'string'
    ? { kind: 'token', merchant, until }
    : wrongClaim('merchant', 'string');
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
