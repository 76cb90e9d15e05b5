import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExchangeMasker } from '../exchange/mask/mask-exchange.ts';
import { isCardNumber } from './card-brands.ts';
import { maskAddresses, maskBodyText, maskHeader, maskIdentifier, maskQuery, maskText } from './mask.ts';
import { maskValue } from './mask-json.ts';

const digits = (least: number, most: number) =>
  fc
    .array(fc.constantFrom(...'0123456789'), { minLength: least, maxLength: most })
    .map((list) => list.join(''));
const aside = fc.string().map((text) => text.replace(/[\p{Nd} \-\\%]/gu, 'x'));

/** Whole card numbers of 16 digits, with their check digit. */
const cards = fc
  .tuple(fc.constantFrom('4', '51', '55', '6011', '2221'), digits(15, 15))
  .map(([beginning, rest]) => (beginning + rest).slice(0, 15))
  .map((body) => [...'0123456789'].map((check) => body + check).find(isCardNumber) ?? '');

/** Texts of what may be masked, next to each other in any order. */
const awkward = fc
  .array(
    fc.oneof(
      fc.string(),
      digits(1, 25),
      fc.constantFrom(
        '%34',
        '\\u0034',
        'eyJ',
        'eyJhbGciOiJub25lIn0.e30.',
        '.',
        ' ',
        '…',
        '…(16 digits)',
        '(a token)',
      ),
      fc.constantFrom('"cardToken":', '"password": "', 'nicn=', '"nicn":"', '"', '\\', '٤', '𝟠', ','),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

describe('maskText', () => {
  it('leaves no more than 8 digits in a row, wherever they are', () => {
    fc.assert(
      fc.property(aside, digits(9, 19), aside, (before, long, after) => {
        expect(maskText(`${before}${long}${after}`)).not.toMatch(/\d{9,}/);
      }),
    );
  });

  it('leaves no card number, whatever separates its digits', () => {
    const separators = fc.oneof(
      fc.string({ minLength: 1, maxLength: 4 }).map((text) => text.replace(/[\p{Nd}…%\\]/gu, '-')),
      fc.constantFrom(' ', ', ', '","', ' and ', '\n', '\u200b', ' / '),
    );
    fc.assert(
      fc.property(cards, separators, fc.constantFrom(1, 2, 4, 8), (card, separator, size) => {
        const groups = card.match(new RegExp(`.{${size}}`, 'g')) ?? [];
        const shown = maskText(groups.join(separator));
        // A separator of letters between two halves is one between two numbers.
        if (groups.length === 2 && /\p{L}/u.test(separator)) return;

        expect(shown.replaceAll(/\D/g, '').length).toBeLessThan(16);
      }),
    );
  });

  it('leaves a text with at most 8 digits in a row unchanged', () => {
    fc.assert(
      fc.property(aside, digits(0, 8), aside, (before, short, after) => {
        expect(maskText(`${before}${short}${after}`)).toBe(`${before}${short}${after}`);
      }),
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        const once = { text: maskText(text), id: maskIdentifier(text) };

        expect(maskText(once.text)).toBe(once.text);
        expect(maskIdentifier(once.id)).toBe(once.id);
      }),
    );
  });

  it.each([
    ['4242424242424242', '424242…(16 digits)'],
    ['4242 4242 4242 4242', '424242…(16 digits)'],
    ['4242-4242-4242-4242', '424242…(16 digits)'],
    ['4242.4242.4242.4242', '424242…(16 digits)'],
    ['4242 / 4242 / 4242 / 4242', '424242…(16 digits)'],
    ['4242      4242      4242      4242', '424242…(16 digits)'],
    ['4242, 4242, 4242, 4242', '424242…(16 digits)'],
    ['4242x4242x4242x4242', '424242…(16 digits)'],
    ['4242 and 4242 and 4242 and 4242', '424242…(16 digits)'],
    ['4242\u200b4242\u200b4242\u200b4242', '424242…(16 digits)'],
    ['4242424242424242 12/25 123', '424242…(23 digits)'],
    ['42424242424242421225123', '424242…(23 digits)'],
    ['eyJhbGciOiJub25lIn0.e30.1-2-3-4-5-6-7-8-9-0', '(a token)'],
    ['%34%32%34%32%34%32%34%32%34', '424242…(9 digits)'],
    ['\\u0034\\u0032\\u0034\\u0032\\u0034\\u0032\\u0034\\u0032\\u0034', '424242…(9 digits)'],
    ['٤٢٤٢٤٢٤٢٤٢٤٢', '424242…(12 digits)'],
    ['Bearer eyJhbGciOiJub25lIn0.e30.', 'Bearer (a token)'],
    ['42424242-4242-4242-abcd-abcdef123456', '424242…(16 digits)-abcd-abcdef123456'],
    ['abcd4242424242424242abcd', 'abcd424242…(16 digits)abcd'],
    ['abcd1234567890123', 'abcd123456…(13 digits)'],
    ['abc1234567890123', 'abc123456…(13 digits)'],
    ['00000000-0000-0000-0000-000000000000', '000000…(32 digits)'],
  ])('shows %s as %s', (text, shown) => {
    expect(maskText(text)).toBe(shown);
  });

  it.each([
    '2026-01-31T12:00:00.123Z',
    'one of 700100, 700200',
    '1234567.89',
    '107.979999…(14 digits)',
    '012345678901234567890123456789012345678',
    'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    'cafe0000-1234-4567-8901-234567890123',
    '5f2b1c9e8d7a001234567890',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '10, 20, 30, 40, 50, 60, 70',
    'eyJ-eyJ-eyJ',
  ])('leaves %s unchanged, which is no card number and no token', (text) => {
    expect(maskText(text)).toBe(text);
  });
});

