/** The stage authenticate: from the header Authorization to the merchant that its token names (section 5). */
import type { Violation } from '../../contract/types.ts';
import { describeValue } from '../../text/describe.ts';
import { type Refusal, refuse, refuseBecause } from '../refusal.ts';
import type { Principal } from '../request.ts';
import type { MerchantRegistry } from './registry.ts';
import type { TokenResult } from './token.ts';
import { describeFault } from './token-fault.ts';
import type { TokenVerifier } from './verifier.ts';

export interface Authentication {
  /** From the value of the header Authorization to its merchant. */
  readonly authenticate: (authorization: string | undefined) => Promise<Principal | Refusal>;
  /** The merchant of this name, or the default merchant; refused where the mock has none of this name. */
  readonly principalOf: (merchant: string | undefined) => Principal | Refusal;
}

/** @param now in milliseconds since 1970, by the clock of the world */
export function createAuthentication(
  registry: Pick<MerchantRegistry, 'principals'>,
  verifier: Pick<TokenVerifier, 'expected' | 'verify'>,
  now: () => number,
): Authentication {
  let { principals } = registry;
  let authentication = authenticationFor(principals, verifier, now);
  const current = () => {
    if (principals !== registry.principals) {
      principals = registry.principals;
      authentication = authenticationFor(principals, verifier, now);
    }

    return authentication;
  };

  return {
    authenticate: (authorization) => current().authenticate(authorization),
    principalOf: (merchant) => current().principalOf(merchant),
  };
}

/** The number of headers that are cached, and the most characters of each. */
const MOST_CACHED = 1000;
const LONGEST_CACHED = 2048;

/** The merchant of a header whose token was accepted. A clock can be set back, so it has a start, too. */
interface Cached {
  readonly principal: Principal;
  /** In milliseconds since 1970, as is the end. */
  readonly from: number;
  readonly until: number;
}

/** For one list of merchants: a new list gets a new cache. */
function authenticationFor(
  principals: MerchantRegistry['principals'],
  { expected, verify }: Pick<TokenVerifier, 'expected' | 'verify'>,
  now: () => number,
): Authentication {
  const byName = new Map(principals.map((principal) => [principal.merchant.name, principal]));
  const cache = new Map<string, Cached>();

  const principalOf = (merchant: string | undefined): Principal | Refusal => {
    const principal = merchant === undefined ? principals[0] : byName.get(merchant);

    return principal ?? refuseMerchant(merchant, expected, [...byName.keys()]);
  };
  const accept = (authorization: string, token: TokenResult, from: number): Principal | Refusal => {
    if (token.kind === 'keys-unavailable') return refuseKeys(token.why);
    if (token.kind !== 'token') return unauthorized({ expected, ...describeFault(token) });
    const principal = principalOf(token.merchant);
    if (principal.kind === 'refused' || authorization.length > LONGEST_CACHED) return principal;
    if (cache.size === MOST_CACHED) cache.clear();
    cache.set(authorization, { principal, from, until: token.until });

    return principal;
  };

  return {
    principalOf,
    async authenticate(authorization) {
      if (authorization === undefined) {
        return unauthorized({ rule: 'auth/refuses-missing-token', expected, got: 'nothing' });
      }
      const cached = cache.get(authorization);
      if (cached !== undefined) {
        if (cached.until === Number.POSITIVE_INFINITY || isValid(cached, now())) return cached.principal;
        cache.delete(authorization);
      }
      const token = bearerToken(authorization);
      if (token === undefined) return unauthorized({ expected, got: 'a value of another form' });
      const moment = now();

      return accept(authorization, await verify(token, moment), moment);
    },
  };
}

function isValid({ from, until }: Cached, moment: number): boolean {
  return from <= moment && moment < until;
}

const BEARER = /^bearer +([^ ]+) *$/i;

/** The token of a header with the scheme Bearer. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}

function refuseMerchant(merchant: string | undefined, expected: string, names: readonly string[]): Refusal {
  return unauthorized({
    expected: `${expected} of one of the merchants ${names.join(', ')}`,
    got: `a token of merchant ${describeValue(merchant)}`,
    error: 'The access token names an unknown merchant',
  });
}

/** In seconds. */
const RETRY_AFTER = '5';

/** Not 401: the token may be valid. */
function refuseKeys(why: string): Refusal {
  return refuseBecause('keys-unavailable', `the JWK set: ${why}; the token may be valid`, {
    'Retry-After': RETRY_AFTER,
  });
}

interface Unauthorized {
  readonly rule?: NonNullable<Violation['rule']>;
  /** After "Bearer and ". */
  readonly expected: string;
  /** A description: a token is a secret and never repeated. */
  readonly got: string;
  /** What is wrong with the token; undefined where there is no bearer token (RFC 6750, section 3.1). */
  readonly error?: string;
}

const CHALLENGE = 'Bearer realm="tollgate"';

/** The refusal of a header that has no token, or one that is not accepted. */
export function unauthorized({
  rule = 'auth/refuses-invalid-token',
  expected,
  got,
  error,
}: Unauthorized): Refusal {
  const violation: Violation = {
    rule,
    section: '5',
    pointer: 'header Authorization',
    expected: `Bearer and ${expected}`,
    got,
  };
  const challenge =
    error === undefined ? CHALLENGE : `${CHALLENGE}, error="invalid_token", error_description="${error}"`;

  return refuse('unauthorized', [violation], { headers: { 'WWW-Authenticate': challenge } });
}
