/** The merchant of an exchange, before and after masking. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exchangeOf, jwtOf, mask, words } from '../../../test/support/masked-exchanges.ts';
import { claimsOf, merchantOf } from '../merchant.ts';
import { createExchangeMasker } from './mask-exchange.ts';

test('a refreshed token is the same merchant, before and after masking', () => {
  fc.assert(
    fc.property(words, words, fc.nat(), fc.nat(), (one, other, iat, later) => {
      const tokens = [
        { sub: one, iat },
        { exp: later, sub: one, jti: other },
        { sub: other, iat },
      ].map(jwtOf);
      const merchants = tokens.map((token) => merchantOf(`Bearer ${token}`));
      const masked = tokens.map(
        (token) => mask(exchangeOf({ headers: { authorization: `bearer ${token}` } })).merchant,
      );

      for (const [first, refreshed, another] of [merchants, masked]) {
        expect(first).toBe(refreshed);
        expect(first === another).toBe(one === other);
      }
    }),
  );
});

test.each([
  [{ merchant: 'acme' }, { merchant: 'acme' }],
  [{ sub: 'acme', role: 'shop' }, { sub: 'acme' }],
  [{ sub: 'someone', merchant: 'Café Nord' }, { merchant: 'Café Nord' }],
  [{ merchant: '4242424242424242' }, {}],
  [{ merchant: 'me@example.com' }, {}],
  [{ merchant: 'https://me:pw@example.com/' }, {}],
  [{ merchant: 'aB3dE5gH7jK9mN1pQ3sT5' }, {}],
  [{ merchant: { secret: 'acme' } }, {}],
  [{ merchant: 'x'.repeat(65) }, {}],
  [{ jti: 'acme', masked: 'acme' }, {}],
])('of the claims %j stay those that name the merchant', (claims, kept) => {
  const masker = createExchangeMasker(undefined, ['acme']);
  const { request } = masker.exchange(exchangeOf({ headers: { authorization: `Bearer ${jwtOf(claims)}` } }));
  const { masked, jti, ...others } = claimsOf(request.headers.authorization?.slice(7) ?? '') ?? {};

  expect(others).toEqual(kept);
  expect([masked, jti]).toEqual([
    expect.stringMatching(/^[\da-f]{24}$/),
    expect.stringMatching(/^[\da-f]{24}$/),
  ]);
});

test('without a token there is no merchant', () => {
  expect([undefined, '', 'Bearer ', 'Bearer'].map(merchantOf)).toEqual([
    undefined,
    undefined,
    undefined,
    expect.any(String),
  ]);
});
