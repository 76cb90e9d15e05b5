import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ClientRuleId } from '../../../src/contract/client-rule-ids.ts';
import { longNumbersIn } from '../../../src/text/card-brands.ts';
import { clientUnderTest, FEE, SALE, type Sent, TOKEN } from '../../../test/support/client-exchanges.ts';
import { CLIENT_RULES } from '../client-rules.gen.ts';

const OK = { transactionFee: 2.4, sTxId: 'transaction-1', message: 'ok' };

/** The client-request rules that one accepted fee call violates. */
function violatedBy(sent: Sent, source: 'mock' | 'recording' = 'mock'): readonly ClientRuleId[] {
  const client = clientUnderTest({ source });
  client.send({ body: FEE, response: OK, ...sent });

  return client.violated().filter((id) => id.startsWith('client-request/'));
}

const CARD = '4242424242424242';

describe('no rule on requests is violated by', () => {
  const innocent: Readonly<Record<string, Sent>> = {
    'the required fields alone': {},
    'all fields at once': {
      body: {
        ...{ ...FEE, campaign: ['a', 'b'], country: '840', processor: 'alpha', cardToken: CARD },
        ...{ data: ['coupon-7'], totalAmount: 100, mTxId: 'order-1' },
      },
    },
    'media type parameters and upper case': {
      headers: { 'content-type': 'Application/JSON; charset=UTF-8' },
    },
    'a lower-case scheme': { headers: { authorization: TOKEN.replace('Bearer', 'bearer') } },
    'an encrypted token': { headers: { authorization: 'Bearer eyJhbGciOiJkaXIifQ.a.b.c.d' } },
    'a token without signature': { headers: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' } },
    'a token whose header has spaces': {
      headers: { authorization: `Bearer ${btoa('{ "alg": "HS256" }').replace(/=+$/, '')}.e30.YQ` },
    },
    'a name in several objects, and colons in a text': {
      body: {
        ...{ ...FEE, data: ['"amount":1', '{"a":1,"a":2}'] },
        ...{ cart: { amount: 1, lines: [{ amount: 1 }, { amount: 2 }] } },
      },
    },
    'a body with a byte order mark': { body: `\ufeff${JSON.stringify(FEE)}` },
    'a region of another country': { body: { ...FEE, country: '124', region: 'M5V 2T6' } },
    'a region in lower case': { body: { ...FEE, region: 'us-az' } },
    'a zip code with leading zeros': { body: { ...FEE, region: '02134' } },
    'a zip code with a space that the service removes': { body: { ...FEE, region: '85004 ' } },
    'a zip+4': { body: { ...FEE, region: '02134-1000' } },
    'a part of the total that is all of it': { body: { ...FEE, amount: 0.3, totalAmount: 0.3 } },
    'a country of a territory': { body: { ...FEE, country: '630', region: 'PR' } },
    'an unknown field': { body: { ...FEE, orderChannel: 'web', items: [{ sku: 'a-1' }] } },
    'a field under two names': { body: { ...FEE, mTxId: 'order-1', mtxid: 'order-1' } },
    'an address with broken encodings': { path: '/v1/ch?off=10%&note=%e4%zz%4' },
    'a telephone number in the address': { path: '/v1/ch?phone=+4915123456789011' },
    'numbers that a tool keeps in a cookie': { headers: { cookie: 'sid=4111111111111111; _ga=GA1.2.4.1' } },
    'the last four digits of a card': { body: { ...FEE, cardNumber: '************4242' } },
    'a phone number': { body: { ...FEE, data: ['+4915123456781', '+1 415 555 2671'] } },
    'a phone number that is also the order number': {
      body: { ...FEE, mTxId: '14155552671', data: ['14155552671'] },
    },
    'the nicn and the time as order number': { body: { ...FEE, mTxId: '424242-1700000001' } },
    'an order number of 13 digits': { body: { ...FEE, mTxId: '4006381333931' } },
    'the time in milliseconds': { body: { ...FEE, mTxId: '1763850000000' } },
    'an identifier of digits': { body: { ...FEE, mTxId: '424242424242424242424242424242424242424' } },
    'a UUID': { body: { ...FEE, mTxId: '42424242-4242-4242-8242-424242424242' } },
    'no call: a CORS preflight': {
      method: 'OPTIONS',
      headers: { authorization: undefined },
      body: undefined,
    },
    'no call: another path': { path: '/health', method: 'GET', body: undefined },
    'a body that the mock did not read': {
      headers: { 'content-length': '2000000' },
      body: undefined,
      status: 413,
    },
    'a chunked body that the mock did not read': {
      headers: { 'transfer-encoding': 'chunked' },
      body: undefined,
      status: 413,
    },
    'other parameters of the address': { path: '/v1/ch?trace=1' },
    'a security code that is masked': { body: { ...FEE, data: ['{"cvv":"***","pan":"************4242"}'] } },
    'the code of a gift card': { body: { ...FEE, data: ['{"cardCode":"SPRING24"}'] } },
    'the last four digits of a card in data': {
      body: { ...FEE, data: ['{"card":{"pan":"4444"},"cvvResult":"M"}'] },
    },
    'an identifier of a process and the time': { body: { ...FEE, mTxId: 'w0-1-50287-1795437000009' } },
    'an identifier of a sequence': { body: { ...FEE, mTxId: '5610591081018250122' } },
    'the identifier of a trace': {
      headers: { 'x-datadog-trace-id': '4111111111111111110', 'x-b3-traceid': '5555555555554444' },
    },
    'no call: a program that waits until the mock listens': {
      method: 'HEAD',
      body: undefined,
      headers: { authorization: undefined, 'x-requested-with': undefined },
    },
  };

  it.each(Object.entries(innocent))('%s', (_, sent) => {
    expect(violatedBy(sent)).toEqual([]);
    expect(violatedBy(sent, 'recording')).toEqual([]);
  });
});

describe('a request with one mistake violates the rule on it, and no other', () => {
  const guilty: Readonly<Record<string, readonly Sent[]>> = {
    'is-json-post': [
      { method: 'PUT' },
      { method: 'GET', body: undefined },
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'amount=100' },
      { headers: { 'content-type': undefined } },
      { headers: { 'content-type': 'application/jsonp' } },
      { body: [FEE] },
      { body: '{"amount":100,' },
      { body: '"text"' },
      { body: undefined, status: 400 },
    ],
    'has-x-requested-with': [
      { headers: { 'x-requested-with': undefined } },
      { headers: { 'x-requested-with': 'XMLHttpRequest' } },
    ],
    'has-bearer-jwt': [
      { headers: { authorization: undefined } },
      { headers: { authorization: 'Bearer undefined' } },
      { headers: { authorization: 'Bearer ' } },
      { headers: { authorization: 'Basic bWU6c2VjcmV0' } },
      { headers: { authorization: TOKEN.slice('Bearer '.length) } },
      { path: SALE, body: { sTxId: 'a' }, headers: { authorization: undefined }, status: 401 },
    ],
    'has-required-fields': [
      { body: { amount: 100, nicn: '424242' } },
      { body: { amount: 100, nicn: '424242', mTxId: 'order-1' }, status: 422, response: '' },
      { path: SALE, body: { authCode: 'A1' }, status: 422, response: '' },
      { path: SALE, body: {}, status: 422, response: '' },
    ],
    'has-right-types': [
      { body: { ...FEE, amount: '100' } },
      { body: { ...FEE, nicn: 424242 } },
      { body: { ...FEE, region: 85004 } },
      { body: { ...FEE, region: null }, status: 422, response: '' },
      { body: { ...FEE, campaign: 'summer' } },
      { body: { ...FEE, data: [1] } },
      { body: { ...FEE, mTxId: 17 } },
      { path: SALE, body: { mTxId: 'a', authCode: 7 }, status: 422, response: '' },
    ],
    'sends-no-nulls': [{ body: { ...FEE, mTxId: null, campaign: null } }],
    'nicn-is-6-to-8-digits': [
      { body: { ...FEE, nicn: '42424' } },
      { body: { ...FEE, nicn: '4242 4242' } },
      { body: { ...FEE, nicn: '424242424' } },
    ],
    'region-has-a-documented-form': [
      { body: { ...FEE, region: 'Arizona' } },
      { body: { ...FEE, region: '2134' } },
      { body: { ...FEE, region: '85004 ' }, status: 422, response: '' },
      { body: { ...FEE, region: '' } },
    ],
    'country-is-iso-numeric': [{ body: { ...FEE, country: 'US' } }, { body: { ...FEE, country: '36' } }],
    'names-processor-with-several': [
      { merchant: 'several' },
      { merchant: 'several', body: { ...FEE, processor: '' } },
    ],
    'part-is-within-total': [{ body: { ...FEE, amount: 100.01, totalAmount: 100 } }],
    'amount-has-whole-cents': [
      { body: { ...FEE, amount: 107.97999999999999 } },
      { body: { ...FEE, amount: 0.1 + 0.2 } },
    ],
    'uses-documented-fields': [
      { body: { ...FEE, mtxid: 'order-1' } },
      { body: { ...FEE, Processor: 'alpha' } },
      { body: { ...FEE, total_amount: 100 } },
      { body: JSON.stringify(FEE).replace('{', '{"amount" :1,') },
      { body: JSON.stringify(FEE).replace('{', '{"cart":{"lines":[{"a":1,"b":2,"a":3}]},') },
    ],
    'never-sends-card-number': [
      { body: { ...FEE, mTxId: CARD } },
      { body: { ...FEE, data: ['x', '4242 4242 4242 4242'] } },
      { body: { ...FEE, data: ['card 4242-4242-4242-4242 12/27'] } },
      { body: { ...FEE, nicn: '42424242', order: { payment: { number: CARD } } } },
      { headers: { 'x-card': CARD } },
      { headers: { 'x-trace': CARD } },
      { path: `/v1/ch?card=${CARD}` },
      { path: '/v1/ch?card=4242%204242%204242%204242' },
      { path: '/v1/ch?card=4242+4242+4242+4242' },
      { path: '/v1/ch?to=%2F%3Fcard%3D4242%252D4242%252D4242%252D4242' },
      { path: '/v1/ch?off=10%&card=%34242-4242-4242-4242%ff' },
      { headers: { cookie: `basket=7; c=${CARD}` } },
      { headers: { cookie: 'c=4242%204242%204242%204242' } },
      { headers: { referer: 'https://shop.test/?card=4242%204242%204242%204242' } },
    ],
    'looks-free-of-card-data': [
      { body: { ...FEE, data: ['5555 5555 5555 4444'] } },
      { path: SALE, body: { mTxId: 'a', authCode: CARD }, status: 422, response: '' },
      { body: { ...FEE, cvv: '123' } },
      { body: { ...FEE, data: ['{"card":{"cvv":"123"}}'] } },
      { body: { ...FEE, campaign: ['{"card_number":"4000 0566 55"}'] } },
      { body: { ...FEE, card: { security_code: 123 } } },
    ],
    'keeps-secrets-out-of-the-address': [
      { path: '/v1/ch?access_token=abc' },
      { path: `/v1/ch?x=${TOKEN.slice('Bearer '.length)}` },
    ],
  };

  const cases = Object.entries(guilty).flatMap(([rule, all]) => all.map((sent) => [rule, sent] as const));

  it.each(cases)('%s: %j', (rule, sent) => {
    expect(violatedBy(sent)).toEqual([`client-request/${rule}`]);
  });
});

