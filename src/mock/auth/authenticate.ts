/** The stage authenticate: from the header Authorization to the merchant that its token names (section 5). */
import type { Violation } from '../../contract/types.ts';
import { describeValue } from '../../text/describe.ts';
import { type Refusal, refuse, refuseBecause } from '../refusal.ts';
import type { Principal } from '../request.ts';
import type { MerchantRegistry } from './registry.ts';
import type { AcceptedToken } from './token.ts';
import type { TokenVerifier } from './verifier.ts';

export interface Authentication {
  /** From the value of the header Authorization to its merchant. */
  readonly authenticate: (authorization: string | undefined) => Promise<Principal | Refusal>;
  /** The merchant of this name, or the default merchant; refused where the mock has none of this name. */
  readonly principalOf: (merchant: string | undefined) => Principal | Refusal;
}

/** The number of headers that are cached, and the most characters of each. */
const MOST_CACHED = 1000;
const LONGEST_CACHED = 2048;

/**
 * Caches the headers whose tokens it accepted: a fee call would take 6 % more time, and three times as long where a
 * secret signs tokens.
 *
 * @param now in milliseconds since 1970, by the clock of the world
 */
export function createAuthentication(
  registry: Pick<MerchantRegistry, 'byName'>,
  { expected, verify }: Pick<TokenVerifier, 'expected' | 'verify'>,
  now: () => number,
): Authentication {
  /** A clock can be set back, so each token has a start, too. */
  const cache = new Map<string, AcceptedToken & { readonly from: number }>();
  const find = (merchant: string | undefined, { byName } = registry): Principal | Refusal =>
    byName.get(merchant) ??
    refuseMerchant(
      merchant,
      expected,
      [...byName.keys()].filter((name) => name !== undefined),
    );

  return {
    principalOf: (merchant) => find(merchant),
    async authenticate(authorization) {
      if (authorization === undefined) return unauthorized(expected, NOTHING);
      const from = now();
      const cached = cache.get(authorization);
      if (cached !== undefined && cached.from <= from && from < cached.until) return find(cached.merchant);
      const token = bearerToken(authorization);
      if (token === undefined) return unauthorized(expected, 'a value of another form');
      // An open request ends with the merchants that it began with.
      const { byName } = registry;
      const verified = await verify(token, from);
      if (verified.kind === 'keys-unavailable') return refuseKeys(verified.why);
      if (verified.kind === 'fault') return unauthorized(expected, verified.got, verified.got);
      if (cache.size === MOST_CACHED) cache.clear();
      if (authorization.length <= LONGEST_CACHED) cache.set(authorization, { ...verified, from });

      return find(verified.merchant, { byName });
    },
  };
}

const BEARER = /^bearer +([^ ]+) *$/i;

/** The token of a header with the scheme Bearer. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}

function refuseMerchant(merchant: string | undefined, expected: string, names: readonly string[]): Refusal {
  return unauthorized(
    `${expected} of one of the merchants ${names.join(', ')}`,
    `a token of merchant ${describeValue(merchant)}`,
    'a token of an unknown merchant',
  );
}

/** In seconds. */
const RETRY_AFTER = '5';

/** Not 401: the token may be valid. */
function refuseKeys(why: string): Refusal {
  return refuseBecause('keys-unavailable', `the JWK set: ${why}; the token may be valid`, {
    'Retry-After': RETRY_AFTER,
  });
}

/**
 * The refusal of a header that has no token, or one that is not accepted.
 *
 * @param expected after "Bearer and "
 * @param got a description: a token is a secret and never repeated
 * @param wrong the same in ASCII without quotes; undefined where there is no bearer token (RFC 6750, section 3.1)
 */
export function unauthorized(expected: string, got: string, wrong?: string): Refusal {
  const violation: Violation = {
    rule: got === NOTHING ? 'auth/refuses-missing-token' : 'auth/refuses-invalid-token',
    section: '5',
    pointer: 'header Authorization',
    expected: `Bearer and ${expected}`,
    got,
  };
  const error = wrong === undefined ? '' : `, error="invalid_token", error_description="got ${wrong}"`;

  return refuse('unauthorized', [violation], {
    headers: { 'WWW-Authenticate': `Bearer realm="tollgate"${error}` },
  });
}

const NOTHING = 'nothing';
