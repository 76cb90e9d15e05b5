/** Which merchants a mock has at this moment. The list is exchanged as a whole, between two requests. */
import { createFeeEngine, type Merchant } from '../engine/index.ts';
import type { Authority } from './authority.ts';
import type { Clock } from './clock.ts';
import type { Context } from './handler.ts';
import { createIdentify, type Identify } from './merchants.ts';
import { MockError } from './mock-error.ts';

/** What does not depend on the merchant. */
type Shared = Pick<Context, 'ledger' | 'today'>;

/** A merchant and its fees. */
type Priced = Pick<Context, 'merchant' | 'engine'>;

/** At least one; the first is the default one. */
type Merchants = readonly [Merchant, ...Merchant[]];

export interface Roster {
  /** The names of the merchants of this moment. */
  readonly names: readonly [string, ...string[]];
  /** The merchants of this moment. The list stays the same for as long as they do. */
  readonly merchants: Merchants;
  /** @throws MockError `unknown-merchant`, `no-signing-key` */
  readonly token: (merchant?: string) => string;
  /** The merchants of this moment, each with its fees. */
  readonly priced: readonly Priced[];
  /**
   * By the merchants of each moment. A request keeps what it is given, whatever comes after.
   *
   * @param shared what all merchants work with
   * @param now what time it is for those who ask
   */
  readonly identifyWith: (shared: Shared, now: Clock['now']) => Identify<Context>;
  /** Resolves when every new request meets these merchants. Of several calls the last one stands. */
  readonly use: (merchants: Merchants) => Promise<void>;
}

/** @param authority who vouches for their tokens */
export async function createRoster(merchants: Merchants, authority: Authority): Promise<Roster> {
  let now = await list(merchants, authority, new Map());
  let turn: Promise<void> = Promise.resolve();

  return {
    get names() {
      return now.names;
    },
    get priced() {
      return now.priced;
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
    identifyWith(shared, time) {
      const meet = ({ priced: [first, ...others] }: Listed) => {
        const contextOf = (priced: Priced): Context => ({ ...priced, ...shared });

        return createIdentify<Context>([contextOf(first), ...others.map(contextOf)], authority, time);
      };
      let met = now;
      let identify = meet(met);

      return (authorization) => {
        if (met !== now) {
          met = now;
          identify = meet(met);
        }
        return identify(authorization);
      };
    },
    use(next) {
      const used = turn.then(async () => {
        now = await list(next, authority, now.tokens);
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
  readonly priced: readonly [Priced, ...Priced[]];
}

/** @param minted tokens by name: a merchant that stays keeps its own */
async function list(
  merchants: Merchants,
  authority: Authority,
  minted: ReadonlyMap<string, string>,
): Promise<Listed> {
  const [first, ...others] = merchants;
  const price = (merchant: Merchant): Priced => ({ merchant, engine: createFeeEngine(merchant) });
  const names = [first.name, ...others.map(({ name }) => name)] as const;
  const { mint } = authority;
  const tokens =
    mint === undefined
      ? []
      : await Promise.all(names.map(async (name) => [name, minted.get(name) ?? (await mint(name))] as const));

  return { merchants, names, tokens: new Map(tokens), priced: [price(first), ...others.map(price)] };
}