test.each([CARD, '4242 4242 4242 4242', '4242-4242-4242-4242'])(
  'the whole card number %j as nicn breaks the rule on its length and that on card numbers',
  (nicn) => {
    expect(violatedBy({ body: { ...FEE, nicn } })).toEqual([
      'client-request/nicn-is-6-to-8-digits',
      'client-request/never-sends-card-number',
    ]);
  },
);

test('a whole card number as a JSON number in nicn breaks the rules on its type and its length', () => {
  expect(violatedBy({ body: { ...FEE, nicn: Number(CARD) } })).toEqual([
    'client-request/has-right-types',
    'client-request/nicn-is-6-to-8-digits',
  ]);
  // 042424 without its zero.
  expect(violatedBy({ body: { ...FEE, nicn: 42424 } })).toEqual(['client-request/has-right-types']);
});

test('a card number beside a nicn with spaces, or a nicn that is a number, is that of the nicn', () => {
  expect(violatedBy({ body: { ...FEE, nicn: '4242 4242', data: [CARD] } })).toContain(
    'client-request/never-sends-card-number',
  );
  expect(violatedBy({ body: { ...FEE, nicn: 424242, data: [CARD] } })).toContain(
    'client-request/never-sends-card-number',
  );
});

test('all fields of a wrong type are named', () => {
  const client = clientUnderTest();
  client.refused('/v1/ch', { ...FEE, amount: '100', nicn: Number(CARD), campaign: 'summer' });
  const finding = client.observed
    .findings()
    .find(({ rule }) => rule.id === 'client-request/has-right-types')?.finding;

  expect(finding).toMatchObject({
    expected: 'amount as a JSON number, nicn as a string, campaign as an array of strings',
    got: 'amount "100", nicn 424242…(16 digits), campaign "summer"',
  });
});

