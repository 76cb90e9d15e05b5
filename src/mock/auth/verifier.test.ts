/** A mock that verifies tokens by a secret, and the options of tokens. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  BASELINE,
  encode,
  FEE,
  forge,
  posting,
  refusalOf,
  SECRET,
  START,
  sendFee,
  setClock,
  signed,
} from '../../../test/support/ask-mock.ts';

import { createMock, mintToken, startMock } from '../index.ts';
import { readMerchants } from '../read-merchants.ts';

describe('a mock with a secret', () => {
  it.each(['HS256', 'HS384', 'HS512'])('accepts tokens signed with %s', async (alg) => {
    await using mock = await createMock({ jwtSecret: SECRET });

    expect((await sendFee(mock, await signed(alg, {}))).status).toBe(200);
    expect((await sendFee(mock, await signed(alg, { merchant: 'one' }))).status).toBe(200);
    // The merchant with two processors: the request names neither.
    expect((await sendFee(mock, await signed(alg, { merchant: 'several' }))).status).toBe(422);
  });

  it('accepts its own tokens and those of mintToken', async () => {
    await using mock = await createMock({ jwtSecret: SECRET });

    expect((await sendFee(mock, mock.token())).status).toBe(200);
    expect((await sendFee(mock, await mintToken('one', { secret: SECRET, expiresIn: 60 }))).status).toBe(200);
    await mock.useMerchants(readMerchants(undefined).merchants.slice(0, 1));
    expect((await sendFee(mock, mock.token('one'))).status).toBe(200);
  });

  it('describes the fault of a token', async () => {
    setClock(START);
    await using mock = await createMock({ jwtSecret: SECRET });
    const { privateKey } = await generateKeyPair('RS256');
    const rsa = await new SignJWT({}).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
    const tokens: Record<string, string> = {
      'a token that is not a JWT': 'no token',
      'a JWT whose signature is wrong': await mintToken('one'),
      'a JWT without a signature (alg none)': `${encode({ alg: 'none' })}.${encode({ merchant: 'one' })}.`,
      'a JWT signed with RS256': rsa,
      'a JWT signed with an unknown algorithm': forge({ alg: 'HS1' }, {}, SECRET),
      'a JWT that expired at 2027-01-15T08:00:00.000Z': await signed('HS256', { exp: START }),
      'a JWT that is not valid before 2027-01-15T08:00:01.000Z': await signed('HS256', { nbf: START + 1 }),
      'a token of merchant "unknown"': await signed('HS256', { merchant: 'unknown' }),
    };

    for (const [got, token] of Object.entries(tokens)) {
      expect((await refusalOf(mock, token.replace(' ', '-'))).got).toBe(got);
    }
  });

  it.each([
    ['None', 'x'],
    ['NONE', ''],
    ['nOnE', 'x'],
  ])('refuses a token of the algorithm %s', async (alg, signature) => {
    await using mock = await createMock({ jwtSecret: SECRET });
    const { challenge } = await refusalOf(mock, `${encode({ alg })}.${encode({})}.${signature}`);

    expect(challenge).toContain('alg none');
  });

  it.each<[string, object, unknown, string]>([
    [
      'an exp that is a string',
      { alg: 'HS256' },
      { exp: '99999999999' },
      'a JWT whose claim exp is not a number',
    ],
    ['an exp that is null', { alg: 'HS256' }, { exp: null }, 'a JWT whose claim exp is not a number'],
    ['an nbf that is a string', { alg: 'HS256' }, { nbf: '1' }, 'a JWT whose claim nbf is not a number'],
    ['an iat that is a string', { alg: 'HS256' }, { iat: 'now' }, 'a JWT whose claim iat is not a number'],
    [
      'a merchant that is not a string',
      { alg: 'HS256' },
      { merchant: 5 },
      'a JWT whose claim merchant is not a string',
    ],
    [
      'an nbf that is out of range',
      { alg: 'HS256' },
      { nbf: 1e300 },
      'a JWT that is not valid before an out-of-range time',
    ],
    [
      'a critical extension',
      { alg: 'HS256', crit: ['x'], x: 1 },
      {},
      'a JWT with an extension (crit) or algorithm that is not supported',
    ],
    ['an unencoded payload', { alg: 'HS256', crit: ['b64'], b64: false }, {}, 'a token that is not a JWT'],
    ['an algorithm that is not a string', { alg: 5 }, {}, 'a token that is not a JWT'],
    ['no algorithm', {}, {}, 'a token that is not a JWT'],
    ['a payload that is not an object', { alg: 'HS256' }, [], 'a token that is not a JWT'],
    [
      'the name of a prototype',
      { alg: 'HS256' },
      { merchant: 'constructor' },
      'a token of merchant "constructor"',
    ],
  ])('refuses a token with %s', async (_what, header, payload, got) => {
    await using mock = await createMock({ jwtSecret: SECRET });

    expect((await refusalOf(mock, forge(header, payload as object, SECRET))).got).toBe(got);
  });

  it('uses the last value of a repeated claim or header parameter, for reading and for verifying', async () => {
    await using mock = await createMock({ jwtSecret: SECRET });
    const twice = (header: string, payload: string) => {
      const signed = [header, payload].map((text) => Buffer.from(text).toString('base64url')).join('.');

      return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`;
    };
    const algorithm = '{"alg":"HS256"}';

    expect((await sendFee(mock, twice(algorithm, '{"merchant":"unknown","merchant":"one"}'))).status).toBe(
      200,
    );
    expect((await sendFee(mock, twice(algorithm, '{"exp":1,"exp":99999999999}'))).status).toBe(200);
    expect((await refusalOf(mock, twice(algorithm, '{"exp":99999999999,"exp":1}'))).challenge).toContain(
      'expired',
    );
    expect((await refusalOf(mock, twice('{"alg":"HS256","alg":"none"}', '{}'))).challenge).toContain(
      'alg none',
    );
  });

  it.each([
    ['with padding', (token: string) => `${token}=`],
    ['with another part', (token: string) => `${token}.${token}`],
    ['in base64 rather than base64url', (token: string) => token.replace(/.$/, '+')],
    ['cut off', (token: string) => token.split('.').slice(0, 2).join('.')],
    ['of three empty parts', () => '..'],
  ])('refuses a token %s, whether it verifies signatures or not', async (_how, edit) => {
    await using open = await createMock();
    await using mock = await createMock({ jwtSecret: SECRET });

    for (const target of [open, mock])
      expect((await refusalOf(target, edit(await mintToken('one', { secret: SECRET })))).got).toBe(
        'a token that is not a JWT',
      );
  });

  it('accepts a token that fits the limit of headers and answers 431 to a longer one', async () => {
    await using mock = await startMock({ jwtSecret: SECRET });
    const post = async (length: number) => {
      const token = await signed('HS256', { note: 'x'.repeat(length) });

      return posting(mock.url, token)(FEE, BASELINE);
    };

    expect((await post(8_000)).status).toBe(200);
    const response = await post(16_000);
    expect(response.status).toBe(431);
    expect(await response.text()).not.toContain('eyJ');
  });

  it('accepts a token until it expires, and then refuses it although it is cached', async () => {
    setClock(START);
    await using mock = await createMock({ jwtSecret: SECRET });
    const token = await mintToken(undefined, { secret: SECRET, expiresIn: 10 });
    const before = [await sendFee(mock, token), await sendFee(mock, token)];
    setClock(START + 9.999);
    const late = await sendFee(mock, token);
    setClock(START + 10);

    expect([...before, late].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await refusalOf(mock, token)).challenge).toContain('expired');
  });

  it('accepts a token as soon as it is valid, although it refused it before', async () => {
    setClock(START);
    await using mock = await createMock({ jwtSecret: SECRET });
    const token = await signed('HS256', { nbf: START + 5, exp: START + 9 });

    expect((await refusalOf(mock, token)).challenge).toContain('not valid before');
    setClock(START + 5);
    expect((await sendFee(mock, token)).status).toBe(200);
  });

  it('verifies the token before a static response', async () => {
    await using mock = await createMock({ jwtSecret: SECRET, static: true });

    expect((await sendFee(mock, await mintToken())).status).toBe(401);
  });

  it('repeats neither token nor secret in a refusal', async () => {
    await using open = await createMock();
    await using mock = await createMock({ jwtSecret: SECRET });
    const part = fc.string({ minLength: 6, unit: fc.constantFrom(...'abcXYZ019-_') });
    const claims = fc.record(
      { merchant: part.map((name) => `x-${name}`), exp: fc.integer(), nbf: fc.integer() },
      { requiredKeys: [] },
    );
    const token = fc.oneof(
      fc.tuple(part, part, part).map((parts) => parts.join('.')),
      fc.tuple(claims, part).map(([payload, secret]) => forge({ alg: 'HS256' }, payload, secret)),
      claims.map((payload) => forge({ alg: 'HS256' }, payload, SECRET)),
      fc
        .tuple(fc.constantFrom('none', 'RS256', 'HS512', 'ES256'), claims)
        .map(([alg, payload]) => forge({ alg }, payload, SECRET)),
    );

    await fc.assert(
      fc.asyncProperty(token, fc.constantFrom(open, mock), async (random, target) => {
        const { status, text, headers } = await sendFee(target, random);
        if (status !== 401) return;
        const sent = text + JSON.stringify(headers);

        for (const secret of [random, SECRET, ...random.split('.').filter((piece) => piece.length > 8)])
          expect(sent).not.toContain(secret);
      }),
    );
  });
});

describe('mintToken', () => {
  it.each([
    [{ secret: '' }, 'secret: expected at least one character, got an empty string'],
    [{ expiresIn: Number.NaN }, 'expiresIn: expected a number of seconds, got NaN'],
    [{ expiresIn: '1h' as unknown as number }, 'expiresIn: expected a number of seconds, got 1h'],
  ])('refuses %j', (options, message) => {
    expect(() => mintToken('one', options)).toThrow(
      expect.objectContaining({ code: 'token-options', message }),
    );
  });
});

describe('the options of the tokens', () => {
  it.each([
    [{ jwtSecret: '' }, 'jwtSecret: expected at least one character, got an empty string'],
    [{ jwtSecret: SECRET, jwks: 'keys.json' }, 'jwtSecret and jwks: expected one of them, got both'],
    [
      { jwtSecret: SECRET, choices: { 'invalid-token': 'take' } as const },
      'jwtSecret: cannot be combined with the choice invalid-token=take, which accepts what jwtSecret refuses',
    ],
    [{ jwks: 'http://' }, /^jwks: expected the path of a file, or an http/],
    [
      { jwks: 'https://name:hidden@127.0.0.1/' },
      /^(?!.*hidden)jwks: expected the path of a file, or an http/,
    ],
  ])('are refused: %j', async (options, message) => {
    await expect(createMock(options)).rejects.toMatchObject({
      name: 'MockError',
      code: 'token-options',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });
});
