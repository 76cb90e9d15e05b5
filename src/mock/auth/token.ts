/** Mints, reads and verifies access tokens (section 5). The only file that knows jose. */
import { createHmac, type webcrypto } from 'node:crypto';
import type { FetchImplementation, JWTVerifyGetKey, JWTVerifyResult } from 'jose';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { decodeJwt } from 'jose/jwt/decode';
import type { Awaitable } from '../../ledger/ledger.ts';
import { MockError } from '../mock-error.ts';
import { type KeySetSource, KeysUnavailable } from './key-set.ts';
import {
  codeOf,
  EXTENDED,
  expired,
  faultOf,
  type KeysFault,
  MALFORMED,
  type TokenFault,
  UNSIGNED,
  wrongAlgorithm,
  wrongClaim,
} from './token-fault.ts';

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

export type TokenResult = AcceptedToken | TokenFault | KeysFault;

/** @param now in milliseconds since 1970 */
export type VerifyToken = (token: string, now: number) => Awaitable<TokenResult>;

/** Header, payload and signature, each in base64url without padding (RFC 7515, section 7.1): jose accepts more. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** The merchant of a token. Signature and times are not verified. */
export function readToken(token: string): AcceptedToken | TokenFault {
  if (!COMPACT.test(token)) return MALFORMED;
  try {
    decodeProtectedHeader(token);

    return withMerchant(decodeJwt(token)['merchant'], Number.POSITIVE_INFINITY);
  } catch {
    return MALFORMED;
  }
}

/**
 * What is wrong with the claim exp of a token; undefined where it has none or is not a JWT. Its signature is not verified.
 *
 * @param now in milliseconds since 1970
 */
export function faultOfExpiry(token: string, now: number): TokenFault | undefined {
  let exp: unknown;
  try {
    ({ exp } = decodeJwt(token));
  } catch {
    return undefined;
  }
  // Of any type: jose checks it only when it verifies a token.
  if (typeof exp === 'number') return exp * 1000 > now ? undefined : expired(exp);

  return exp === undefined ? undefined : wrongClaim('exp', 'number');
}

function withMerchant(merchant: unknown, until: number): AcceptedToken | TokenFault {
  return merchant === undefined || typeof merchant === 'string'
    ? { kind: 'token', merchant, until }
    : wrongClaim('merchant', 'string');
}

/** What tokens are verified with. */
export type VerificationKeys =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'key-set'; readonly source: KeySetSource };

const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512'];
/** None with a secret: a token could otherwise be signed with a public key as the secret. */
const KEY_SET_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'],
];

/** How long the keys of a set, and the tokens that they verified, are cached: a key can be withdrawn. In milliseconds. */
const KEYS_CACHED_FOR = 10 * 60 * 1000;

/** Verifies the signature of tokens and the times that they are valid. */
export function createVerify(keys: VerificationKeys): (token: string, now: number) => Promise<TokenResult> {
  const algorithms = keys.kind === 'secret' ? SECRET_ALGORITHMS : KEY_SET_ALGORITHMS;
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
      const until = keys.kind === 'secret' ? expiry : Math.min(expiry, now + KEYS_CACHED_FOR);

      return withMerchant(payload['merchant'], until);
    } catch (error) {
      return faultOf(error);
    }
  };
}

function faultOfHeader(token: string, algorithms: readonly string[]): TokenFault | undefined {
  if (!COMPACT.test(token)) return MALFORMED;
  try {
    const { alg, crit } = decodeProtectedHeader(token);
    if (crit !== undefined) return EXTENDED;
    if (alg === undefined || algorithms.includes(alg)) return undefined;
    if (alg.toLowerCase() === 'none') return UNSIGNED;
    const isKnown = [...SECRET_ALGORITHMS, ...KEY_SET_ALGORITHMS].includes(alg);

    return wrongAlgorithm(isKnown ? alg : undefined);
  } catch {
    return MALFORMED;
  }
}

type VerifyJwt = (token: string, now: number) => Promise<JWTVerifyResult>;

/** Loads the verifying part of jose with the first token: a mock that verifies none starts without it. */
async function loadVerifyJwt(keys: VerificationKeys, algorithms: readonly string[]): Promise<VerifyJwt> {
  const optionsAt = (now: number) => ({ algorithms: [...algorithms], currentDate: new Date(now) });
  const { jwtVerify } = await import('jose/jwt/verify');
  if (keys.kind === 'secret') {
    const secret = new TextEncoder().encode(keys.secret);
    return (token, now) => jwtVerify(token, secret, optionsAt(now));
  }
  const keyOf = await loadKeySet(keys.source);

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
      if (error instanceof KeysUnavailable || isAboutToken(error)) throw error;
      throw new KeysUnavailable('it is not a JWK set of public keys', { cause: error });
    }
  };
}

function isAboutToken(error: unknown): boolean {
  return ['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWKS_MULTIPLE_MATCHING_KEYS', 'ERR_JOSE_NOT_SUPPORTED'].includes(
    codeOf(error),
  );
}
