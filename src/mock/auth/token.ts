/**
 * Mints, reads and verifies access tokens (section 5). The only file that knows jose. What it says of a wrong token has
 * nothing of it but its algorithm and times.
 */
import { createHmac, type webcrypto } from 'node:crypto';
import type { FetchImplementation, JWTVerifyGetKey, JWTVerifyResult } from 'jose';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { decodeJwt } from 'jose/jwt/decode';
import type { Awaitable } from '../../ledger/ledger.ts';
import { MockError } from '../mock-error.ts';
import { type KeySetSource, KeysUnavailable } from './key-set.ts';

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

interface TokenFault {
  readonly kind: 'fault';
  /** What was received in place of an accepted token. */
  readonly got: string;
  /** For WWW-Authenticate: ASCII without quotes (RFC 6750, section 3). */
  readonly error: string;
}

export type TokenResult = AcceptedToken | TokenFault | KeysFault;

/** The keys are missing, so the token may be valid. */
interface KeysFault {
  readonly kind: 'keys-unavailable';
  readonly why: string;
}

/** @param now in milliseconds since 1970 */
export type VerifyToken = (token: string, now: number) => Awaitable<TokenResult>;

function tokenFault(got: string, error: string): TokenFault {
  return { kind: 'fault', got, error };
}

const MALFORMED = tokenFault('a token that is not a JWT', 'The access token is malformed');

function wrongClaim(name: string, expected: 'number' | 'string'): TokenFault {
  return tokenFault(
    `a JWT whose claim ${name} is not a ${expected}`,
    'A claim of the access token has the wrong type',
  );
}

/** @param at in seconds since 1970 */
function expired(at: number): TokenFault {
  return tokenFault(`a JWT that expired at ${toDate(at)}`, 'The access token expired');
}

/** From seconds since 1970; a claim may be a number beyond all dates. */
function toDate(seconds: number): string {
  const date = new Date(seconds * 1000);

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
  if (typeof exp === 'number') return exp * 1000 > now ? undefined : expired(exp);

  return exp === undefined ? undefined : wrongClaim('exp', 'number');
}

/** @param until when the token has to be verified again */
function withMerchant(merchant: unknown, until: number): AcceptedToken | TokenFault {
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
  let loading: Promise<VerifyJwt> | undefined;

  return async (token, now) => {
    const fault = faultOfHeader(token, algorithms);
    if (fault !== undefined) return fault;
    loading ??= loadVerifyJwt(keys, algorithms);
    const verifyJwt = await loading;

    try {
      const { payload } = await verifyJwt(token, now);
      // Less than infinite: a clock that is set back may reach a time before the token is valid.
      const expiry = payload.exp === undefined ? Number.MAX_VALUE : payload.exp * 1000;

      return withMerchant(payload['merchant'], isSecret ? expiry : Math.min(expiry, now + KEYS_CACHED_FOR));
    } catch (error) {
      return faultOf(error);
    }
  };
}

function faultOfHeader(token: string, algorithms: readonly string[]): TokenFault | undefined {
  const header = headerOf(token);
  if (header === undefined) return MALFORMED;
  const { alg, crit } = header;
  // A recipient that does not know the extensions must refuse the token (RFC 7515, section 4.1.11).
  if (crit !== undefined)
    return tokenFault('a JWT with a critical extension (crit)', 'The access token has an unknown extension');
  if (alg === undefined || algorithms.includes(alg)) return undefined;
  if (typeof alg !== 'string') return MALFORMED;
  if (alg.toLowerCase() === 'none')
    return tokenFault('a JWT without a signature (alg none)', 'The access token is not signed');
  const isKnown = [...SECRET_ALGORITHMS, ...KEY_SET_ALGORITHMS].includes(alg);

  return wrongAlgorithm(isKnown ? alg : 'an unknown algorithm');
}

