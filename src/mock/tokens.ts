/** The only file that knows jose: access tokens (document 5), the claim by which one names its merchant, and signatures. */
import type { webcrypto } from 'node:crypto';
import type { FetchImplementation, JWTVerifyGetKey, JWTVerifyResult } from 'jose';
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { decodeJwt } from 'jose/jwt/decode';
import { SignJWT } from 'jose/jwt/sign';
import { type KeySource, KeysUnavailable } from './key-source.ts';
import { MockError } from './mock-error.ts';
import { codeOf, faultOf, type TokenFault } from './token-fault.ts';

/** Public on purpose: these tokens open nothing but a mock that verifies none. */
const OPEN_SECRET = 'tollgate-mock-tokens-guard-nothing';

export interface MintOptions {
  /** Otherwise one that everybody knows, for mocks that verify no token. */
  readonly secret?: string | undefined;
  /** In seconds from now. What is negative has expired already; where nothing is said, a token never does. */
  readonly expiresIn?: number | undefined;
  /** What time it is, in milliseconds since 1970; otherwise what the machine says. */
  readonly now?: number | undefined;
}

/**
 * Makes a token, signed with HS256, that names a merchant; without one it stands for the default merchant.
 *
 * @throws MockError `token-options` where the secret is empty, or the time no number
 */
export async function mintToken(
  merchant?: string,
  { secret = OPEN_SECRET, expiresIn, now: moment = Date.now() }: MintOptions = {},
): Promise<string> {
  if (secret === '') {
    throw new MockError('token-options', 'secret: expected at least one character, got an empty text');
  }
  if (expiresIn !== undefined && !Number.isFinite(expiresIn)) {
    throw new MockError('token-options', `expiresIn: expected a number of seconds, got ${String(expiresIn)}`);
  }
  const now = Math.floor(moment / 1000);
  const token = new SignJWT(merchant === undefined ? {} : { merchant })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(Math.min(now, now + (expiresIn ?? 0)));
  if (expiresIn !== undefined) token.setExpirationTime(now + expiresIn);

  return token.sign(new TextEncoder().encode(secret));
}

/** Names no merchant and is signed by nobody: stands for the default merchant, as any such token does. */
export const ANYBODY = 'eyJhbGciOiJub25lIn0.e30.';

export type ReadToken =
  | {
      readonly kind: 'token';
      readonly merchant: string | undefined;
      /** In milliseconds since 1970: from then on it has to be read again. */
      readonly until: number;
    }
  | TokenFault;

/**
 * Reads any token, by whatever it is verified.
 *
 * @param now what time it is for whoever asks, in milliseconds since 1970
 */
export type ReadAnyToken = (token: string, now: number) => ReadToken | Promise<ReadToken>;

/** Header, payload and signature, each in base64url without padding (RFC 7515, section 7.1): jose takes more. */
const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Reads the merchant that a token names, if any. Signature and expiry are not looked at. */
export function readToken(token: string): ReadToken {
  if (!COMPACT.test(token)) return { kind: 'malformed' };
  try {
    decodeProtectedHeader(token);

    return toRead(decodeJwt(token)['merchant'], Number.POSITIVE_INFINITY);
  } catch {
    return { kind: 'malformed' };
  }
}

/** What tokens are verified by. */
export type Keys =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'key-set'; readonly source: KeySource };

const BY_SECRET = ['HS256', 'HS384', 'HS512'];
/** None that takes a secret: or a public key, which everybody has, would do as one. */
const BY_KEY_SET = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'],
];

/** For how long keys, and what they verified, are taken as they are: a key can be withdrawn. In milliseconds. */
const KEYS_ARE_FRESH = 10 * 60 * 1000;

/**
 * Reads the merchant of a token whose signature and times hold; of any other what is wrong with it.
 *
 * @returns a function of the token and of what time it is, in milliseconds since 1970
 */
export function createVerify(keys: Keys): (token: string, now: number) => Promise<ReadToken> {
  const algorithms = keys.kind === 'secret' ? BY_SECRET : BY_KEY_SET;
  let verifying: Promise<Verify> | undefined;

  return async (token, now) => {
    const fault = faultOfHeader(token, algorithms);
    if (fault !== undefined) return fault;
    verifying ??= loadVerifier(keys, algorithms);
    const verify = await verifying;

    try {
      const { payload } = await verify(token, now);
      // Not for ever: it may not have begun at the time that a clock is set back to.
      const until = payload.exp === undefined ? Number.MAX_VALUE : payload.exp * 1000;
      return toRead(
        payload['merchant'],
        keys.kind === 'secret' ? until : Math.min(until, now + KEYS_ARE_FRESH),
      );
    } catch (error) {
      return faultOf(error);
    }
  };
}

function toRead(merchant: unknown, until: number): ReadToken {
  return merchant === undefined || typeof merchant === 'string'
    ? { kind: 'token', merchant, until }
    : { kind: 'claim', name: 'merchant', expected: 'text' };
}

function faultOfHeader(token: string, algorithms: readonly string[]): TokenFault | undefined {
  if (!COMPACT.test(token)) return { kind: 'malformed' };
  try {
    const { alg, crit } = decodeProtectedHeader(token);
    if (crit !== undefined) return { kind: 'extension' };
    if (alg === undefined || algorithms.includes(alg)) return undefined;
    if (alg.toLowerCase() === 'none') return { kind: 'unsigned' };
    const isKnown = [...BY_SECRET, ...BY_KEY_SET].includes(alg);

    return { kind: 'algorithm', got: isKnown ? alg : undefined };
  } catch {
    return { kind: 'malformed' };
  }
}

type Verify = (token: string, now: number) => Promise<JWTVerifyResult>;

/** Loaded for the first token that is verified, so that a mock that verifies none starts as quickly as ever. */
async function loadVerifier(keys: Keys, algorithms: readonly string[]): Promise<Verify> {
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
      return verifyByAny(error as AsyncIterable<webcrypto.CryptoKey>, (key) =>
        jwtVerify(token, key, optionsAt(now)),
      );
    }
  };
}

/** Where a token does not say by which of several keys: any of them will do. */
async function verifyByAny(
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

async function loadKeySet(source: KeySource): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet, customFetch } = await import('jose/jwks/remote');
  const read: FetchImplementation = async (_href, { signal }) => Response.json(await source.read(signal));
  const keySet = createRemoteJWKSet(source.url, {
    cacheMaxAge: KEYS_ARE_FRESH,
    cooldownDuration: source.coolDown,
    [customFetch]: read,
  });

  return async (header, token) => {
    try {
      return await keySet(header, token);
    } catch (error) {
      if (error instanceof KeysUnavailable || isAboutToken(error)) throw error;
      throw new KeysUnavailable('it is no JWK set of public keys', { cause: error });
    }
  };
}

function isAboutToken(error: unknown): boolean {
  return ['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWKS_MULTIPLE_MATCHING_KEYS', 'ERR_JOSE_NOT_SUPPORTED'].includes(
    codeOf(error),
  );
}

/** When a token says that it expires, in seconds since 1970; undefined where it does not say, or is none. */
export function expiryOf(token: string): number | undefined {
  try {
    return decodeJwt(token).exp;
  } catch {
    return undefined;
  }
}
