/** No secret survives masking; what is equal stays equal; and masking takes little time. */

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
  OPEN_PLACES,
  PLACES,
  readings,
  words,
} from '../../../test/support/masked-exchanges.ts';
import { runsOf, testThoroughly } from '../../../test/support/sampled.ts';
import { hasCheckDigit, longNumbersIn } from '../../text/card-brands.ts';
import { claimsOf, merchantOf } from '../merchant.ts';
import { createExchangeMasker } from './mask-exchange.ts';

describe('no secret survives', () => {
  test.each(Object.entries(PLACES))('in %s', (_, place) => {
    fc.assert(
      fc.property(fc.oneof(words, jwts), (secret) => {
        const shown = readings(mask(place(secret)));

        expect(shown).not.toContain(secret);
        for (const part of secret.split('.').slice(1)) expect(shown).not.toContain(part);
      }),
      { numRuns: runsOf(30) },
    );
  });

  test.each(Object.entries({ ...OPEN_PLACES, Cookie: PLACES['Cookie'], 'X-Api-Key': PLACES['X-Api-Key'] }))(
    'as a card number or token in %s',
    (_, place) => {
      fc.assert(
        fc.property(cards, jwts, fc.constantFrom('', ' ', '-', '.'), (card, jwt, separator) => {
          const written = (card.match(/.{4}/g) ?? []).join(separator);
          const shown = readings(mask(place?.(written) ?? exchangeOf({})));

          expect(shown).not.toContain(written);
          expect(shown.replaceAll(/[^\d\n]/g, '')).not.toContain(card);
          expect(readings(mask(place?.(jwt) ?? exchangeOf({})))).not.toContain(jwt.split('.')[1]);
        }),
        { numRuns: runsOf(30) },
      );
    },
  );

  test('spread over the entries of an array', () => {
    fc.assert(
      fc.property(cards, fc.constantFrom(1, 2, 4, 8), (card, size) => {
        const pieces = card.match(new RegExp(`.{${size}}`, 'g')) ?? [];

        expect(maskBody(JSON.stringify({ data: pieces })).replaceAll(/\D/g, '')).not.toContain(card);
      }),
    );
  });

  test('where the names of claims are secrets themselves', () => {
    const token = jwtOf({ hunter2hunter2: 1, email: 'me@example.com', iat: '4242424242424242' });

    expect(readings(mask(exchangeOf({ headers: { authorization: `Bearer ${token}` } })))).not.toMatch(
      /hunter2hunter2|me@example|4242424242424242/,
    );
  });
});

describe('equal stays equal and different stays different', () => {
  test.each(Object.entries(PLACES))('in %s', (_, place) => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const [a, again, b] = [place(one), place(one), place(other)].map((each) =>
          JSON.stringify(mask(each)),
        );

        expect(a).toBe(again);
        expect(a === b).toBe(one === other);
      }),
      { numRuns: runsOf(30) },
    );
  });

  test('whatever place a card number or token stands in', () => {
    fc.assert(
      fc.property(cards, jwts, (card, jwt) => {
        const { request, response } = mask(
          exchangeOf({
            headers: { authorization: `Bearer ${jwt}`, 'x-note': card, cookie: `a=${card}` },
            body: JSON.stringify({ data: [card, jwt], pan: card, n: Number(card) }),
            answer: `${card}, ${jwt}`,
          }),
        );
        const body = JSON.parse(request.body ?? '');
        const masked = String(request.headers['x-note']);

        expect(body).toEqual({
          data: [masked, request.headers.authorization?.slice('Bearer '.length)],
          pan: masked,
          n: Number(masked),
        });
        expect(request.headers.cookie).toMatch(new RegExp(`=${masked}$`));
        expect(response.body).toBe(`${masked}, ${body.data[1]}`);
      }),
    );
  });

  test('for thousands of card numbers, but for two that meet by chance', () => {
    const numbers = Array.from({ length: 3_000 }, (_, at) => `4242424242${String(at).padStart(6, '0')}`);
    const masked = new Set(numbers.map((card) => String(maskHeaders({ 'x-note': card })['x-note'])));

    // 3,000 of ten million: half a pair is expected, and ten are never seen.
    expect(masked.size).toBeGreaterThan(numbers.length - 10);
  });

  test('and another recording has other replacements', () => {
    const value = exchangeOf({ headers: { 'x-api-key': 'abcdefghijkl' } });

    expect(createExchangeMasker().exchange(value)).not.toEqual(createExchangeMasker().exchange(value));
  });
});

testThoroughly.each([
  ['digits', '42'.repeat(50_000)],
  ['digits apart', '4 '.repeat(50_000)],
  ['a long secret', JSON.stringify({ password: 'aB1'.repeat(40_000) })],
  ['a long token', `eyJhbGci.${'aB1'.repeat(40_000)}.x`],
  ['an array of digits', `[${'4242,'.repeat(40_000)}1]`],
  ['deep arrays', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['backslashes', `"${'\\\\'.repeat(50_000)}"`],
])('%s of 100 KB are masked within their length and within a second', (_, body) => {
  const begin = process.cpuUsage();
  const masked = maskBody(body);

  expect(masked).toHaveLength(body.length);
  expect(masked === body).toBe(!/\d/.test(body));
  expect(process.cpuUsage(begin).user).toBeLessThan(1_000_000);
});

testThoroughly('nested percent-encoding takes no longer', () => {
  const begin = process.cpuUsage();
  const masked = maskHeaders({
    cookie: `a=%${'25'.repeat(50_000)}34111111111111111`,
    'x-api-key': '%ED%A0%80abcdef%31',
  });

  expect(masked['x-api-key']).not.toContain('abcdef');
  expect(process.cpuUsage(begin).user).toBeLessThan(1_000_000);
});

test('masking a masked exchange is harmless: forms and equality stay', () => {
  fc.assert(
    fc.property(jwts, cards, words, (jwt, card, word) => {
      const exchange = exchangeOf({
        headers: { authorization: `Bearer ${jwt}`, cookie: `sid=${word}` },
        body: JSON.stringify({ cardToken: word, data: [card], nicn: card.slice(0, 6) }),
      });
      const once = mask(exchange);
      const twice = createExchangeMasker().exchange(once);
      const form = (text: string | undefined) => text?.replaceAll(/\d/g, '0').replaceAll(/[a-z]/gi, 'a');

      expect(twice).toEqual({ ...twice, id: once.id, startedAt: once.startedAt });
      expect(form(twice.request.body)).toBe(form(once.request.body));
      expect(form(twice.request.headers.cookie)).toBe(form(once.request.headers.cookie));
      expect(claimsOf(twice.request.headers.authorization?.slice(7) ?? '')).toMatchObject({
        masked: expect.any(String),
      });
    }),
  );
});

// What masking keeps: forms, and what is no secret.

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

// The merchant of an exchange, before and after masking.

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
