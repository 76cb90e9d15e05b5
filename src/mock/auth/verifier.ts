/** Which tokens a mock accepts: any, those signed with its secret, or those signed by a key of a JWK set. */
import type { webcrypto } from 'node:crypto';
import type { FetchImplementation, JWTVerifyGetKey, JWTVerifyResult } from 'jose';
import type { Choices } from '../../contract/choices.ts';
import type { Awaitable } from '../../ledger/ledger.ts';
import type { TokenSettings } from '../api.ts';
import { MockError } from '../mock-error.ts';
import { type AskForKeys, createKeySetSource, type KeySetSource, KeysUnavailable } from './key-set.ts';
import {
  type AcceptedToken,
  expired,
  headerOf,
  MALFORMED,
  mintToken,
  readToken,
  type TokenFault,
  toDate,
  tokenFault,
  withMerchant,
  wrongClaim,
} from './token.ts';

export interface TokenVerifier {
  /** Whether any well-formed token is accepted: the mock's own tokens are then no secret. */
  readonly isOpen: boolean;
  /** What is expected of a token, after "Bearer and ". */
  readonly expected: string;
  /** @param now in milliseconds since 1970 */
  readonly verify: (token: string, now: number) => Awaitable<TokenResult>;
  /** Undefined where the mock has no key to sign with. */
  readonly mint: ((merchant: string, settings?: TokenSettings) => string) | undefined;
}

/** The options of a mock that concern tokens. */
export interface TokenOptions {
  readonly jwtSecret?: string | undefined;
  readonly jwks?: string | URL | undefined;
  readonly askForKeys?: AskForKeys | undefined;
  readonly choices?: Choices;
}

export type TokenResult = AcceptedToken | TokenFault | KeysFault;

/** The keys are missing, so the token may be valid. */
interface KeysFault {
  readonly kind: 'keys-unavailable';
  readonly why: string;
}

/**
 * @param now in milliseconds since 1970, by the clock of the mock
 * @throws MockError `token-options`
 */
export function createTokenVerifier(options: TokenOptions, now: () => number): TokenVerifier {
  const { jwtSecret: secret, jwks, askForKeys, choices } = options;
  const wrong = (problem: string) => new MockError('token-options', problem);
  if (secret === undefined && jwks === undefined)
    return {
      isOpen: true,
      expected: 'a JWT',
      verify: readToken,
      mint: (merchant, settings) => mintToken(merchant, { ...settings, now: now() }),
    };
  if (secret !== undefined && jwks !== undefined)
    throw wrong('jwtSecret and jwks: expected one of them, got both');
  const option = jwks === undefined ? 'jwtSecret' : 'jwks';
  const conflict = choiceOfUnverified(choices);
  if (conflict !== undefined)
    throw wrong(
      `${option}: cannot be combined with the choice ${conflict}=take, which accepts what ${option} refuses`,
    );
  if (secret === '') throw wrong('jwtSecret: expected at least one character, got an empty string');
  if (secret !== undefined)
    return {
      isOpen: false,
      expected: 'a JWT signed with the secret of the mock (HS256, HS384 or HS512)',
      verify: createVerify(secret),
      mint: (merchant, settings) => mintToken(merchant, { secret, ...settings, now: now() }),
    };
  const source = createKeySetSource(jwks ?? '', now, askForKeys);
  if (source === undefined)
    throw wrong(
      'jwks: expected the path of a file, or an http(s) address without a name or password, got another address',
    );

  return {
    isOpen: false,
    expected: 'a JWT signed by a key of the JWK set',
    verify: createVerify(source),
    mint: undefined,
  };
}

/** The first choice that a mock which verifies tokens cannot make: it accepts tokens without verifying them. */
export function choiceOfUnverified(
  choices: Choices | undefined,
): 'missing-token' | 'invalid-token' | undefined {
  return (['missing-token', 'invalid-token'] as const).find((name) => choices?.[name] === 'take');
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
function createVerify(keys: string | KeySetSource): TokenVerifier['verify'] {
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
