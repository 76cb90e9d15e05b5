/** No secret survives masking; what is equal stays equal; and masking takes little time. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cards,
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
import { claimsOf } from '../merchant.ts';
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
