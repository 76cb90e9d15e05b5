import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMock, type InjectedAnswer, type Mock, mintToken, startMock } from './index.ts';
import { readMerchants } from './read-merchants.ts';
import { BASELINE, FEE, fieldsOf } from './testing.ts';

const SECRET = 'a secret of more than thirty-two bytes';
/** Some noon, in seconds since 1970. */
const NOON = 1_800_000_000;

afterEach(() => {
  vi.useRealTimers();
});

/** Only what the clock says; whatever waits goes on. */
function setClock(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1000 });
}

function ask(mock: Mock, token: string): Promise<InjectedAnswer> {
  const headers = {
    'content-type': 'application/json',
    'x-requested-with': 'xhr',
    authorization: `Bearer ${token}`,
  };

  return mock.inject({ path: FEE, body: BASELINE, headers });
}

/** What a 401 says of the token; it has to be a whole one that gives nothing away. */
async function refusalOf(mock: Mock, token: string) {
  const answer = await ask(mock, token);
  const { violations } = fieldsOf(answer) as { readonly violations: readonly { readonly got: string }[] };
  const challenge = String(answer.headers['www-authenticate']);
  expect(answer.status).toBe(401);
  expect(challenge).toMatch(
    /^Bearer realm="tollgate", error="invalid_token", error_description="[\x20-\x21\x23-\x5b\x5d-\x7e]+"$/,
  );
  expect(answer.text).not.toContain(token);
  expect(challenge).not.toContain(token);
  expect(answer.text).not.toContain(SECRET);

  return { got: violations[0]?.got, challenge };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token put together by hand, signed as HMAC with SHA-256 whatever its header says. */
function forge(header: object, payload: object, secret: string): string {
  const signed = `${encode(header)}.${encode(payload)}`;

  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const signed = (alg: string, payload: Record<string, unknown>, secret = SECRET) =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));

