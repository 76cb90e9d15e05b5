/** The merchants of a mock, with their engines and tokens. The list is replaced as a whole, between two requests. */
import { createFeeEngine } from '../../engine/index.ts';
import type { TokenSettings } from '../api.ts';
import { MockError } from '../mock-error.ts';
import type { MockMerchant } from '../read-merchants.ts';
import type { Principal } from '../request.ts';
import type { TokenVerifier } from './verifier.ts';

/** At least one; the first is the default. */
type SomeMerchants = readonly [MockMerchant, ...MockMerchant[]];

/** Current merchants. Each member is the same until they change. */
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
  let tokens: ReadonlyMap<string, string> = new Map();
  const prepare = (next: SomeMerchants): Current => {
    const current = toCurrent(next);
    if (mint !== undefined)
      tokens = new Map(current.names.map((name) => [name, tokens.get(name) ?? mint(name)]));

    return current;
  };
  const registry: MerchantRegistry = {
    ...prepare(merchants),
    token(merchant = registry.names[0], settings = {}) {
      if (mint === undefined)
        throw new MockError(
          'no-signing-key',
          'the mock verifies tokens with a JWK set and has no private key: get a token from the issuer of your tokens',
        );
      const token = tokens.get(merchant);
      if (token === undefined)
        throw new MockError(
          'unknown-merchant',
          `merchant: expected one of ${registry.names.join(', ')}, got ${merchant}`,
        );
      const isUsual = settings.expiresIn === undefined && settings.secret === undefined;

      return isUsual ? token : mint(merchant, settings);
    },
    use: (next) => void Object.assign(registry, prepare(next)),
  };

  return registry;
}

function toCurrent(merchants: SomeMerchants): Current {
  const [first, ...others] = merchants;
  const principals = [toPrincipal(first), ...others.map(toPrincipal)] as const;

  return {
    names: [first.name, ...others.map(({ name }) => name)],
    merchants,
    principals,
    byName: new Map([
      [undefined, principals[0]],
      ...principals.map((principal) => [principal.merchant.name, principal] as const),
    ]),
  };
}

/** A merchant with its engine. */
export function toPrincipal(merchant: MockMerchant): Principal {
  return { kind: 'principal', merchant, engine: createFeeEngine(merchant) };
}
