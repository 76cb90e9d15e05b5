/** Exchanges with secrets in every place, for the tests of masking. */
import fc from 'fast-check';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { createExchangeMasker } from '../../src/exchange/mask/mask-exchange.ts';
import { merchantOf } from '../../src/exchange/merchant.ts';
import { isCardNumber } from '../../src/text/card-brands.ts';

interface Parts {
  readonly url?: string;
  readonly headers?: Exchange['request']['headers'];
  readonly body?: string;
  readonly answer?: string;
  readonly answerHeaders?: Readonly<Record<string, string>>;
}

export function exchangeOf({
  url = '/v1/ch',
  headers = {},
  body,
  answer = '',
  answerHeaders = {},
}: Parts): Exchange {
  return {
    id: 'r-1',
    world: undefined,
    merchant: merchantOf(headers.authorization),
    startedAt: 1,
    endedAt: 2,
    duration: 1,
    request: { method: 'POST', url, headers, rawHeaders: Object.entries(headers).flat().map(String), body },
    response: { status: 200, headers: answerHeaders, body: answer },
  };
}

export const { exchange: mask } = createExchangeMasker();
export const maskBody = (body: string) => mask(exchangeOf({ body })).request.body ?? '';
export const maskHeaders = (headers: Exchange['request']['headers']) =>
  mask(exchangeOf({ headers })).request.headers;

export const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
export const jwtOf = (claims: object) =>
  `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJlLW9mLWE`;
export const words = fc.stringMatching(/^[A-Za-z0-9]{12,24}$/).filter((word) => /[A-Za-z]/.test(word));
export const jwts = fc.record({ merchant: words, iat: fc.nat(), scope: words }).map(jwtOf);
export const cards = fc
  .tuple(fc.constantFrom('4', '51', '55', '6011', '2221'), fc.stringMatching(/^\d{15}$/))
  .map(([beginning, rest]) => (beginning + rest).slice(0, 15))
  .map((body) => [...'0123456789'].map((check) => body + check).find(isCardNumber) ?? '');

/** Every place of an exchange, with the secret in it as that place writes it. */
export const PLACES: Readonly<Record<string, (secret: string) => Exchange>> = {
  Authorization: (secret) => exchangeOf({ headers: { authorization: `Bearer ${secret}` } }),
  'Authorization without a scheme': (secret) => exchangeOf({ headers: { authorization: secret } }),
  Cookie: (secret) => exchangeOf({ headers: { cookie: `theme=dark; sid=${secret}` } }),
  'X-Api-Key': (secret) => exchangeOf({ headers: { 'X-Api-Key': secret } }),
  'a header named like a secret': (secret) => exchangeOf({ headers: { 'acme-auth': secret } }),
  'Set-Cookie': (secret) => exchangeOf({ answerHeaders: { 'set-cookie': `sid=${secret}; HttpOnly` } }),
  'a login in an address': (secret) =>
    exchangeOf({ headers: { referer: `https://me:${secret}@example.com/` } }),
  'a query': (secret) => exchangeOf({ url: `/v1/ch?a=1&access_token=${encodeURIComponent(secret)}` }),
  'a query with another name': (secret) => exchangeOf({ url: `/v1/ch?access%5ftoken=${secret}` }),
  'a field': (secret) => exchangeOf({ body: JSON.stringify({ cardToken: secret, amount: 1 }) }),
  'a nested field': (secret) =>
    exchangeOf({ answer: JSON.stringify({ a: [{ password: [secret, { b: secret }] }] }) }),
  'a repeated field': (secret) => exchangeOf({ body: `{"cardToken":"${secret}","cardToken":null}` }),
  'JSON in JSON': (secret) =>
    exchangeOf({ body: JSON.stringify({ data: [JSON.stringify({ pin: secret })] }) }),
  'truncated JSON': (secret) => exchangeOf({ body: `{"amount":1,"cardToken":"${secret}` }),
  'a form': (secret) => exchangeOf({ body: `amount=1&password=${secret}&region=AZ` }),
};

/** Places in which a token or card number is found wherever it stands. */
export const OPEN_PLACES: typeof PLACES = {
  'any header': (secret) => exchangeOf({ headers: { 'x-note': `see ${secret}!` } }),
  'a header, percent-encoded': (secret) =>
    exchangeOf({ headers: { 'x-note': encodeURIComponent(`see ${secret}`) } }),
  'the name of a header': (secret) => exchangeOf({ headers: { [secret]: '1' } }),
  'any field': (secret) => exchangeOf({ body: JSON.stringify({ data: ['x', `note: ${secret}`] }) }),
  'an identifier': (secret) => exchangeOf({ body: JSON.stringify({ mTxId: secret }) }),
  'an identifier, percent-encoded': (secret) =>
    exchangeOf({ body: JSON.stringify({ mTxId: secret.replaceAll('.', '%2E').replace('4', '%34') }) }),
  'the name of a field': (secret) => exchangeOf({ body: JSON.stringify({ [secret]: 1 }) }),
  'escaped JSON': (secret) => exchangeOf({ body: `{"data":["${escapeAll(secret)}"]}` }),
  'plain text': (secret) => exchangeOf({ answer: `no merchant for ${secret}, sorry` }),
  'a page': (secret) => exchangeOf({ answer: `<p>${secret}</p>` }),
  'any parameter': (secret) => exchangeOf({ url: `/v1/ch?note=${encodeURIComponent(secret)}` }),
};

function escapeAll(text: string): string {
  return [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}

/** The exchange in every decoding that a reader could try. */
export function readings(exchange: Exchange): string {
  const text = JSON.stringify(exchange);
  const unescaped = text.replaceAll(/\\+u([\da-f]{4})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const decoded = unescaped.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const base64 = [...text.matchAll(/[\w-]{8,}/g)].map(({ 0: part }) =>
    Buffer.from(part, 'base64url').toString(),
  );

  return [text, unescaped, decoded, ...base64].join('\n');
}
