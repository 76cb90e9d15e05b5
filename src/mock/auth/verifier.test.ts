import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BASELINE, FEE, fieldsOf } from '../../../test/support/ask-mock.ts';
import { createMock, type InjectedAnswer, type Mock, mintToken, startMock } from '../index.ts';
import { readMerchants } from '../read-merchants.ts';

const SECRET = 'a secret of more than thirty-two bytes';
/** 2027-01-15T08:00:00Z, in seconds since 1970. */
const START = 1_800_000_000;

afterEach(() => {
  vi.useRealTimers();
});

/** Sets the time and leaves timers running. */
function setClock(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 });
}

function sendFee(mock: Mock, token: string): Promise<InjectedAnswer> {
  const headers = {
    'content-type': 'application/json',
    'x-requested-with': 'xhr',
    authorization: `Bearer ${token}`,
  };

  return mock.inject({ path: FEE, body: BASELINE, headers });
}

/** The description of the token in a 401, which must be complete and must not repeat the token or the secret. */
async function refusalOf(mock: Mock, token: string) {
  const response = await sendFee(mock, token);
  const { violations } = fieldsOf(response) as { readonly violations: readonly { readonly got: string }[] };
  const challenge = String(response.headers['www-authenticate']);
  expect(response.status).toBe(401);
  expect(challenge).toMatch(
    /^Bearer realm="tollgate", error="invalid_token", error_description="[\x20-\x21\x23-\x5b\x5d-\x7e]+"$/,
  );
  expect(response.text).not.toContain(token);
  expect(challenge).not.toContain(token);
  expect(response.text).not.toContain(SECRET);

  return { got: violations[0]?.got, challenge };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with any header, signed with HMAC and SHA-256. */
function forge(header: object, payload: object, secret: string): string {
  const signed = `${encode(header)}.${encode(payload)}`;

  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const signed = (alg: string, payload: Record<string, unknown>, secret = SECRET) =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));

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
    await mock.useMerchants(readMerchants(undefined).slice(0, 1));
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
      'a token of merchant "nobody"': await signed('HS256', { merchant: 'nobody' }),
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

    expect(challenge).toContain('is not signed');
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
      'a JWT with a critical extension (crit)',
    ],
    [
      'an unencoded payload',
      { alg: 'HS256', crit: ['b64'], b64: false },
      {},
      'a JWT with a critical extension (crit)',
    ],
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

    expect((await sendFee(mock, twice(algorithm, '{"merchant":"nobody","merchant":"one"}'))).status).toBe(
      200,
    );
    expect((await sendFee(mock, twice(algorithm, '{"exp":1,"exp":99999999999}'))).status).toBe(200);
    expect((await refusalOf(mock, twice(algorithm, '{"exp":99999999999,"exp":1}'))).challenge).toContain(
      'expired',
    );
    expect((await refusalOf(mock, twice('{"alg":"HS256","alg":"none"}', '{}'))).challenge).toContain(
      'not signed',
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
      const headers = { 'x-requested-with': 'xhr', 'content-type': 'application/json' };

      return fetch(`${mock.url}${FEE}`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
        body: JSON.stringify(BASELINE),
      });
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

    expect((await refusalOf(mock, token)).challenge).toContain('not valid yet');
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

interface KeyServer {
  readonly url: string;
  /** The body of its responses, or their status where it is a number. */
  body: unknown;
  /** The number of requests so far. */
  requests: number;
}

