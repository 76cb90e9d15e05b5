/** The merchants of a mock, and the stage authenticate: from the header Authorization to the merchant of its token (section 5). */
import type { Violation } from '../../contract/types.ts';
import { createFeeEngine } from '../../engine/index.ts';
import type { Awaitable } from '../../ledger/ledger.ts';
import { describeValue } from '../../text/describe.ts';
import type { TokenSettings } from '../api.ts';
import { MockError } from '../mock-error.ts';
import type { MockMerchant } from '../read-merchants.ts';
import { type Refusal, refuse, refuseBecause } from '../refusal.ts';
import type { Principal } from '../request.ts';
import { KeysUnavailable } from './key-set.ts';
import type { AcceptedToken } from './token.ts';
import type { TokenVerifier } from './verifier.ts';

/** At least one; the first is the default. */
type SomeMerchants = readonly [MockMerchant, ...MockMerchant[]];

/** Current merchants. Each member is the same until they change, as a whole and between two requests. */
interface Current {
  readonly names: readonly [string, ...string[]];
  readonly merchants: SomeMerchants;
  /** The merchants with their engines. */
  readonly principals: readonly [Principal, ...Principal[]];
  /** The same by name; undefined stands for the default merchant. */
  readonly byName: ReadonlyMap<string | undefined, Principal>;
}

export interface MerchantRegistry extends Current {
  /** @throws MockError `unknown-merchant`, `no-signing-key` */
  readonly token: (merchant?: string, settings?: TokenSettings) => string;
  /** Every new request gets these merchants. */
  readonly use: (merchants: SomeMerchants) => void;
}

export function createMerchantRegistry(
  merchants: SomeMerchants,
  { mint }: Pick<TokenVerifier, 'mint'>,
): MerchantRegistry {
  /** A merchant that stays keeps its token. */
  const tokens = new Map<string, string>();
  const registry: MerchantRegistry = {
    ...toCurrent(merchants),
    token(merchant = registry.names[0], settings = {}) {
      if (mint === undefined)
        throw new MockError(
          'no-signing-key',
          'the mock verifies tokens with a JWK set and has no private key: get a token from the issuer of your tokens',
        );
      if (!registry.names.includes(merchant))
        throw new MockError(
          'unknown-merchant',
          `merchant: expected one of ${registry.names.join(', ')}, got ${merchant}`,
        );
      if (settings.expiresIn !== undefined || settings.secret !== undefined) return mint(merchant, settings);
      const token = tokens.get(merchant) ?? mint(merchant);
      tokens.set(merchant, token);

      return token;
    },
    use: (next) => void Object.assign(registry, toCurrent(next)),
  };

  return registry;
}

function toCurrent(merchants: SomeMerchants): Current {
  const [first, ...others] = merchants;
  const principals = [toPrincipal(first), ...others.map(toPrincipal)] as const;
  const named = principals.map((principal) => [principal.merchant.name, principal] as const);

  return {
    ...{ merchants, principals, names: [first.name, ...others.map(({ name }) => name)] },
    byName: new Map<string | undefined, Principal>([[undefined, principals[0]], ...named]),
  };
}

/** A merchant with its engine. */
export function toPrincipal(merchant: MockMerchant): Principal {
  return { kind: 'principal', merchant, engine: createFeeEngine(merchant) };
}

export interface Authentication {
  /** From the value of the header Authorization to its merchant. */
  readonly authenticate: (authorization: string | undefined) => Awaitable<Principal | Refusal>;
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
  const find = (merchant: string | undefined, byName = registry.byName): Principal | Refusal => {
    const names = () => [...byName.keys()].filter((name) => name !== undefined).join(', ');

    return (
      byName.get(merchant) ??
      unauthorized(
        `${expected} of one of the merchants ${names()}`,
        `a token of merchant ${describeValue(merchant)}`,
        'a token of an unknown merchant',
      )
    );
  };

  const verifyNew = async (authorization: string, from: number): Promise<Principal | Refusal> => {
    const token = bearerToken(authorization);
    if (token === undefined) return unauthorized(expected, 'a value of another form');
    // An open request ends with the merchants that it began with.
    const { byName } = registry;
    try {
      const verified = await verify(token, from);
      if (verified.kind === 'fault') return unauthorized(expected, verified.got, verified.got);
      if (cache.size === MOST_CACHED) cache.clear();
      if (authorization.length <= LONGEST_CACHED) cache.set(authorization, { ...verified, from });

      return find(verified.merchant, byName);
    } catch (error) {
      if (!(error instanceof KeysUnavailable)) throw error;
      const detail = `the JWK set: ${error.message}; the token may be valid`;

      // Not 401: the token may be valid.
      return refuseBecause('keys-unavailable', detail, { 'Retry-After': '5' });
    }
  };

  return {
    principalOf: (merchant) => find(merchant),
    authenticate(authorization) {
      if (authorization === undefined) return unauthorized(expected, NOTHING);
      const from = now();
      const cached = cache.get(authorization);

      return cached !== undefined && cached.from <= from && from < cached.until
        ? find(cached.merchant)
        : verifyNew(authorization, from);
    },
  };
}

const BEARER = /^bearer +([^ ]+) *$/i;

/** The token of a header with the scheme Bearer. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}

const NOTHING = 'nothing';

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
