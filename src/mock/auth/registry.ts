/** The merchants of a mock, with their engines and tokens. The list is replaced as a whole, between two requests. */
import { createFeeEngine } from '../../engine/index.ts';
import type { TokenSettings } from '../api.ts';
import { MockError } from '../mock-error.ts';
import type { MockMerchant } from '../read-merchants.ts';
import type { Principal } from '../request.ts';
import type { TokenVerifier } from './verifier.ts';

/** At least one; the first is the default. */
type Merchants = readonly [MockMerchant, ...MockMerchant[]];

export interface MerchantRegistry {
  readonly names: readonly [string, ...string[]];
  /** The same array until the merchants change. */
  readonly merchants: Merchants;
  /** The merchants with their engines. The same array until the merchants change. */
  readonly principals: readonly [Principal, ...Principal[]];
  /** The same by name; undefined stands for the default merchant. */
  readonly byName: ReadonlyMap<string | undefined, Principal>;
  /** @throws MockError `unknown-merchant`, `no-signing-key` */
  readonly token: (merchant?: string, settings?: TokenSettings) => string;
  /** Every new request gets these merchants. */
  readonly use: (merchants: Merchants) => void;
}

export function createMerchantRegistry(
  merchants: Merchants,
  { mint }: Pick<TokenVerifier, 'mint'>,
): MerchantRegistry {
  let current = prepare(merchants, mint, new Map());

  return {
    get names() {
      return current.names;
    },
    get merchants() {
      return current.merchants;
    },
    get principals() {
      return current.principals;
    },
    get byName() {
      return current.byName;
    },
    token(merchant = current.names[0], settings = {}) {
      const token = current.tokens.get(merchant);
      const isUsual = settings.expiresIn === undefined && settings.secret === undefined;
      if (token !== undefined && isUsual) return token;
      if (token !== undefined && mint !== undefined) return mint(merchant, settings);
      if (mint === undefined)
        throw new MockError(
          'no-signing-key',
          'the mock verifies tokens with a JWK set and has no private key: get a token from the issuer of your tokens',
        );
      throw new MockError(
        'unknown-merchant',
        `merchant: expected one of ${current.names.join(', ')}, got ${merchant}`,
      );
    },
    use(next) {
      current = prepare(next, mint, current.tokens);
    },
  };
}

/** @param minted tokens by the name of the merchant: a merchant that stays keeps its token */
function prepare(
  merchants: Merchants,
  mint: TokenVerifier['mint'],
  minted: ReadonlyMap<string, string>,
): Pick<MerchantRegistry, 'names' | 'merchants' | 'principals' | 'byName'> & {
  readonly tokens: typeof minted;
} {
  const [first, ...others] = merchants;
  const principals = [toPrincipal(first), ...others.map(toPrincipal)] as const;
  const names = [first.name, ...others.map(({ name }) => name)] as const;

  return {
    ...{ names, merchants, principals },
    byName: new Map([
      [undefined, principals[0]],
      ...principals.map((principal) => [principal.merchant.name, principal] as const),
    ]),
    tokens: new Map(
      mint === undefined ? [] : names.map((name) => [name, minted.get(name) ?? mint(name)] as const),
    ),
  };
}

function toPrincipal(merchant: MockMerchant): Principal {
  return { kind: 'principal', merchant, engine: createFeeEngine(merchant) };
}