describe('maskBodyText', () => {
  it.each([
    ['{"cardToken":"tok_1","a":1,}', '{"cardToken":"(a card token)","a":1,}'],
    ['{"cardToken" : "tok\\"_1', '{"cardToken" : "(a card token)"'],
    ['{"cardToken":12345,', '{"cardToken":(a card token),'],
    ['{"a":"b,"cardToken":"tok_1"', '{"a":"b,"cardToken":"(a card token)"'],
    ['{"password":"hunter2",', '{"password":"(not shown)",'],
    ['amount=1&password=hunter2&region=AZ', 'amount=1&password=(not shown)&region=AZ'],
    ['{"nicn":null,"cardToken":null,', '{"nicn":null,"cardToken":null,'],
  ])('shows %s as %s', (text, shown) => {
    expect(maskBodyText(text)).toBe(shown);
  });
});

describe('maskQuery', () => {
  it('hides the values of parameters that are named like secrets', () => {
    expect(maskQuery('a=1&cardToken=tok_1&access_token=x&session%49d=y&b=4242424242424242')).toBe(
      'a=1&cardToken=(a card token)&access_token=(not shown)&session%49d=(not shown)&b=424242…(16 digits)',
    );
  });
});

describe('maskValue', () => {
  it('masks numbers, texts and names at every depth', () => {
    const value = { a: [{ nicn: 4242424242424242 }], '4242424242424242': 'x', b: 'n 123456789', c: 12345678 };

    expect(maskValue(value)).toEqual({
      a: [{ nicn: '424242…(16 digits)' }],
      '424242…(16 digits)': 'x',
      b: 'n 123456…(9 digits)',
      c: 12345678,
    });
  });

  it('masks more than 8 digits of a nicn, whatever else is in it', () => {
    expect(maskValue({ nicn: '4242, 4242 and 4242' })).toEqual({ nicn: '424242…(12 digits)' });
    expect(maskValue({ nicn: '1a1a1a1a1a1a1a1a1' })).toEqual({ nicn: '111111…(9 digits)' });
  });

  it('masks a card number whose digits are split over entries of an array', () => {
    expect(
      maskValue({ data: ['x', '4242', '4242', '4242', '4242', '7'], nicn: [42424242, 42424242] }),
    ).toEqual({
      data: ['x', '424242…(16 digits)', '…', '…', '…', '7'],
      nicn: ['424242…(16 digits)', '…'],
    });
    expect(maskValue([...'4242424242424242'])).toEqual([
      '424242…(16 digits)',
      ...Array.from({ length: 15 }, () => '…'),
    ]);
    for (const innocent of [
      ['20261122', '20261123'],
      ['85004', '02134', '80202'],
      [40, 41, 42, 43],
    ])
      expect(maskValue(innocent)).toEqual(innocent);
  });

  it('shows amounts as they are', () => {
    const value = {
      amount: 107.97999999999999,
      totalAmount: 1_000_000_000,
      transactionFee: 2.4299999999999997,
    };

    expect(maskValue(value)).toEqual(value);
    expect(maskValue({ amount: 4242424242424242 })).toEqual({ amount: '424242…(16 digits)' });
  });

  it('shows identifiers that consist of digits, unless they are card numbers', () => {
    const value = {
      sTxId: '012345678901234567890123456789012345678',
      mTxId: '20260131-000000012345',
    };
    const own = { sTxId: '0123456789abcdef0123456789abcdef' };

    expect(maskValue(value)).toEqual(value);
    expect(maskValue(own)).toEqual(own);
    expect(maskValue({ mTxId: 'order 4242424242424242', sTxId: '4242 4242 4242 4242' })).toEqual({
      mTxId: 'order 424242…(16 digits)',
      sTxId: '424242…(16 digits)',
    });
  });

  it('hides the fields that are named like secrets', () => {
    const value = {
      cardToken: 'tok_1',
      password: 'hunter2',
      cvv: 123,
      cardNumber: '4242',
      card_number: '4242',
      pan: '4242',
      deep: [{ accessToken: { a: 'x' } }],
      authCode: 'A1B2C3',
      company: 'pan',
      token: null,
    };

    expect(maskValue(value)).toEqual({
      cardToken: '(a card token)',
      password: '(not shown)',
      cvv: '(not shown)',
      cardNumber: '(not shown)',
      card_number: '(not shown)',
      pan: '(not shown)',
      deep: [{ accessToken: { a: '(not shown)' } }],
      authCode: 'A1B2C3',
      company: 'pan',
      token: null,
    });
  });

  it('never shows a secret, whatever else is in the value', () => {
    const secret = fc.string({ minLength: 12 }).map((text) => `s3cr3t${text}`);
    const name = fc.constantFrom(
      'password',
      'X-Api-Key',
      'CVV',
      'card_number',
      'jwt',
      'sessionId',
      'cardToken',
    );
    fc.assert(
      fc.property(fc.jsonValue(), name, secret, (beside, field, value) => {
        expect(
          JSON.stringify(maskValue({ beside, [field]: value, deep: [{ [field]: [value] }] })),
        ).not.toContain(JSON.stringify(value).slice(1, -1));
      }),
    );
  });
});