describe('a mock with a secret', () => {
  it.each(['HS256', 'HS384', 'HS512'])('takes tokens signed with it by %s', async (alg) => {
    await using mock = await createMock({ jwtSecret: SECRET });

    expect((await ask(mock, await signed(alg, {}))).status).toBe(200);
    expect((await ask(mock, await signed(alg, { merchant: 'one' }))).status).toBe(200);
    // Two processors, and the request names none: the token did name this merchant.
    expect((await ask(mock, await signed(alg, { merchant: 'several' }))).status).toBe(422);
  });

  it('gives tokens that it takes, and takes those of mintToken', async () => {
    await using mock = await createMock({ jwtSecret: SECRET });

    expect((await ask(mock, mock.token())).status).toBe(200);
    expect((await ask(mock, await mintToken('one', { secret: SECRET, expiresIn: 60 }))).status).toBe(200);
    await mock.useMerchants(readMerchants(undefined).slice(0, 1));
    expect((await ask(mock, mock.token('one'))).status).toBe(200);
  });

  it('says which fault a token has', async () => {
    setClock(NOON);
    await using mock = await createMock({ jwtSecret: SECRET });
    const { privateKey } = await generateKeyPair('RS256');
    const rsa = await new SignJWT({}).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
    const tokens: Record<string, string> = {
      'something else': 'no token',
      'a JWT whose signature is wrong': await mintToken('one'),
      'a JWT without a signature (alg none)': `${encode({ alg: 'none' })}.${encode({ merchant: 'one' })}.`,
      'a JWT of the algorithm RS256': rsa,
      'a JWT of an unknown algorithm': forge({ alg: 'HS1' }, {}, SECRET),
      'a JWT that expired at 2027-01-15T08:00:00.000Z': await signed('HS256', { exp: NOON }),
      'a JWT that is not valid before 2027-01-15T08:00:01.000Z': await signed('HS256', { nbf: NOON + 1 }),
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
  ])('takes no token of the algorithm %s', async (alg, signature) => {
    await using mock = await createMock({ jwtSecret: SECRET });
    const { challenge } = await refusalOf(mock, `${encode({ alg })}.${encode({})}.${signature}`);

    expect(challenge).toContain('is not signed');
  });

  it.each<[string, object, unknown, string]>([
    ['an exp that is text', { alg: 'HS256' }, { exp: '99999999999' }, 'a JWT whose claim exp is no number'],
    ['an exp that is null', { alg: 'HS256' }, { exp: null }, 'a JWT whose claim exp is no number'],
    ['an nbf that is text', { alg: 'HS256' }, { nbf: '1' }, 'a JWT whose claim nbf is no number'],
    ['an iat that is text', { alg: 'HS256' }, { iat: 'now' }, 'a JWT whose claim iat is no number'],
    [
      'a merchant that is no name',
      { alg: 'HS256' },
      { merchant: 5 },
      'a JWT whose claim merchant is no text',
    ],
    ['an nbf beyond time', { alg: 'HS256' }, { nbf: 1e300 }, 'a JWT that is not valid before another time'],
    [
      'a header that has to be understood',
      { alg: 'HS256', crit: ['x'], x: 1 },
      {},
      'a JWT with an extension that has to be understood (crit)',
    ],
    [
      'a payload as it is',
      { alg: 'HS256', crit: ['b64'], b64: false },
      {},
      'a JWT with an extension that has to be understood (crit)',
    ],
    ['an algorithm that is no name', { alg: 5 }, {}, 'something else'],
    ['no algorithm', {}, {}, 'something else'],
    ['a payload that is no object', { alg: 'HS256' }, [], 'something else'],
    [
      'the name of a prototype',
      { alg: 'HS256' },
      { merchant: 'constructor' },
      'a token of merchant "constructor"',
    ],
  ])('takes no token with %s', async (_what, header, payload, got) => {
    await using mock = await createMock({ jwtSecret: SECRET });

    expect((await refusalOf(mock, forge(header, payload as object, SECRET))).got).toBe(got);
  });

  it('reads a claim or parameter that comes twice once, the last time, as it verifies it', async () => {
    await using mock = await createMock({ jwtSecret: SECRET });
    const twice = (header: string, payload: string) => {
      const signed = [header, payload].map((text) => Buffer.from(text).toString('base64url')).join('.');

      return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`;
    };
    const algorithm = '{"alg":"HS256"}';

    expect((await ask(mock, twice(algorithm, '{"merchant":"nobody","merchant":"one"}'))).status).toBe(200);
    expect((await ask(mock, twice(algorithm, '{"exp":1,"exp":99999999999}'))).status).toBe(200);
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
    ['in base64 and not base64url', (token: string) => token.replace(/.$/, '+')],
    ['cut off', (token: string) => token.split('.').slice(0, 2).join('.')],
    ['of nothing', () => '..'],
  ])('takes no token %s, whether it verifies or not', async (_how, edit) => {
    await using open = await createMock();
    await using mock = await createMock({ jwtSecret: SECRET });

    for (const asked of [open, mock])
      expect((await refusalOf(asked, edit(await mintToken('one', { secret: SECRET })))).got).toBe(
        'something else',
      );
  });

  it('takes a token as long as headers may be, and says so of one that is longer', async () => {
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
    const answer = await post(16_000);
    expect(answer.status).toBe(431);
    expect(await answer.text()).not.toContain('eyJ');
  });

  it('takes a token until it expires, and no longer, though it is known', async () => {
    setClock(NOON);
    await using mock = await createMock({ jwtSecret: SECRET });
    const token = await mintToken(undefined, { secret: SECRET, expiresIn: 10 });
    const before = [await ask(mock, token), await ask(mock, token)];
    setClock(NOON + 9.999);
    const late = await ask(mock, token);
    setClock(NOON + 10);

    expect([...before, late].map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await refusalOf(mock, token)).challenge).toContain('expired');
  });

  it('takes a token from the second on from which it is valid, though it was refused before', async () => {
    setClock(NOON);
    await using mock = await createMock({ jwtSecret: SECRET });
    const token = await signed('HS256', { nbf: NOON + 5, exp: NOON + 9 });

    expect((await refusalOf(mock, token)).challenge).toContain('not valid yet');
    setClock(NOON + 5);
    expect((await ask(mock, token)).status).toBe(200);
  });

  it('looks at the token first where the contract alone answers, too', async () => {
    await using mock = await createMock({ jwtSecret: SECRET, static: true });

    expect((await ask(mock, await mintToken())).status).toBe(401);
  });

  it('never repeats a token or the secret where it refuses', async () => {
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
      fc.asyncProperty(token, fc.constantFrom(open, mock), async (random, asked) => {
        const { status, text, headers } = await ask(asked, random);
        if (status !== 401) return;
        const said = text + JSON.stringify(headers);

        for (const secret of [random, SECRET, ...random.split('.').filter((piece) => piece.length > 8)])
          expect(said).not.toContain(secret);
      }),
    );
  });
});

interface KeyServer {
  readonly url: string;
  /** What it answers with; a number is a status. */
  answer: unknown;
  asked: number;
}

/** Serves a JWK set. */
async function serveKeys(answer: unknown): Promise<KeyServer> {
  const server: Server = createServer((_request, response) => {
    keyServer.asked += 1;
    if (typeof keyServer.answer === 'number') {
      response.writeHead(keyServer.answer, { location: '/elsewhere' }).end();
    } else
      response.end(
        typeof keyServer.answer === 'string' ? keyServer.answer : JSON.stringify(keyServer.answer),
      );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const keyServer: KeyServer = { url: `http://127.0.0.1:${port}/jwks?key=hidden`, answer, asked: 0 };

  return keyServer;
}

/** A private key that signs under this name, and its public half for a JWK set. */
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

/** The problem of a 503. */
async function troubleOf(mock: Mock, token: string): Promise<string> {
  const answer = await ask(mock, token);
  expect(answer.status).toBe(503);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.headers).not.toHaveProperty('www-authenticate');
  expect(answer.text).not.toContain(token);
  expect(answer.text).not.toContain('hidden');

  return String(fieldsOf(answer)['detail']);
}

describe('a mock with a JWK set', () => {
  it.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])(
    'takes tokens signed by its keys, by %s',
    async (alg) => {
      const key = await createKey('a', alg);
      const { url } = await serveKeys({ keys: [key.jwk] });
      await using mock = await createMock({ jwks: url });

      expect((await ask(mock, await key.sign())).status).toBe(200);
      expect((await ask(mock, await key.sign({ merchant: 'several' }))).status).toBe(422);
    },
  );

  it('reads the set for the first token, and not again for those that follow', async () => {
    const [key, other] = await Promise.all([createKey('a'), createKey('b')]);
    const server = await serveKeys({ keys: [key.jwk, other.jwk] });
    await using mock = await createMock({ jwks: new URL(server.url) });
    expect(server.asked).toBe(0);
    const tokens = await Promise.all([key.sign(), key.sign({ n: 1 }), other.sign()]);
    const answers = await Promise.all([...tokens, ...tokens].map((token) => ask(mock, token)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(server.asked).toBe(1);
  });

  it('reads it again for a key that it does not know, but not at once', async () => {
    setClock(NOON);
    const [key, later] = await Promise.all([createKey('a'), createKey('b')]);
    const server = await serveKeys({ keys: [key.jwk] });
    await using mock = await createMock({ jwks: server.url });
    await ask(mock, await key.sign());
    server.answer = { keys: [key.jwk, later.jwk] };
    const token = await later.sign();

    expect((await refusalOf(mock, token)).got).toBe(
      'a JWT of a key that the JWK set does not have, by its kid and alg',
    );
    expect(server.asked).toBe(1);
    setClock(NOON + 31);
    expect((await ask(mock, token)).status).toBe(200);
    expect(server.asked).toBe(2);
    expect((await refusalOf(mock, await (await createKey('c')).sign())).challenge).toContain(
      'key of the access token is unknown',
    );
    expect(server.asked).toBe(2);
  });

  it('forgets in ten minutes that it took a token, and asks for the keys anew', async () => {
    setClock(NOON);
    const key = await createKey('a');
    const server = await serveKeys({ keys: [key.jwk] });
    await using mock = await createMock({ jwks: server.url });
    const token = await key.sign();
    await ask(mock, token);
    server.answer = { keys: [] };
    setClock(NOON + 599);
    const known = await ask(mock, token);
    setClock(NOON + 600);

    expect(known.status).toBe(200);
    expect((await refusalOf(mock, token)).challenge).toContain('unknown');
  });

  it('tries each of several keys where the token does not say which', async () => {
    const keys = await Promise.all([createKey(undefined), createKey(undefined), createKey(undefined)]);
    const { url } = await serveKeys({ keys: keys.slice(0, 2).map(({ jwk }) => jwk) });
    await using mock = await createMock({ jwks: url });

    expect((await ask(mock, await keys[0]!.sign())).status).toBe(200);
    expect((await ask(mock, await keys[1]!.sign())).status).toBe(200);
    expect((await refusalOf(mock, await keys[2]!.sign())).got).toBe('a JWT whose signature is wrong');
  });

  it('says which fault a token has', async () => {
    setClock(NOON);
    const [key, impostor] = await Promise.all([createKey('a'), createKey('a')]);
    const { url } = await serveKeys({ keys: [key.jwk] });
    await using mock = await createMock({ jwks: url });
    const tokens: Record<string, string> = {
      'a JWT whose signature is wrong': await impostor.sign(),
      'a JWT that expired at 2027-01-15T07:59:59.000Z': await key.sign({ exp: NOON - 1 }),
      'a JWT that is not valid before 2027-01-15T08:00:01.000Z': await key.sign({ nbf: NOON + 1 }),
      'a JWT of a key that the JWK set does not have, by its kid and alg': await (
        await createKey('a', 'ES384')
      ).sign(),
      'a JWT without a signature (alg none)': `${encode({ alg: 'none', kid: 'a' })}.${encode({})}.`,
    };

    for (const [got, token] of Object.entries(tokens)) expect((await refusalOf(mock, token)).got).toBe(got);
  });

  it('takes the key that its set has under the name, whatever the token offers', async () => {
    const [key, other] = await Promise.all([createKey('a'), createKey('b', 'RS256')]);
    const sets = { keys: [key.jwk, other.jwk, { ...key.jwk, kid: 'encryption', use: 'enc' }] };
    const { url } = await serveKeys(sets);
    await using mock = await createMock({ jwks: url });
    const impostor = await createKey('zz');
    const offering = (header: object) =>
      new SignJWT({}).setProtectedHeader({ alg: 'ES256', ...header }).sign(impostor.privateKey);
    const unknown = 'a JWT of a key that the JWK set does not have, by its kid and alg';

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

  it('takes no public key for a secret, though a token does', async () => {
    const key = await createKey('a', 'RS256');
    const secret = { kty: 'oct', kid: 'b', k: Buffer.from(SECRET).toString('base64url') };
    const { url } = await serveKeys({ keys: [key.jwk, secret] });
    await using mock = await createMock({ jwks: url });
    const confused = [await exportSPKI(key.publicKey), JSON.stringify(key.jwk), String(key.jwk.n)].map(
      (text) => forge({ alg: 'HS256', kid: 'a' }, {}, text),
    );

    for (const token of [...confused, forge({ alg: 'HS256', kid: 'b' }, {}, SECRET)])
      expect((await refusalOf(mock, token)).got).toBe('a JWT of the algorithm HS256');
  });

  it.each([
    ['expected status 200, got 500', 500],
    ['expected status 200, got 302', 302],
    ['it is not JSON', '<html>'],
    ['expected an object with a list of keys', []],
    ['it is no JWK set of public keys', { keys: [5] }],
    ['it is no JWK set of public keys', { keys: [{ kty: 'EC', kid: 'a', crv: 'P-256', x: 'AA', y: 'AA' }] }],
  ])('refuses nobody where the set cannot be had: %s', async (why, answer) => {
    const { url } = await serveKeys(answer);
    await using mock = await createMock({ jwks: url });

    expect(await troubleOf(mock, await (await createKey('a')).sign())).toBe(
      `the JWK set: ${why}; the token may well be right. Send the request again later.`,
    );
  });

  it('goes on without the set, and with it as soon as it is there', async () => {
    setClock(NOON);
    const key = await createKey('a');
    const server = await serveKeys(503);
    await using mock = await createMock({ jwks: server.url });
    const token = await key.sign();
    await troubleOf(mock, token);
    await troubleOf(mock, token);
    expect(server.asked).toBe(1);
    server.answer = { keys: [key.jwk] };
    setClock(NOON + 1);

    expect((await ask(mock, token)).status).toBe(200);
  });

  it('says so where nobody listens', async () => {
    await using mock = await createMock({ jwks: 'http://127.0.0.1:1/jwks' });

    expect(await troubleOf(mock, await (await createKey('a')).sign())).toMatch(
      /^the JWK set: it cannot be read/,
    );
  });

  it('may be a file, which is read again soon after a change', async () => {
    setClock(NOON);
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'keys #1.json');
    const [key, later] = await Promise.all([createKey('a'), createKey('b')]);
    const token = await later.sign();
    await using mock = await createMock({ jwks: path });
    expect(await troubleOf(mock, token)).toContain('ENOENT');
    writeFileSync(path, JSON.stringify({ keys: [key.jwk] }));
    setClock(NOON + 2);
    await refusalOf(mock, token);
    writeFileSync(path, JSON.stringify({ keys: [key.jwk, later.jwk] }));
    setClock(NOON + 4);

    expect((await ask(mock, token)).status).toBe(200);
  });

  it('has no key to sign with, and says so', async () => {
    await using mock = await createMock({ jwks: 'keys.json' });

    expect(mock.merchants).toEqual(['one', 'several']);
    expect(() => mock.token()).toThrow(expect.objectContaining({ code: 'no-signing-key' }));
  });
});

describe('a token of one’s own making', () => {
  it.each([
    [{ secret: '' }, 'secret: expected at least one character, got an empty text'],
    [{ expiresIn: Number.NaN }, 'expiresIn: expected a number of seconds, got NaN'],
    [{ expiresIn: '1h' as unknown as number }, 'expiresIn: expected a number of seconds, got 1h'],
  ])('cannot be of %j', async (options, message) => {
    await expect(mintToken('one', options)).rejects.toMatchObject({ code: 'token-options', message });
  });
});

describe('who vouches for tokens', () => {
  it.each([
    [{ jwtSecret: '' }, 'jwtSecret: expected at least one character, got an empty text'],
    [{ jwtSecret: SECRET, jwks: 'keys.json' }, 'jwtSecret and jwks: expected one of them, got both'],
    [
      { jwtSecret: SECRET, choices: { 'invalid-token': 'take' } as const },
      'jwtSecret: expected no choice invalid-token=take beside it, which takes what it refuses',
    ],
    [{ jwks: 'http://' }, /^jwks: expected the path of a file, or an http/],
    [
      { jwks: 'https://name:hidden@127.0.0.1/' },
      /^(?!.*hidden)jwks: expected the path of a file, or an http/,
    ],
  ])('has to be clear', async (options, message) => {
    await expect(createMock(options)).rejects.toMatchObject({
      name: 'MockError',
      code: 'token-options',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });
});
