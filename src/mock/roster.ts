/** Which merchants a mock has at this moment. The list is exchanged as a whole, between two requests. */
import { createFeeEngine, type Merchant } from '../engine/index.ts';
import type { Authority } from './authority.ts';
import type { Context } from './handler.ts';
import { createIdentify, type Identify } from './merchants.ts';
import { MockError } from './mock-error.ts';

/** What does not depend on the merchant. */
type Shared = Pick<Context, 'ledger' | 'today'>;

/** At least one; the first is the default one. */
type Merchants = readonly [Merchant, ...Merchant[]];

export interface Roster {
  /** The names of the merchants of this moment. */
  readonly names: readonly [string, ...string[]];
  /** The merchants of this moment. The list stays the same for as long as they do. */
  readonly merchants: Merchants;
  /** @throws MockError `unknown-merchant`, `no-signing-key` */
  readonly token: (merchant?: string) => string;
  /** By the merchants of this moment. A request keeps what it is given, whatever comes after. */
  readonly identify: Identify<Context>;
  /** Resolves when every new request meets these merchants. Of several calls the last one stands. */
  readonly use: (merchants: Merchants) => Promise<void>;
}

/**
 * @param shared what all merchants work with
 * @param authority who vouches for their tokens
 */
export async function createRoster(
  merchants: Merchants,
  shared: Shared,
  authority: Authority,
): Promise<Roster> {
  let now = await list(merchants, shared, authority, new Map());
  let turn: Promise<void> = Promise.resolve();

  return {
    get names() {
      return now.names;
    },
    get merchants() {
      return now.merchants;
    },
    token(merchant = now.names[0]) {
      const token = now.tokens.get(merchant);
      if (token !== undefined) return token;
      if (authority.mint === undefined) {
        throw new MockError(
          'no-signing-key',
          'the mock verifies tokens by a JWK set and has no private key: take a token from whoever issues them',
        );
      }
      throw new MockError(
        'unknown-merchant',
        `merchant: expected one of ${now.names.join(', ')}, got ${merchant}`,
      );
    },
    identify: (authorization) => now.identify(authorization),
    use(next) {
      const used = turn.then(async () => {
        now = await list(next, shared, authority, now.tokens);
      });
      turn = used.catch(() => {});

      return used;
    },
  };
}

/** What is made once for a list of merchants. */
interface Listed {
  readonly merchants: Merchants;
  readonly names: readonly [string, ...string[]];
  readonly tokens: ReadonlyMap<string, string>;
  readonly identify: Identify<Context>;
}

/** @param minted tokens by name: a merchant that stays keeps its own */
async function list(
  merchants: Merchants,
  shared: Shared,
  authority: Authority,
  minted: ReadonlyMap<string, string>,
): Promise<Listed> {
  const [first, ...others] = merchants;
  const contextOf = (merchant: Merchant): Context => ({
    merchant,
    engine: createFeeEngine(merchant),
    ...shared,
  });
  const identify = createIdentify<Context>([contextOf(first), ...others.map(contextOf)], authority);
  const names = [first.name, ...others.map(({ name }) => name)] as const;
  const { mint } = authority;
  const tokens =
    mint === undefined
      ? []
      : await Promise.all(names.map(async (name) => [name, minted.get(name) ?? (await mint(name))] as const));

  return { merchants, names, tokens: new Map(tokens), identify };
}
