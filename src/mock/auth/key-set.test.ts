/** A mock that verifies tokens by a JWK set, from a server or a file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenHttp } from '../../../test/deployments/listen.ts';
import {
  encode,
  fieldsOf,
  forge,
  refusalOf,
  SECRET,
  START,
  sendFee,
  setClock,
} from '../../../test/support/ask-mock.ts';
import { ownFolder } from '../../../test/support/folders.ts';
import { createMock, type Mock } from '../index.ts';

interface KeyServer {
  readonly url: string;
  /** The body of its responses, or their status where it is a number. */
  body: unknown;
  /** The number of requests so far. */
  requests: number;
}

/** Serves a JWK set. */
async function serveKeys(body: unknown): Promise<KeyServer> {
  const server = await listenHttp((_request, response) => {
    keyServer.requests += 1;
    if (typeof keyServer.body === 'number') {
      response.writeHead(keyServer.body, { location: '/elsewhere' }).end();
    } else response.end(typeof keyServer.body === 'string' ? keyServer.body : JSON.stringify(keyServer.body));
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const keyServer: KeyServer = { url: `${server.url}jwks?key=hidden`, body, requests: 0 };

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
      'match no key of the JWK set',
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
    expect((await refusalOf(mock, token)).challenge).toContain('match no key');
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
    const key = await createKey('a');
    const server = await serveKeys(503);
    await using mock = await createMock({ jwks: server.url });
    const token = await key.sign();
    await unavailableDetailOf(mock, token);
    server.body = { keys: [key.jwk] };

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
    const folder = ownFolder();
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