describe('maskHeader', () => {
  it.each([
    'Authorization',
    'cookie',
    'X-Api-Key',
    'x-auth-token',
    'Client-Secret',
    'X-Session-Id',
    'X-Signature',
    'X-Password',
    'X-Jwt',
    'X-Auth',
    'X-Card-Number',
  ])('hides %s', (name) => {
    expect(maskHeader(name, 'abc')).toBe('(not shown)');
  });

  it('shows versions, addresses and headers of CORS', () => {
    expect(maskHeader('user-agent', 'Chrome/120.0.6099.109')).toBe('Chrome/120.0.6099.109');
    expect(maskHeader('host', '192.168.100.101:4010')).toBe('192.168.100.101:4010');
    expect(maskHeader('host', '52.168.100.101:40100')).toBe('52.168.100.101:40100');
    expect(maskHeader('access-control-allow-credentials', 'true')).toBe('true');
  });

  it('masks card numbers', () => {
    expect(maskHeader('x-note', '4242 4242 4242 4242')).toBe('424242…(16 digits)');
    expect(maskHeader('x-note', '4242.4242.4242.4242')).toBe('424242…(16 digits)');
  });
});

const OPAQUE = 'CANARYopaque0123456789abcdef';
const PASSWORD = 'CANARYpassw0rd';
const CARD = '4242424242424242';
const JWT = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from('{"sub":"CANARY"}').toString('base64url')}.CANARYsignature`;
const encodeAll = (text: string) =>
  text.replaceAll(/./g, (letter) => `%${Buffer.from(letter).toString('hex')}`);
const twice = (text: string) => encodeURIComponent(encodeURIComponent(text));

/** Texts with a secret, and what people see of them. */
const CANARIES: readonly (readonly [string, string])[] = [
  [`https://a/?token=${OPAQUE}`, 'https://a/?token=(not shown)'],
  [
    `card at /v1/ch?card=1&access_token=${OPAQUE} is wrong`,
    'card at /v1/ch?card=1&access_token=(not shown) is wrong',
  ],
  [`<https://a/?access_token=${OPAQUE}>; rel="next"`, '<https://a/?access_token=(not shown)>; rel="next"'],
  [`https://a/?sig=${OPAQUE}&key=${OPAQUE}`, 'https://a/?sig=(not shown)&key=(not shown)'],
  [
    `u=${encodeURIComponent(`https://a/?b=1&token=${OPAQUE}`)}`,
    'u=https%3A%2F%2Fa%2F%3Fb%3D1%26token%3D(not shown)',
  ],
  [`u=${twice(`https://a/?token=${OPAQUE}`)}`, 'u=https%253A%252F%252Fa%252F%253Ftoken%253D(not shown)'],
  [`u=https%3A//me%3A${PASSWORD}%40host/`, 'u=https%3A//(not shown)%40host/'],
  [`u=caf%E9%26token%3D${OPAQUE}`, 'u=caf%E9%26token%3D(not shown)'],
  [`https://user:${PASSWORD}@host/x`, 'https://(not shown)@host/x'],
  [`{"password": "${PASSWORD}", "a": 1}`, '{"password": "(not shown)", "a": 1}'],
  [`{"password": {"a": ["${PASSWORD}"]}, "b": 1,`, '{"password": (not shown), "b": 1,'],
  [
    String.raw`{\"password\": \"${PASSWORD}\", \"a\": 1}`,
    String.raw`{\"password\": \"(not shown)\", \"a\": 1}`,
  ],
  [`token=${OPAQUE}`, 'token=(not shown)'],
  ['cvv=123', 'cvv=(not shown)'],
  [`Authorization: Bearer ${OPAQUE}`, 'Authorization: Bearer (not shown)'],
  [`refused ${encodeAll(JWT)}`, 'refused (a token)'],
  [`["Bearer ${OPAQUE}"]`, '["Bearer (not shown)"]'],
  [
    `A: b\r\nX-Api-Key: ${PASSWORD}\r\nX-Session: ${OPAQUE}\r\nC: d`,
    'A: b\r\nX-Api-Key: (not shown)\r\nX-Session: (not shown)\r\nC: d',
  ],
  [
    String.raw`{"you":"A: b\r\nX-Api-Key: ${PASSWORD}\r\nC: d"}`,
    String.raw`{"you":"A: b\r\nX-Api-Key: (not shown)\r\nC: d"}`,
  ],
  [`/p/4242%204242%204242%204242/x`, '/p/424242…(16 digits)/x'],
  [`/p/4242%2D4242%2d4242%2D4242/x`, '/p/424242…(16 digits)/x'],
  [`/p/4242%252D4242%252D4242%252D4242/x`, '/p/424242…(16 digits)/x'],
  [`x=${encodeAll(encodeAll(CARD))}`, 'x=424242…(16 digits)'],
];