describe('a recording may lack', () => {
  it.each<readonly [string, Sent]>([
    ['the body', { body: undefined }],
    ['the token', { headers: { authorization: undefined } }],
    ['the value of the token', { headers: { authorization: 'Bearer (not shown)' } }],
    ['most of the token', { headers: { authorization: 'Bearer REDACTED_TOKEN_VALUE_1' } }],
    [
      'all headers',
      { headers: { authorization: undefined, 'content-type': undefined, 'x-requested-with': undefined } },
    ],
    ['digits of the nicn', { body: { ...FEE, nicn: '424242…(16 digits)' } }],
    ['digits of the region', { body: { ...FEE, region: '850041…(9 digits)' } }],
    ['the value of a field', { body: { ...FEE, amount: '[masked]', country: '***' } }],
    ['the first call of an update', { body: { mTxId: 'order-1', amount: 120 } }],
    ['the processors of the merchant', { merchant: 'several', body: { ...FEE, mTxId: 'a' } }],
  ])('%s', (_, sent) => {
    expect(violatedBy(sent, 'recording')).toEqual([]);
  });
});

test('what a client writes in place of a card or a token is not what a recorder masks', () => {
  const client = clientUnderTest({ source: 'recording' });
  client.send({ body: FEE, headers: { authorization: TOKEN.slice('Bearer '.length) } });
  expect(client.violated()).toEqual(['client-request/has-bearer-jwt']);
  client.send({ body: { ...FEE, nicn: '424242******4242' }, isWhole: true });
  client.send({ path: SALE, body: { sTxId: '' }, status: 422, isWhole: true });
  expect(client.violated().toSorted()).toEqual([
    'client-flow/uses-identifiers-it-was-given',
    'client-request/has-bearer-jwt',
    'client-request/nicn-is-6-to-8-digits',
  ]);
});

