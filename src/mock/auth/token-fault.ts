/** What is wrong with a token. It repeats nothing of the token but its algorithm and times. */
import { KeysUnavailable } from './key-set.ts';

export interface TokenFault {
  readonly kind: 'fault';
  /** What was received in place of an accepted token. */
  readonly got: string;
  /** For WWW-Authenticate: ASCII without quotes (RFC 6750, section 3). */
  readonly error: string;
}

/** The keys are missing, so the token may be valid. */
export interface KeysFault {
  readonly kind: 'keys-unavailable';
  readonly why: string;
}

function fault(got: string, error: string): TokenFault {
  return { kind: 'fault', got, error };
}

export const MALFORMED = fault('a token that is not a JWT', 'The access token is malformed');
export const UNSIGNED = fault('a JWT without a signature (alg none)', 'The access token is not signed');
/** A recipient that does not know the extensions of `crit` must refuse the token (RFC 7515, section 4.1.11). */
export const EXTENDED = fault(
  'a JWT with a critical extension (crit)',
  'The access token has an unknown extension',
);
const MISSIGNED = fault('a JWT whose signature is wrong', 'The signature of the access token is wrong');
const UNKNOWN_KEY = fault(
  'a JWT whose kid and alg match no key of the JWK set',
  'The key of the access token is unknown',
);

/** @param got undefined where it is not a registered name */
export function wrongAlgorithm(got: string | undefined): TokenFault {
  return fault(
    `a JWT signed with ${got ?? 'an unknown algorithm'}`,
    'The access token is signed with an algorithm that is not accepted',
  );
}

export function wrongClaim(name: string, expected: 'number' | 'string'): TokenFault {
  return fault(
    `a JWT whose claim ${name} is not a ${expected}`,
    'A claim of the access token has the wrong type',
  );
}

/** @param at in seconds since 1970 */
export function expired(at: number): TokenFault {
  return fault(`a JWT that expired at ${toDate(at)}`, 'The access token expired');
}

/** A claim may be a number beyond all dates. */
function toDate(seconds: number): string {
  const date = new Date(seconds * 1000);

  return Number.isNaN(date.getTime()) ? 'an out-of-range time' : date.toISOString();
}

/** From an error of the verification. Rethrows errors that neither the token nor the keys explain. */
export function faultOf(error: unknown): TokenFault | KeysFault {
  if (error instanceof KeysUnavailable) return { kind: 'keys-unavailable', why: error.message };
  const { claim, reason, payload } = error as Partial<ClaimError>;
  switch (codeOf(error)) {
    case 'ERR_JWT_EXPIRED':
      return expired(Number(payload?.exp));
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      if (claim === 'nbf' && reason === 'check_failed')
        return fault(
          `a JWT that is not valid before ${toDate(Number(payload?.nbf))}`,
          'The access token is not valid yet',
        );
      // jose validates only the times among the claims.
      return claim === 'exp' || claim === 'nbf' || claim === 'iat' ? wrongClaim(claim, 'number') : MALFORMED;
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return MISSIGNED;
    case 'ERR_JWKS_NO_MATCHING_KEY':
      return UNKNOWN_KEY;
    // A registered algorithm that this version of Node lacks.
    case 'ERR_JOSE_NOT_SUPPORTED':
      return wrongAlgorithm(undefined);
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

/** The code of an error; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
