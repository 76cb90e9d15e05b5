/** Describes what is wrong with a token. A description repeats nothing of the token but its algorithm and times. */
import { KeysUnavailable } from './key-set.ts';

export type TokenFault =
  | { readonly kind: 'malformed' }
  | { readonly kind: 'unsigned' }
  /** `got` is undefined where it is not a registered name. */
  | { readonly kind: 'algorithm'; readonly got: string | undefined }
  /** A claim of another type than the expected one. */
  | { readonly kind: 'claim'; readonly name: VerifiedClaim; readonly expected: 'number' | 'string' }
  /** Its header has `crit`: a recipient that does not know the extensions must refuse it (RFC 7515, section 4.1.11). */
  | { readonly kind: 'extension' }
  | { readonly kind: 'signature' }
  | { readonly kind: 'unknown-key' }
  /** `at` in seconds since 1970. */
  | { readonly kind: 'expired' | 'not-yet-valid'; readonly at: number };

const VERIFIED_CLAIMS = ['exp', 'nbf', 'iat', 'merchant'] as const;

type VerifiedClaim = (typeof VERIFIED_CLAIMS)[number];

/** The keys are missing, so the token may be valid. */
export interface KeysFault {
  readonly kind: 'keys-unavailable';
  readonly why: string;
}

export interface FaultDescription {
  /** What was received in place of an accepted token. */
  readonly got: string;
  /** For WWW-Authenticate: ASCII without quotes (RFC 6750, section 3). */
  readonly error: string;
}

export function describeFault(fault: TokenFault): FaultDescription {
  switch (fault.kind) {
    case 'malformed':
      return { got: 'a token that is not a JWT', error: 'The access token is malformed' };
    case 'unsigned':
      return { got: 'a JWT without a signature (alg none)', error: 'The access token is not signed' };
    case 'algorithm':
      return {
        got: `a JWT signed with ${fault.got ?? 'an unknown algorithm'}`,
        error: 'The access token is signed with an algorithm that is not accepted',
      };
    case 'claim':
      return {
        got: `a JWT whose claim ${fault.name} is not a ${fault.expected}`,
        error: 'A claim of the access token has the wrong type',
      };
    case 'extension':
      return {
        got: 'a JWT with a critical extension (crit)',
        error: 'The access token has an unknown extension',
      };
    case 'signature':
      return { got: 'a JWT whose signature is wrong', error: 'The signature of the access token is wrong' };
    case 'unknown-key':
      return {
        got: 'a JWT whose kid and alg match no key of the JWK set',
        error: 'The key of the access token is unknown',
      };
    case 'expired':
      return { got: `a JWT that expired at ${toDate(fault.at)}`, error: 'The access token expired' };
    case 'not-yet-valid':
      return {
        got: `a JWT that is not valid before ${toDate(fault.at)}`,
        error: 'The access token is not valid yet',
      };
  }
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
      return { kind: 'expired', at: Number(payload?.exp) };
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      return claim === 'nbf' && reason === 'check_failed'
        ? { kind: 'not-yet-valid', at: Number(payload?.nbf) }
        : faultOfClaim(claim);
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return { kind: 'signature' };
    case 'ERR_JWKS_NO_MATCHING_KEY':
      return { kind: 'unknown-key' };
    // A registered algorithm that this version of Node lacks.
    case 'ERR_JOSE_NOT_SUPPORTED':
      return { kind: 'algorithm', got: undefined };
    case 'ERR_JWS_INVALID':
    case 'ERR_JWT_INVALID':
      return { kind: 'malformed' };
    default:
      // Such as a key that is too short: jose checks it when it verifies a token.
      if (error instanceof TypeError) {
        return { kind: 'keys-unavailable', why: 'its key for this token cannot be used' };
      }
      throw error;
  }
}

/** jose validates only the times among the claims. */
function faultOfClaim(claim: string | undefined): TokenFault {
  const name = VERIFIED_CLAIMS.find((known) => known === claim);

  return name === undefined ? { kind: 'malformed' } : { kind: 'claim', name, expected: 'number' };
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
