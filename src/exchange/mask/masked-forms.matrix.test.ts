/** What masking keeps: forms, and what is no secret. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cards,
  encode,
  exchangeOf,
  jwtOf,
  jwts,
  mask,
  maskBody,
  maskHeaders,
} from '../../../test/support/masked-exchanges.ts';
import { hasCheckDigit, longNumbersIn } from '../../text/card-brands.ts';
import { claimsOf } from '../merchant.ts';

describe('the form stays', () => {
  test('of a JWT, which tells no more than its merchant, its times and a hash', () => {
    const masked = maskHeaders({
      authorization: `Bearer ${jwtOf({ merchant: 'one', sub: 'me', iat: 1_700_000_000, exp: 1_800_000_000 })}`,
    });

    expect(masked.authorization).toMatch(/^Bearer eyJ[\w-]+\.eyJ[\w-]+\.$/);
    expect(claimsOf(masked.authorization?.slice(7) ?? '')).toEqual({
      merchant: 'one',
      masked: expect.stringMatching(/^[\da-f]{24}$/),
      iat: 1_700_000_000,
      exp: 1_800_000_000,
      jti: expect.stringMatching(/^[\da-f]{24}$/),
    });
  });

  test('of what looks like a JWT and is none, or is encrypted', () => {
    expect(maskHeaders({ authorization: 'Bearer eyJhbGciOi.bm9uZQ.c2ln' }).authorization).toMatch(
      /^Bearer eyJ\w{7}\.\w{6}\.\w{4}$/,
    );
    expect(
      maskHeaders({ authorization: 'Bearer eyJhbGciOi.a1b2.c3d4.e5f6.a7b8' }).authorization?.split('.'),
    ).toHaveLength(5);
  });

  test('of a JWT that happens to spell a placeholder', () => {
    const token = `eyJhbGciOiJIUzI1NiJ9.${encode({ a: 1 })}.aaTOKENaa`;

    expect(
      claimsOf(String(maskHeaders({ authorization: `Bearer ${token}` }).authorization).slice(7)),
    ).toBeDefined();
  });

  test('of a placeholder, which is no secret', () => {
    expect(maskHeaders({ authorization: 'Bearer REDACTED_VALUE_0001' }).authorization).toMatch(
      /^Bearer REDACTED_[A-Z]{5}_\d{4}$/,
    );
    expect(maskHeaders({ authorization: 'Bearer ***' }).authorization).toBe('Bearer ***');
    expect(maskHeaders({ 'x-api-key': 'secret' })['x-api-key']).not.toBe('secret');
  });

  test('of a credential: its scheme, its length and its kinds of characters', () => {
    expect(maskHeaders({ authorization: 'bearer Abc-123_x/9==' }).authorization).toMatch(
      /^bearer [A-Z][a-z]{2}-\d{3}_[a-z]\/\d==$/,
    );
  });

  test('of a card number: its length, first 8 digits, check digit and separators', () => {
    fc.assert(
      fc.property(cards, fc.constantFrom('', ' ', '-', ', '), fc.boolean(), (card, separator, isWrong) => {
        const digits = isWrong ? card.slice(0, 15) + ((Number(card[15]) + 1) % 10) : card;
        const written = (digits.match(/.{4}/g) ?? []).join(separator);
        const masked = String(maskHeaders({ 'x-note': written, 'x-api-key': written })['x-note']);

        if (masked === written) {
          // Groups in a list that are no card number together.
          expect([isWrong, separator]).toEqual([true, ', ']);
          return;
        }
        expect(masked.replaceAll(/\d/g, '')).toBe(written.replaceAll(/\d/g, ''));
        expect(masked.slice(0, 8)).toBe(written.slice(0, 8));
        expect(hasCheckDigit(masked.replaceAll(/\D/g, ''))).toBe(!isWrong);
        expect(longNumbersIn(masked).length).toBe(longNumbersIn(written).length);
      }),
    );
  });

  test('of JSON: white space, forms of numbers, order and repeated names', () => {
    const body = '{ "b" : 1.10,\n"a":1e2, "1":-0.0, "b":[ true,null ,"\\u00e9"],"cvv":007x }'.replace(
      '007x',
      '0',
    );

    expect(maskBody(body)).toMatch(
      /^\{ "b" : 1\.10,\n"a":1e2, "1":-0\.0, "b":\[ true,null ,"\\u00e9"\],"cvv":[1-9] \}$/,
    );
  });

  test('JSON stays JSON of the same shape', () => {
    const names = fc.constantFrom('a', 'cvv', 'password', 'nicn', 'mTxId', 'data', 'amount', 'cardToken');
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, tie('leaf'), fc.array(tie('tree')), fc.dictionary(names, tie('tree'))),
      leaf: fc.oneof(
        fc.string(),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(null, true),
        cards,
        jwts,
      ),
    }));
    const shapeOf = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shapeOf);

      return typeof value === 'object' && value !== null ? Object.values(value).map(shapeOf) : typeof value;
    };
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 2), (value, indent) => {
        const json = JSON.stringify(value, null, indent);

        expect(shapeOf(JSON.parse(maskBody(json)))).toEqual(shapeOf(value));
      }),
    );
  });
});

test('what is no secret stays', () => {
  const body =
    '{"amount":1234567.89,"totalAmount":100000000,"nicn":"42424242","region":"AZ","mTxId":"20260131-000000012345","sTxId":"012345678901234567890123456789012345678","authCode":"A1B2C3","data":["coupon-7",850041]}';
  const exchange = exchangeOf({
    url: '/v1/ch?trace=1',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      'user-agent': 'Chrome/120.0.6099.109',
    },
    body,
    answer: '{"transactionFee":2.4299999999999997,"sTxId":"0123456789abcdef0123456789abcdef","message":"ok"}',
    answerHeaders: { date: 'Mon, 23 Nov 2026 02:00:18 GMT' },
  });

  expect(mask(exchange)).toEqual(exchange);
});
