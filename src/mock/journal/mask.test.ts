import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskBodyText, maskHeader, maskQuery, maskText, maskValue } from './mask.ts';

const digits = (least: number, most: number) =>
  fc
    .array(fc.constantFrom(...'0123456789'), { minLength: least, maxLength: most })
    .map((list) => list.join(''));
const aside = fc.string().map((text) => text.replace(/[\p{Nd} \-\\%]/gu, 'x'));

describe('what is shown of a text', () => {
  it('never has more than 8 digits in a row, wherever they stand', () => {
    fc.assert(
      fc.property(aside, digits(9, 25), aside, (before, long, after) => {
        expect(maskText(`${before}${long}${after}`)).not.toMatch(/\d{9,}/);
      }),
    );
  });

  it('is the text where there is no long run', () => {
    fc.assert(
      fc.property(aside, digits(0, 8), aside, (before, short, after) => {
        expect(maskText(`${before}${short}${after}`)).toBe(`${before}${short}${after}`);
      }),
    );
  });

  it.each([
    ['4242424242424242', '424242…(16 digits)'],
    ['4242 4242 4242 4242', '424242…(16 digits)'],
    ['4242-4242-4242-4242', '424242…(16 digits)'],
    ['4242.4242.4242.4242', '424242…(16 digits)'],
    ['4242 / 4242 / 4242 / 4242', '424242…(16 digits)'],
    ['4242\u200b4242\u200b4242\u200b4242', '424242…(16 digits)'],
    ['eyJhbGciOiJub25lIn0.e30.1-2-3-4-5-6-7-8-9-0', '(a token)'],
    ['%34%32%34%32%34%32%34%32%34', '424242…(9 digits)'],
    ['\\u0034\\u0032\\u0034\\u0032\\u0034\\u0032\\u0034\\u0032\\u0034', '424242…(9 digits)'],
    ['٤٢٤٢٤٢٤٢٤٢٤٢', '٤٢٤٢٤٢…(12 digits)'],
    ['Bearer eyJhbGciOiJub25lIn0.e30.', 'Bearer (a token)'],
  ])('of %s is %s', (text, shown) => {
    expect(maskText(text)).toBe(shown);
  });

  it.each(['2026-01-31T12:00:00.123Z', 'one of 700100, 700200', '1234567.89', '107.979999…(14 digits)'])(
    'is %s itself, which is no card',
    (text) => {
      expect(maskText(text)).toBe(text);
    },
  );

  it.each([
    ['{"cardToken":"tok_1","a":1,}', '{"cardToken":"(a card token)","a":1,}'],
    ['{"cardToken" : "tok\\"_1', '{"cardToken" : "(a card token)"'],
    ['{"cardToken":12345,', '{"cardToken":"(a card token)",'],
  ])('has no card token where it is the broken body %s', (text, shown) => {
    expect(maskBodyText(text)).toBe(shown);
  });

  it('has no secret of a query', () => {
    expect(maskQuery('a=1&cardToken=tok_1&access_token=x&b=4242424242424242')).toBe(
      'a=1&cardToken=(not shown)&access_token=(not shown)&b=424242…(16 digits)',
    );
  });
});

describe('what is shown of a value', () => {
  it('is masked at every depth: numbers, texts and names', () => {
    const value = { a: [{ nicn: 4242424242424242 }], '4242424242424242': 'x', b: 'n 123456789', c: 12345678 };

    expect(maskValue(value)).toEqual({
      a: [{ nicn: '424242…(16 digits)' }],
      '424242…(16 digits)': 'x',
      b: 'n 123456…(9 digits)',
      c: 12345678,
    });
  });

  it('is never a card number where the card belongs, whatever stands in it', () => {
    expect(maskValue({ nicn: '4242, 4242 and 4242' })).toEqual({ nicn: '424242…(12 digits)' });
    expect(maskValue({ amount: 107.97999999999999 })).toEqual({ amount: '107.979999…(14 digits)' });
  });

  it('has the sTxId of a mock as it is, and no card token', () => {
    const sTxId = '0123456789abcdef0123456789abcdef';

    expect(maskValue({ sTxId, cardToken: 'tok_1', mTxId: sTxId })).toEqual({
      sTxId,
      cardToken: '(a card token)',
      mTxId: '012345…(10 digits)abcdef012345…(10 digits)abcdef',
    });
    expect(maskValue({ sTxId: '42424242424242424242424242424242' })).toEqual({
      sTxId: '424242…(32 digits)',
    });
  });

  it.each(['Authorization', 'cookie', 'X-Api-Key', 'x-auth-token', 'Client-Secret'])(
    'hides the header %s',
    (name) => {
      expect(maskHeader(name, 'abc')).toBe('(not shown)');
    },
  );

  it('leaves versions and addresses in headers as they are', () => {
    expect(maskHeader('user-agent', 'Chrome/120.0.6099.109')).toBe('Chrome/120.0.6099.109');
    expect(maskHeader('host', '192.168.100.101:4010')).toBe('192.168.100.101:4010');
  });
});