describe('people see no secret', () => {
  it.each(CANARIES)('in %s', (text, shown) => {
    expect(maskText(text)).toBe(shown);
    expect(maskText(shown)).toBe(shown);
    expect(maskHeader('x-note', text)).toBe(shown);
    expect(maskValue({ data: [text] })).toEqual({ data: [shown] });
    for (const mask of [maskAddresses, maskQuery, maskBodyText])
      expect(mask(text)).not.toMatch(/CANARY|4242\D*4242/);
  });

  it('in a header of several pairs that a service repeats', () => {
    expect(maskText(`A: b\r\nCookie: sid=${OPAQUE}; other=${OPAQUE}\r\nC: d`)).toBe(
      'A: b\r\nCookie: (not shown)\r\nC: d',
    );
  });

  it.each([
    'token: expected a string\nsecret: expected a string',
    'Bearer authentication is expected',
    'Bearer realm="api", error="invalid_token", error_description="x"',
    'amount=1&region=AZ&nicn=42424242&sTxId=0123456789abcdef0123456789abcdef',
    'the token: expected a string',
    'mail me@example.com, or https://example.com/a?b=c@d',
    'caf%C3%A9%20100%25 50%zz %',
    '{"key":"region","value":"AZ","code":"AZ","authCode":"A1B2C3"}',
    '/v1/ch/sale?code=AZ&monkey=1',
    '2026-01-31T12:00:00%20Z',
    '12%204 34%205 56%',
  ])('and all of %s', (text) => {
    expect(maskText(text)).toBe(text);
  });
});

describe('a recording has no secret and keeps its form', () => {
  const { exchange } = createExchangeMasker();
  const record = (text: string) => {
    const { request, response } = exchange({
      ...{ id: 'r', world: undefined, merchant: undefined, startedAt: 1, endedAt: 2, duration: 1 },
      request: {
        method: 'POST',
        url: `/a/${text.replaceAll(/[?\s]/g, encodeURIComponent)}/v1/ch?${text}`,
        headers: { referer: text, 'x-note': text },
        body: JSON.stringify({ data: [text] }),
      },
      response: { status: 400, headers: { location: text, link: text, 'x-url': text }, body: text },
    });

    return [
      request.url ?? '',
      ...Object.values(request.headers).map(String),
      JSON.parse(request.body ?? '').data[0],
      ...Object.values(response.headers),
      response.body,
    ] as string[];
  };
  const decodedEach = (text: string) =>
    text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

  it.each(CANARIES)('in %s', (text) => {
    for (const masked of record(text)) {
      expect(decodedEach(decodedEach(masked))).not.toMatch(/CANARY|4242[ -]?4242[ -]?4242[ -]?4242|=123/);
      if (!text.includes('%E9')) expect(() => decodeURIComponent(decodeURIComponent(masked))).not.toThrow();
    }
  });

  it('in escapes that separate digits', () => {
    for (const masked of record('card=4242%204242%204242%204242&x=1'))
      expect(masked).toMatch(/card=4242%204242%20\d{4}%20\d{4}&x=1$/);
  });
});
