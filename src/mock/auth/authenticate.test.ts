import { describe, expect, it } from 'vitest';
import { parseMerchants } from '../../engine/index.ts';
import { bearerToken, createAuthentication } from './authenticate.ts';
import { createMerchantRegistry, type MerchantRegistry } from './registry.ts';
import type { TokenResult } from './token.ts';

type Merchants = MerchantRegistry['merchants'];

function merchantsOf(...names: readonly string[]): Merchants {
  const merchants = names.map(
    (name) =>
      `  ${name}: { processors: [{ mid: "1", name: a, pricing: { model: percent-plus-fixed, percent: "1", fixed: "0" } }] }`,
  );

  return parseMerchants(['merchants:', ...merchants].join('\n'), 'example') as unknown as Merchants;
}

const ACCEPTED: TokenResult = { kind: 'token', merchant: 'one', until: Number.MAX_VALUE };

describe('authenticate', () => {
  it('verifies a cached token again only once it has expired, or the clock is set back', async () => {
    let now = 1000;
    let verified = 0;
    const verifier = {
      expected: 'a JWT',
      mint: undefined,
      verify: async (): Promise<TokenResult> => {
        verified += 1;

        return { kind: 'token', merchant: 'one', until: 2000 };
      },
    };
    const registry = await createMerchantRegistry(merchantsOf('one'), verifier);
    const { authenticate } = createAuthentication(registry, verifier, () => now);
    const [principal] = registry.principals;

    expect(await authenticate('Bearer a')).toBe(principal);
    expect(await authenticate('Bearer a')).toBe(principal);
    expect(verified).toBe(1);
    now = 2000;
    expect(await authenticate('Bearer a')).toBe(principal);
    now = 999;
    expect(await authenticate('Bearer a')).toBe(principal);
    expect(verified).toBe(3);
  });

  it('caches no merchant of a list that was replaced during the verification', async () => {
    const { promise, resolve } = Promise.withResolvers<TokenResult>();
    const verifier = { expected: 'a JWT', mint: undefined, verify: () => promise };
    const registry = await createMerchantRegistry(merchantsOf('one'), verifier);
    const { authenticate } = createAuthentication(registry, verifier, Date.now);
    const [before] = registry.principals;
    const early = authenticate('Bearer a');
    await registry.use(merchantsOf('other', 'one'));
    resolve(ACCEPTED);

    expect(await early).toBe(before);
    expect(await authenticate('Bearer a')).toBe(registry.principals[1]);
    await registry.use(merchantsOf('other'));
    expect(await authenticate('Bearer a')).toMatchObject({ kind: 'refused', code: 'unauthorized' });
  });
});

describe('bearerToken', () => {
  it.each([
    ['Bearer a.b.c', 'a.b.c'],
    ['bearer   a.b.c  ', 'a.b.c'],
    ['Bearer', undefined],
    ['Bearer a b', undefined],
    ['Basic dXNlcjpwYXNz', undefined],
  ])('of %j is %j', (authorization, token) => {
    expect(bearerToken(authorization)).toBe(token);
  });
});
