/** What can be wrong with a token, in words. None of them repeats anything of the token but its algorithm and times. */
import { KeysUnavailable } from './key-source.ts';

export type TokenFault =
  | { readonly kind: 'malformed' }
  | { readonly kind: 'unsigned' }
  /** `got` is a registered name, or nothing. */
  | { readonly kind: 'algorithm'; readonly got: string | undefined }
  /** A claim that is there and of another type than this. */
  | { readonly kind: 'claim'; readonly name: ReadClaim; readonly expected: 'number' | 'text' }
  /** Its header says `crit`: whoever does not know what that names must not take it (RFC 7515, section 4.1.11). */
  | { readonly kind: 'extension' }
  | { readonly kind: 'signature' }
  | { readonly kind: 'unknown-key' }
  /** `at` in seconds since 1970. */
  | { readonly kind: 'expired' | 'not-yet-valid'; readonly at: number }
  | KeysFault;

/** The claims that are looked at. */
const READ_CLAIMS = ['exp', 'nbf', 'iat', 'merchant'] as const;

type ReadClaim = (typeof READ_CLAIMS)[number];

/** Nobody can say whether the token is right. */
export interface KeysFault {
  readonly kind: 'keys-unavailable';
  readonly why: string;
}

/** What came in place of a token that is taken. */
export function describeFault(fault: Exclude<TokenFault, KeysFault>): string {
  switch (fault.kind) {
    case 'malformed':
      return 'something else';
    case 'unsigned':
      return 'a JWT without a signature (alg none)';
    case 'algorithm':
      return `a JWT of ${fault.got === undefined ? 'an unknown algorithm' : `the algorithm ${fault.got}`}`;
    case 'claim':
      return `a JWT whose claim ${fault.name} is no ${fault.expected}`;
    case 'extension':
      return 'a JWT with an extension that has to be understood (crit)';
    case 'signature':
      return 'a JWT whose signature is wrong';
    case 'unknown-key':
      return 'a JWT of a key that the JWK set does not have, by its kid and alg';
    case 'expired':
      return `a JWT that expired at ${moment(fault.at)}`;
    case 'not-yet-valid':
      return `a JWT that is not valid before ${moment(fault.at)}`;
  }
}

/** For WWW-Authenticate, whose `error_description` takes neither quotes nor what is not ASCII (RFC 6750, section 3). */
export function summariseFault({ kind }: Exclude<TokenFault, KeysFault>): string {
  return SUMMARIES[kind];
}

const SUMMARIES: Readonly<Record<Exclude<TokenFault, KeysFault>['kind'], string>> = {
  malformed: 'The access token is malformed',
  unsigned: 'The access token is not signed',
  algorithm: 'The access token is signed with an algorithm that is not taken',
  claim: 'A claim of the access token is of the wrong type',
  extension: 'The access token has an extension that is not known',
  signature: 'The signature of the access token is wrong',
  'unknown-key': 'The key of the access token is unknown',
  expired: 'The access token expired',
  'not-yet-valid': 'The access token is not valid yet',
};

/** A time may be any number. */
function moment(seconds: number): string {
  const date = new Date(seconds * 1000);

  return Number.isNaN(date.getTime()) ? 'another time' : date.toISOString();
}

/** From what verifying threw. What is neither the token's fault nor the keys' is a bug and stays as it is. */
export function faultOf(error: unknown): TokenFault {
  if (error instanceof KeysUnavailable) return { kind: 'keys-unavailable', why: error.message };
  const { claim, reason, payload } = error as Partial<Claimed>;
  switch (codeOf(error)) {
    case 'ERR_JWT_EXPIRED':
      return { kind: 'expired', at: Number(payload?.exp) };
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED':
      return claim === 'nbf' && reason === 'check_failed'
        ? { kind: 'not-yet-valid', at: Number(payload?.nbf) }
        : ofClaim(claim);
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return { kind: 'signature' };
    case 'ERR_JWKS_NO_MATCHING_KEY':
      return { kind: 'unknown-key' };
    // Known, and not to this Node.
    case 'ERR_JOSE_NOT_SUPPORTED':
      return { kind: 'algorithm', got: undefined };
    case 'ERR_JWS_INVALID':
    case 'ERR_JWT_INVALID':
      return { kind: 'malformed' };
    default:
      // A key that is too short, say: jose tells it only when it comes to verify.
      if (error instanceof TypeError) {
        return { kind: 'keys-unavailable', why: 'its key for this token cannot be used' };
      }
      throw error;
  }
}

/** The times are all that is verified of the claims. */
function ofClaim(claim: string | undefined): TokenFault {
  const name = READ_CLAIMS.find((known) => known === claim);

  return name === undefined ? { kind: 'malformed' } : { kind: 'claim', name, expected: 'number' };
}

interface Claimed {
  readonly claim: string;
  readonly reason: string;
  readonly payload: { readonly exp?: unknown; readonly nbf?: unknown };
}

/** The code of an error, or an empty text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