/** Serves a JWK set. */
async function serveKeys(body: unknown): Promise<KeyServer> {
  const server: Server = createServer((_request, response) => {
    keyServer.requests += 1;
    if (typeof keyServer.body === 'number') {
      response.writeHead(keyServer.body, { location: '/elsewhere' }).end();
    } else response.end(typeof keyServer.body === 'string' ? keyServer.body : JSON.stringify(keyServer.body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const keyServer: KeyServer = { url: `http://127.0.0.1:${port}/jwks?key=hidden`, body, requests: 0 };

  return keyServer;
}

/** A key pair with this id: the public key as JWK, and a function that signs tokens. */
async function createKey(kid: string | undefined, alg = 'ES256') {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const named = kid === undefined ? {} : { kid };

  return {
    publicKey,
    privateKey,
    jwk: { ...(await exportJWK(publicKey)), ...named },
    sign: (payload: Record<string, unknown> = {}) =>
      new SignJWT(payload).setProtectedHeader({ alg, ...named }).sign(privateKey),
  };
}

/** The detail of a 503. */
async function unavailableDetailOf(mock: Mock, token: string): Promise<string> {
  const response = await sendFee(mock, token);
  expect(response.status).toBe(503);
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(response.headers['retry-after']).toBe('5');
  expect(response.headers).not.toHaveProperty('www-authenticate');
  expect(response.text).not.toContain(token);
  expect(response.text).not.toContain('hidden');

  return String(fieldsOf(response)['detail']);
}

describe('a mock with a JWK set', () => {
  it.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])(
    'accepts tokens that its keys signed with %s',
    async (alg) => {
      const key = await createKey('a', alg);
      const { url } = await serveKeys({ keys: [key.jwk] });
      await using mock = await createMock({ jwks: url });

      expect((await sendFee(mock, await key.sign())).status).toBe(200);
      expect((await sendFee(mock, await key.sign({ merchant: 'several' }))).status).toBe(422);
    },
  );

  it('reads the set once, for the first token', async () => {
    const [key, other] = await Promise.all([createKey('a'), createKey('b')]);
    const server = await serveKeys({ keys: [key.jwk, other.jwk] });
    await using mock = await createMock({ jwks: new URL(server.url) });
    expect(server.requests).toBe(0);
    const tokens = await Promise.all([key.sign(), key.sign({ n: 1 }), other.sign()]);
    const responses = await Promise.all([...tokens, ...tokens].map((token) => sendFee(mock, token)));

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(server.requests).toBe(1);
  });

  it('reads the set again for an unknown key, after a pause', async () => {
    setClock(START);
    const [key, later] = await Promise.all([createKey('a'), createKey('b')]);
    const server = await serveKeys({ keys: [key.jwk] });
    await using mock = await createMock({ jwks: server.url });
    await sendFee(mock, await key.sign());
    server.body = { keys: [key.jwk, later.jwk] };
    const token = await later.sign();

    expect((await refusalOf(mock, token)).got).toBe('a JWT whose kid and alg match no key of the JWK set');
    expect(server.requests).toBe(1);
    setClock(START + 31);
    expect((await sendFee(mock, token)).status).toBe(200);
    expect(server.requests).toBe(2);
    expect((await refusalOf(mock, await (await createKey('c')).sign())).challenge).toContain(
      'key of the access token is unknown',
    );
    expect(server.requests).toBe(2);
  });

  it('verifies a token again after ten minutes, with keys that it reads again', async () => {
    setClock(START);
    const key = await createKey('a');
    const server = await serveKeys({ keys: [key.jwk] });
    await using mock = await createMock({ jwks: server.url });
    const token = await key.sign();
    await sendFee(mock, token);
    server.body = { keys: [] };
    setClock(START + 599);
    const known = await sendFee(mock, token);
    setClock(START + 600);

    expect(known.status).toBe(200);
    expect((await refusalOf(mock, token)).challenge).toContain('unknown');
  });

  it('tries each of several keys where the token names none', async () => {
    const keys = await Promise.all([createKey(undefined), createKey(undefined), createKey(undefined)]);
    const { url } = await serveKeys({ keys: keys.slice(0, 2).map(({ jwk }) => jwk) });
    await using mock = await createMock({ jwks: url });

    expect((await sendFee(mock, await keys[0]!.sign())).status).toBe(200);
    expect((await sendFee(mock, await keys[1]!.sign())).status).toBe(200);
    expect((await refusalOf(mock, await keys[2]!.sign())).got).toBe('a JWT whose signature is wrong');
  });

  it('describes the fault of a token', async () => {
    setClock(START);
    const [key, impostor] = await Promise.all([createKey('a'), createKey('a')]);
    const { url } = await serveKeys({ keys: [key.jwk] });
    await using mock = await createMock({ jwks: url });
    const tokens: Record<string, string> = {
      'a JWT whose signature is wrong': await impostor.sign(),
      'a JWT that expired at 2027-01-15T07:59:59.000Z': await key.sign({ exp: START - 1 }),
      'a JWT that is not valid before 2027-01-15T08:00:01.000Z': await key.sign({ nbf: START + 1 }),
      'a JWT whose kid and alg match no key of the JWK set': await (await createKey('a', 'ES384')).sign(),
      'a JWT without a signature (alg none)': `${encode({ alg: 'none', kid: 'a' })}.${encode({})}.`,
    };

    for (const [got, token] of Object.entries(tokens)) expect((await refusalOf(mock, token)).got).toBe(got);
  });

  it('uses only the keys of the set, not those that a token carries or refers to', async () => {
    const [key, other] = await Promise.all([createKey('a'), createKey('b', 'RS256')]);
    const sets = { keys: [key.jwk, other.jwk, { ...key.jwk, kid: 'encryption', use: 'enc' }] };
    const { url } = await serveKeys(sets);
    await using mock = await createMock({ jwks: url });
    const impostor = await createKey('zz');
    const offering = (header: object) =>
      new SignJWT({}).setProtectedHeader({ alg: 'ES256', ...header }).sign(impostor.privateKey);
    const unknown = 'a JWT whose kid and alg match no key of the JWK set';

    for (const header of [
      { kid: 'zz', jwk: impostor.jwk },
      { kid: 'zz', jku: 'http://127.0.0.1:1/' },
      { kid: '../../keys.json' },
      { kid: '__proto__' },
      { kid: 'k'.repeat(5000) },
      { kid: 5 as unknown as string },
      { kid: 'b' },
      { kid: 'encryption' },
    ])
      expect((await refusalOf(mock, await offering(header))).got).toBe(unknown);
    expect((await refusalOf(mock, await offering({ kid: 'a', x5c: ['AAAA'] }))).got).toBe(
      'a JWT whose signature is wrong',
    );
  });

  it('never uses a public key as a secret', async () => {
    const key = await createKey('a', 'RS256');
    const secret = { kty: 'oct', kid: 'b', k: Buffer.from(SECRET).toString('base64url') };
    const { url } = await serveKeys({ keys: [key.jwk, secret] });
    await using mock = await createMock({ jwks: url });
    const confused = [await exportSPKI(key.publicKey), JSON.stringify(key.jwk), String(key.jwk.n)].map(
      (text) => forge({ alg: 'HS256', kid: 'a' }, {}, text),
    );

    for (const token of [...confused, forge({ alg: 'HS256', kid: 'b' }, {}, SECRET)])
      expect((await refusalOf(mock, token)).got).toBe('a JWT signed with HS256');
  });

  it.each([
    ['expected status 200, got 500', 500],
    ['expected status 200, got 302', 302],
    ['it is not JSON', '<html>'],
    ['expected an object with a list of keys', []],
    ['it is not a JWK set of public keys', { keys: [5] }],
    [
      'it is not a JWK set of public keys',
      { keys: [{ kty: 'EC', kid: 'a', crv: 'P-256', x: 'AA', y: 'AA' }] },
    ],
  ])('answers 503 where the set is unusable: %s', async (why, body) => {
    const { url } = await serveKeys(body);
    await using mock = await createMock({ jwks: url });

    expect(await unavailableDetailOf(mock, await (await createKey('a')).sign())).toBe(
      `the JWK set: ${why}; the token may be valid. Send the request again later.`,
    );
  });

  it('recovers from a missing set', async () => {
    setClock(START);
    const key = await createKey('a');
    const server = await serveKeys(503);
    await using mock = await createMock({ jwks: server.url });
    const token = await key.sign();
    await unavailableDetailOf(mock, token);
    await unavailableDetailOf(mock, token);
    expect(server.requests).toBe(1);
    server.body = { keys: [key.jwk] };
    setClock(START + 1);

    expect((await sendFee(mock, token)).status).toBe(200);
  });

  it('answers 503 where the address refuses connections', async () => {
    await using mock = await createMock({ jwks: 'http://127.0.0.1:1/jwks' });

    expect(await unavailableDetailOf(mock, await (await createKey('a')).sign())).toMatch(
      /^the JWK set: it cannot be read/,
    );
  });

  it('reads the set from a file, and reads it again soon after a change', async () => {
    setClock(START);
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'keys #1.json');
    const [key, later] = await Promise.all([createKey('a'), createKey('b')]);
    const token = await later.sign();
    await using mock = await createMock({ jwks: path });
    expect(await unavailableDetailOf(mock, token)).toContain('ENOENT');
    writeFileSync(path, JSON.stringify({ keys: [key.jwk] }));
    setClock(START + 2);
    await refusalOf(mock, token);
    writeFileSync(path, JSON.stringify({ keys: [key.jwk, later.jwk] }));
    setClock(START + 4);

    expect((await sendFee(mock, token)).status).toBe(200);
  });

  it('refuses to mint a token, because it has no private key', async () => {
    await using mock = await createMock({ jwks: 'keys.json' });

    expect(mock.merchants).toEqual(['one', 'several']);
    expect(() => mock.token()).toThrow(expect.objectContaining({ code: 'no-signing-key' }));
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