describe('an update', () => {
  it('may leave out what the transaction has', () => {
    const client = clientUnderTest();
    client.fee({ ...FEE, country: '124', region: 'ON', mTxId: 'order-1' }, 'transaction-1');
    client.fee({ amount: 120, mTxId: 'order-1' }, 'transaction-1');
    client.refused('/v1/ch', { amount: 130, sTxId: 'transaction-1', region: null });
    // The region is one of the country that the first call named.
    client.fee({ sTxId: 'transaction-1', region: 'M5V 2T6' }, 'transaction-1');

    expect(client.violated()).toEqual(['client-request/sends-no-nulls']);
  });

  it('is judged by what it carries', () => {
    const client = clientUnderTest();
    client.fee({ ...FEE, mTxId: 'order-1' }, 'transaction-1');
    client.refused('/v1/ch', { sTxId: 'transaction-1', nicn: '42', region: 'Arizona', amount: '1' });

    expect(client.violated()).toEqual([
      'client-request/has-right-types',
      'client-request/nicn-is-6-to-8-digits',
      'client-request/region-has-a-documented-form',
    ]);
  });
});

describe('a call that may update a transaction from before the recording', () => {
  const unclearIn = (sent: Sent) => {
    const client = clientUnderTest({ source: 'recording' });
    client.send({ status: 422, response: '', ...sent });
    const { observed } = client;

    return [
      client.violated().filter((id) => id.startsWith('client-request/')),
      CLIENT_RULES.flatMap(({ id }) => ((observed.counts(id)?.unclear.count ?? 0) > 0 ? [id] : [])),
    ];
  };

  it.each<readonly [ClientRuleId, object]>([
    ['client-request/region-has-a-documented-form', { ...FEE, region: 'Arizona', mTxId: 'a' }],
    ['client-request/region-has-a-documented-form', { ...FEE, region: 'Kowloon', sTxId: 's' }],
    ['client-request/region-has-a-documented-form', { ...FEE, region: 'Arizona', country: null, mTxId: 'a' }],
    ['client-request/has-required-fields', { amount: 10, mTxId: 'a' }],
    ['client-request/looks-free-of-card-data', { ...FEE, sTxId: '4111111111111111' }],
  ])('does not keep %s, and does not break it: %j', (rule, body) => {
    const [, unclear] = unclearIn({ body });

    expect(unclear).toEqual([rule]);
  });

  it('with a null in a required field does not keep the rule on types', () => {
    expect(unclearIn({ body: { ...FEE, nicn: null, mTxId: 'a' } })).toEqual([
      ['client-request/sends-no-nulls'],
      ['client-request/has-right-types'],
    ]);
  });

  it.each<readonly [string, object]>([
    ['with a region of Canada and its country', { ...FEE, country: '124', region: 'M5V 2T6', mTxId: 'a' }],
    ['with a region of the document', { ...FEE, mTxId: 'a' }],
    ['by its sTxId, with what changes', { sTxId: 's', amount: 10 }],
  ])('is not unclear %s', (_, body) => {
    expect(unclearIn({ body })).toEqual([[], []]);
  });

  it('is a first call where it names nothing, and wrong in any case where it names the country', () => {
    const rule = 'client-request/region-has-a-documented-form';
    const named = { ...FEE, region: 'Arizona', mTxId: 'a', country: '840' };

    expect(unclearIn({ body: { ...FEE, region: 'Arizona' } })).toEqual([[rule], []]);
    expect(unclearIn({ body: named })).toEqual([[rule], []]);
  });

  it('stays one after a second call by the same identifier: the first one may have named a country', () => {
    const client = clientUnderTest({ source: 'recording' });
    client.fee({ amount: 10, mTxId: 'a' }, 's');
    client.fee({ sTxId: 's', region: 'M5V 2T6' }, 's');
    client.fee({ mTxId: 'a', region: 'M5V 2T6' }, 's');

    expect(client.violated()).toEqual([]);
    expect(client.observed.counts('client-request/region-has-a-documented-form')?.unclear.count).toBe(2);
  });
});

