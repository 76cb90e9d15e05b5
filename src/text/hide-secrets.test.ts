import { describe, expect, it } from 'vitest';
import { createExchangeMasker } from '../exchange/mask/mask-exchange.ts';
import { maskAddresses, maskBodyText, maskHeader, maskQuery, maskText, maskValue } from './mask.ts';

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
  [`{"password": {"a": ["${PASSWORD}"]}, "b": 1}`, '{"password": "(not shown)", "b": 1}'],
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
