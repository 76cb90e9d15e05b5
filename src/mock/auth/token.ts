/**
 * Reads and verifies access tokens (section 5). The only file that knows jose. What it says of a wrong token has
 * nothing of it but its algorithm and times.
 */
import type { CryptoKey, FetchImplementation, JWTVerifyGetKey, JWTVerifyResult } from 'jose';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { decodeJwt } from 'jose/jwt/decode';
import type { Awaitable } from '../../ledger/ledger.ts';
import { type KeySetSource, KeysUnavailable } from './key-set.ts';

/** A token that is accepted. */
export interface AcceptedToken {
  readonly kind: 'token';
  /** Undefined for the default merchant. */
  readonly merchant: string | undefined;
  /** When it has to be verified again, in milliseconds since 1970. */
  readonly until: number;
}

interface TokenFault {
  readonly kind: 'fault';
  /** What was received in place of an accepted token: ASCII without quotes (RFC 6750, section 3). */
  readonly got: string;
}

export type TokenResult = AcceptedToken | TokenFault;

/** @param now in milliseconds since 1970 @throws KeysUnavailable where the token may be valid */
export type VerifyToken = (token: string, now: number) => Awaitable<TokenResult>;

const MALFORMED: TokenFault = { kind: 'fault', got: 'a token that is not a JWT' };

function fault(got: string): TokenFault {
  return { kind: 'fault', got: `a JWT ${got}` };
}

/** From seconds since 1970; a claim may be a number beyond all dates. */
function toDate(seconds: unknown): string {
  const date = new Date(Number(seconds) * 1000);

  return Number.isNaN(date.getTime()) ? 'an out-of-range time' : date.toISOString();
}

/** Header, payload and signature, each in base64url without padding (RFC 7515, section 7.1): jose accepts more. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** The header of a token; undefined where it is malformed. */
function headerOf(token: string): ReturnType<typeof decodeProtectedHeader> | undefined {
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
  if (typeof exp === 'number') return exp * 1000 > now ? undefined : fault(`that expired at ${toDate(exp)}`);

  return exp === undefined ? undefined : fault('whose claim exp is not a number');
}

/** @param until when the token has to be verified again */
function withMerchant(merchant: unknown, until: number): AcceptedToken | TokenFault {
  return merchant === undefined || typeof merchant === 'string'
    ? { kind: 'token', merchant, until }
    : fault('whose claim merchant is not a string');
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512'];
/** None with a secret: a token could otherwise be signed with a public key as the secret. */
const KEY_SET_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'],
];

/** How long the keys of a set, and the tokens that they verified, are cached: a key can be withdrawn. In milliseconds. */
const KEYS_CACHED_FOR = 10 * 60 * 1000;

/** Verifies the signature of tokens, with a secret or the keys of a set, and the times that they are valid. */
export function createVerify(keys: string | KeySetSource): VerifyToken {
  const isSecret = typeof keys === 'string';
  const algorithms = isSecret ? SECRET_ALGORITHMS : KEY_SET_ALGORITHMS;
  let loading: ReturnType<typeof loadJose> | undefined;

  return async (token, now) => {
    const header = headerOf(token);
    if (header === undefined) return MALFORMED;
    loading ??= loadJose(keys);
    const { jwtVerify, keyOf } = await loading;
    const options = { algorithms, currentDate: new Date(now) };
    try {
      const { payload } = await jwtVerify(token, keyOf, options).catch((error: unknown) => {
        if (codeOf(error) !== 'ERR_JWKS_MULTIPLE_MATCHING_KEYS') throw error;

        return verifyWithAny(error as AsyncIterable<CryptoKey>, (key) => jwtVerify(token, key, options));
      });
      // Less than infinite: a clock that is set back may reach a time before the token is valid.
      const expiry = payload.exp === undefined ? Number.MAX_VALUE : payload.exp * 1000;

      return withMerchant(payload['merchant'], isSecret ? expiry : Math.min(expiry, now + KEYS_CACHED_FOR));
    } catch (error) {
      return faultOf(error, header.alg);
    }
  };
}

/** From an error of the verification. Throws errors that the token does not explain. */
function faultOf(error: unknown, algorithm: unknown): TokenFault {
  const { claim, reason, payload } = error as Partial<ClaimError>;
  const known = ALGORITHMS.includes(algorithm) ? algorithm : 'an unknown algorithm';
  const described: Readonly<Record<string, string | undefined>> = {
    ERR_JWT_EXPIRED: `that expired at ${toDate(payload?.exp)}`,
    // jose validates only the times among the claims.
    ERR_JWT_CLAIM_VALIDATION_FAILED:
      reason === 'check_failed'
        ? `that is not valid before ${toDate(payload?.nbf)}`
        : `whose claim ${claim} is not a number`,
    ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'whose signature is wrong',
    ERR_JWKS_NO_MATCHING_KEY: 'whose kid and alg match no key of the JWK set',
    ERR_JOSE_ALG_NOT_ALLOWED: /^none$/i.test(String(algorithm))
      ? 'without a signature (alg none)'
      : `signed with ${known}`,
    ERR_JOSE_NOT_SUPPORTED: 'with an extension (crit) or algorithm that is not supported',
  };
  const code = codeOf(error);
  const got = described[code];
  if (got !== undefined) return fault(got);
  if (code === 'ERR_JWS_INVALID' || code === 'ERR_JWT_INVALID') return MALFORMED;
  // Such as a key that is too short: jose checks it when it verifies a token.
  throw error instanceof TypeError ? new KeysUnavailable('its key for this token cannot be used') : error;
}

const ALGORITHMS: readonly unknown[] = [...SECRET_ALGORITHMS, ...KEY_SET_ALGORITHMS];

interface ClaimError {
  readonly claim: string;
  readonly reason: string;
  readonly payload: { readonly exp?: unknown; readonly nbf?: unknown };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Loads the verifying part of jose with the first token: a mock that verifies none starts without it. */
async function loadJose(keys: string | KeySetSource) {
  const { jwtVerify } = await import('jose/jwt/verify');
  if (typeof keys !== 'string') return { jwtVerify, keyOf: await loadKeySet(keys) };
  const secret = new TextEncoder().encode(keys);

  return { jwtVerify, keyOf: async () => secret };
}

/** For a token that does not name one of several keys: tries each. */
async function verifyWithAny(
  keys: AsyncIterable<CryptoKey>,
  verify: (key: CryptoKey) => Promise<JWTVerifyResult>,
): Promise<JWTVerifyResult> {
  let last: unknown = new KeysUnavailable('none of its keys can be used');
  for await (const key of keys) {
    try {
      return await verify(key);
    } catch (error) {
      if (codeOf(error) !== 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') throw error;
      last = error;
    }
  }
  throw last;
}

async function loadKeySet(source: KeySetSource): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch } = await import('jose/jwks/remote');
  const read: FetchImplementation = async (_href, { signal }) => Response.json(await source.read(signal));
  const keySet = createRemoteJWKSet(source.url, {
    cacheMaxAge: KEYS_CACHED_FOR,
    cooldownDuration: source.coolDown,
    [customFetch]: read,
  });

  return async (header, token) => {
    try {
      return await keySet(header, token);
    } catch (error) {
      if (error instanceof KeysUnavailable || ABOUT_TOKEN.test(codeOf(error))) throw error;
      throw new KeysUnavailable('it is not a JWK set of public keys', { cause: error });
    }
  };
}

/** Errors of a key set that the token explains. */
const ABOUT_TOKEN = /^ERR_(?:JWKS_(?:NO|MULTIPLE)_MATCHING_KEYS?|JOSE_NOT_SUPPORTED)$/;