function wrongAlgorithm(got: string): TokenFault {
  return tokenFault(
    `a JWT signed with ${got}`,
    'The access token is signed with an algorithm that is not accepted',
  );
}

/** From an error of the verification. Rethrows errors that neither the token nor the keys explain. */
function faultOf(error: unknown): TokenFault | KeysFault {
  if (error instanceof KeysUnavailable) return { kind: 'keys-unavailable', why: error.message };
  const { claim, reason, payload } = error as Partial<ClaimError>;
  switch (codeOf(error)) {
    case 'ERR_JWT_EXPIRED':
      return expired(Number(payload?.exp));
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      if (claim === 'nbf' && reason === 'check_failed')
        return tokenFault(
          `a JWT that is not valid before ${toDate(Number(payload?.nbf))}`,
          'The access token is not valid yet',
        );
      // jose validates only the times among the claims.
      return claim === 'exp' || claim === 'nbf' || claim === 'iat' ? wrongClaim(claim, 'number') : MALFORMED;
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return tokenFault('a JWT whose signature is wrong', 'The signature of the access token is wrong');
    case 'ERR_JWKS_NO_MATCHING_KEY':
      return tokenFault(
        'a JWT whose kid and alg match no key of the JWK set',
        'The key of the access token is unknown',
      );
    // A registered algorithm that this version of Node lacks.
    case 'ERR_JOSE_NOT_SUPPORTED':
      return wrongAlgorithm('an unknown algorithm');
    case 'ERR_JWS_INVALID':
    case 'ERR_JWT_INVALID':
      return MALFORMED;
    default:
      // Such as a key that is too short: jose checks it when it verifies a token.
      if (error instanceof TypeError)
        return { kind: 'keys-unavailable', why: 'its key for this token cannot be used' };
      throw error;
  }
}

interface ClaimError {
  readonly claim: string;
  readonly reason: string;
  readonly payload: { readonly exp?: unknown; readonly nbf?: unknown };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

type VerifyJwt = (token: string, now: number) => Promise<JWTVerifyResult>;

/** Loads the verifying part of jose with the first token: a mock that verifies none starts without it. */
async function loadVerifyJwt(keys: string | KeySetSource, algorithms: readonly string[]): Promise<VerifyJwt> {
  const optionsAt = (now: number) => ({ algorithms: [...algorithms], currentDate: new Date(now) });
  const { jwtVerify } = await import('jose/jwt/verify');
  if (typeof keys === 'string') {
    const secret = new TextEncoder().encode(keys);
    return (token, now) => jwtVerify(token, secret, optionsAt(now));
  }
  const keyOf = await loadKeySet(keys);

  return async (token, now) => {
    try {
      return await jwtVerify(token, keyOf, optionsAt(now));
    } catch (error) {
      if (codeOf(error) !== 'ERR_JWKS_MULTIPLE_MATCHING_KEYS') throw error;
      return verifyWithAny(error as AsyncIterable<webcrypto.CryptoKey>, (key) =>
        jwtVerify(token, key, optionsAt(now)),
      );
    }
  };
}

/** For a token that does not name one of several keys: tries each. */
async function verifyWithAny(
  keys: AsyncIterable<webcrypto.CryptoKey>,
  verify: (key: webcrypto.CryptoKey) => Promise<JWTVerifyResult>,
): Promise<JWTVerifyResult> {
  let last: unknown;
  for await (const key of keys) {
    try {
      return await verify(key);
    } catch (error) {
      if (codeOf(error) !== 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') throw error;
      last = error;
    }
  }
  throw last ?? new KeysUnavailable('none of its keys can be used');
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
      if (error instanceof KeysUnavailable || ABOUT_TOKEN.includes(codeOf(error))) throw error;
      throw new KeysUnavailable('it is not a JWK set of public keys', { cause: error });
    }
  };
}

/** Errors of a key set that the token explains. */
const ABOUT_TOKEN: readonly unknown[] = [
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JOSE_NOT_SUPPORTED',
];