describe('the header Tollgate-Deliberate', () => {
  const wrong = { amount: '100', nicn: '42', region: 'Arizona' };

  it.each([
    ['*', []],
    ['client-request/*', []],
    ['client-request', []],
    [
      'client-request/has-right-types, client-request/nicn-*',
      ['client-request/region-has-a-documented-form'],
    ],
    ['*-6-to-8-digits,*form', ['client-request/has-right-types']],
    [
      'client-flow/*, no/such-rule, ((((',
      [
        'client-request/has-right-types',
        'client-request/nicn-is-6-to-8-digits',
        'client-request/region-has-a-documented-form',
      ],
    ],
  ])('%s exempts the request from the rules that it names', (header, left) => {
    const client = clientUnderTest();
    client.refused('/v1/ch', wrong, { headers: { 'tollgate-deliberate': header } });

    expect(client.violated()).toEqual(left);
  });
});

describe('the search for card numbers', () => {
  test('finds none in a part of a longer sequence of digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{20,60}$/), (digits) => {
        expect(longNumbersIn(digits)).toEqual([]);
      }),
    );
  });

  test('takes no longer for a text that is made to be slow', () => {
    const before = process.cpuUsage();
    for (const text of ['1 '.repeat(100_000), '1'.repeat(1_000_000), '1  '.repeat(100_000)])
      longNumbersIn(text);

    // Microseconds of CPU, which other processes do not lengthen.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
