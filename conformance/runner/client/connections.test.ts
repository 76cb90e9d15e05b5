import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test, vi } from 'vitest';
import type { CertificateAndKey } from '../../../src/mock/http/certificate.ts';
import { createSelfSigned } from '../../../src/mock/http/self-signed.ts';
import {
  DESERTED,
  type Listening,
  listen,
  listenHttp,
  listenProxy,
  listenRaw,
  sendOnce,
} from '../../../test/deployments/listen.ts';
import {
  type ConnectionOptions,
  type NetworkRoute,
  STRAIGHT,
  type Tls,
} from '../../deployment/deployment.ts';
import type { HttpResult } from '../../rule/http-result.ts';
import { adviseOnSilence } from '../preflight/advice.ts';
import { openTransport } from './transport.ts';

const ANSWER = { kind: 'answered', status: 200, text: 'a fee' };

const answer = (request: IncomingMessage, response: ServerResponse) => {
  request.resume().on('end', () => response.setHeader('x-host', request.headers.host ?? '').end('a fee'));
};

async function listenTls(options: ServerOptions): Promise<Listening> {
  const server = await listen(createHttps(options, answer));
  const { port } = server.url;

  return Object.assign(server, { url: new URL(`https://127.0.0.1:${port}/`) });
}

const pem = (text: string | Buffer, path = 'some.pem') => ({ path, pem: String(text) });
const trusting = ({ cert }: CertificateAndKey, more: Partial<Tls> = {}): ConnectionOptions => ({
  ...STRAIGHT,
  tls: { ca: pem(cert), insecure: false, ...more },
});

const ask = (url: URL, reach: ConnectionOptions, timeout = 5000) => sendOnce(url, { reach, timeout });

/** The advice that the user gets. */
function adviceOn(got: HttpResult, url: URL, reach: ConnectionOptions): string {
  return got.kind === 'unanswered' ? adviseOnSilence(got.cause, got.detail, { url, reach }) : `${got.status}`;
}

function expired(names: readonly string[]): CertificateAndKey {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-01-01') });
  try {
    return createSelfSigned(names);
  } finally {
    vi.useRealTimers();
  }
}

describe('an invalid certificate', () => {
  const own = createSelfSigned(['127.0.0.1']);
  const old = expired(['127.0.0.1']);
  const elsewhere = createSelfSigned(['fees.test']);

  test.each([
    [
      'of an unknown authority',
      own,
      STRAIGHT,
      /not trusted: give the CA certificate with --ca FILE, or .* --insecure/,
    ],
    [
      'of another authority',
      own,
      trusting(elsewhere),
      /is not from an authority in \S+: add its CA certificate to that file/,
    ],
    ['that has expired', old, trusting(old), /has expired: .* \(TLS: CERT_HAS_EXPIRED\)/],
    [
      'for another name',
      elsewhere,
      trusting(elsewhere),
      /is for another name: .*ERR_TLS_CERT_ALTNAME_INVALID/,
    ],
  ])('%s is reported, and accepted with --insecure', async (_, tls, reach, advice) => {
    await using server = await listenTls(tls);
    const got = await ask(server.url, reach);

    expect(got).toMatchObject({ kind: 'unanswered', cause: 'unreachable' });
    expect(adviceOn(got, server.url, reach)).toMatch(advice);
    expect(await ask(server.url, { ...reach, tls: { ...reach.tls, insecure: true } })).toMatchObject(ANSWER);
  });

  test('is valid once its authority is trusted', async () => {
    await using server = await listenTls(own);

    expect(await ask(server.url, trusting(own))).toMatchObject(ANSWER);
  });
});

describe('a server that requires a client certificate', () => {
  const [own, client] = [createSelfSigned(['127.0.0.1']), createSelfSigned(['client'])];
  const showing = ({ cert, key }: CertificateAndKey) =>
    trusting(own, { client: { cert: pem(cert, 'client.pem'), key: pem(key) } });

  /** The TLS alerts certificate_required and unknown_ca (RFC 8446, 6.2). */
  const refusing = (alert: number) => listenRaw((socket) => socket.end(Buffer.of(21, 3, 3, 0, 2, 2, alert)));

  test('is reported, with and without a certificate', async () => {
    await using strict = await refusing(116);
    await using choosy = await refusing(48);
    const over = async ({ url: { port } }: Listening, reach: ConnectionOptions) => {
      const url = new URL(`https://127.0.0.1:${port}`);

      return adviceOn(await ask(url, reach), url, reach);
    };

    expect(await over(strict, trusting(own))).toMatch(
      /^https:\S+ answers, but it requires a client certificate: give --cert FILE and --key FILE/,
    );
    expect(await over(choosy, showing(client))).toMatch(/it refuses the client certificate in client\.pem/);
  });

  test('is reported if it refuses after the handshake', async () => {
    await using server = await listenTls({ ...own, requestCert: true, ca: client.cert });

    expect(adviceOn(await ask(server.url, trusting(own)), server.url, trusting(own))).toMatch(
      /a client certificate/,
    );
  });

  test('receives it', async () => {
    const shown: (string | undefined)[] = [];
    await using asking = await listen(
      createHttps({ ...own, requestCert: true, rejectUnauthorized: false }, (request, response) => {
        shown.push((request.socket as TLSSocket).getPeerX509Certificate()?.toString());
        answer(request, response);
      }),
    );
    const url = new URL(`https://127.0.0.1:${asking.url.port}`);

    expect(await ask(url, showing(client))).toMatchObject(ANSWER);
    expect(await ask(url, trusting(own))).toMatchObject(ANSWER);
    expect(shown).toEqual([client.cert, undefined]);
  });
});

const by = (proxy: URL | string, tls: Tls = STRAIGHT.tls): ConnectionOptions & { route: NetworkRoute } => ({
  route: { kind: 'by-proxy', proxy: new URL(proxy), variable: 'HTTPS_PROXY' },
  tls,
});
const withLogin = (proxy: URL, login: string) => proxy.href.replace('//', `//${login}@`);

describe('a proxy', () => {
  const FEES = new URL('https://fees.test/base');
  const PLAIN = new URL('http://fees.test/base');
  const own = createSelfSigned(['fees.test']);

  test('tunnels https, once per connection, and the certificate is verified for the deployment', async () => {
    await using server = await listenTls(own);
    await using proxy = await listenProxy({ to: server.url });
    const reach = by(proxy.url, trusting(own).tls);
    const transport = openTransport({
      url: FEES,
      headers: {},
      limits: { concurrency: 1, timeout: 5000 },
      reach,
    });
    const call = { path: '/v1/ch', token: 'secret-token', body: '{}', mayBeRepeated: true };
    const got = [await transport.send(call), await transport.send(call)];
    await transport.close();

    expect(got).toEqual([expect.objectContaining(ANSWER), expect.objectContaining(ANSWER)]);
    expect(got[0]).toMatchObject({ headers: { 'x-host': 'fees.test' } });
    expect(proxy.asked).toEqual(['CONNECT fees.test:443']);
    expect(JSON.stringify(proxy.headers)).not.toContain('secret-token');
    expect(await ask(new URL('https://other.test:8443'), reach)).toMatchObject({
      detail: 'TLS: ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(proxy.asked.at(-1)).toBe('CONNECT other.test:8443');
  });

  test('forwards http', async () => {
    await using server = await listenHttp(answer);
    await using proxy = await listenProxy({ to: server.url });

    expect(await ask(PLAIN, by(proxy.url))).toMatchObject({ ...ANSWER, headers: { 'x-host': 'fees.test' } });
    expect(proxy.asked).toEqual(['POST http://fees.test/base/v1/ch']);
  });

  test.each([FEES, PLAIN])('receives the login, which the deployment does not: %s', async (url) => {
    const seen: IncomingMessage['headers'][] = [];
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      seen.push(request.headers);
      answer(request, response);
    };
    await using secure = await listen(createHttps(own, listener));
    await using plain = await listenHttp(listener);
    await using proxy = await listenProxy({
      to: url.protocol === 'https:' ? secure.url : plain.url,
      login: 'me:ge/h:eim 100%',
    });
    const reach = by(withLogin(proxy.url, 'me:ge%2Fh%3Aeim%20100%25'), trusting(own).tls);
    const wrong = by(withLogin(proxy.url, 'me:geheim'), trusting(own).tls);
    const none = by(proxy.url, trusting(own).tls);

    expect(await ask(url, reach)).toMatchObject(ANSWER);
    expect(adviceOn(await ask(url, wrong), url, wrong)).toBe(
      `The proxy ${proxy.url.origin} rejects the given login (407), so ${url.origin} could not be reached: add user and password to the address in HTTPS_PROXY, as in http://USER:PASSWORD@HOST:PORT.`,
    );
    expect(adviceOn(await ask(url, none), url, none)).toContain('requires a login (407)');
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toHaveProperty('proxy-authorization');
  });

  test.each([
    [FEES, 403],
    [FEES, 502],
    [FEES, 503],
    [PLAIN, 502],
    [PLAIN, 504],
  ])('is blamed for its own responses: %s, %i', async (url, status) => {
    await using proxy = await listenProxy({ fails: { status, after: 0 } });
    const got = await ask(url, by(proxy.url));

    expect(got).toMatchObject({ kind: 'unanswered', cause: 'proxy' });
    expect(adviceOn(got, url, by(proxy.url))).toMatch(
      new RegExp(
        `^The proxy ${proxy.url.origin} does not lead to fees.test(:443)?: it answers ${status}, so`,
      ),
    );
  });

  test('is not blamed for the responses of the deployment', async () => {
    await using server = await listen(
      createHttps(
        own,
        (request, response) => void request.resume().on('end', () => response.writeHead(502).end()),
      ),
    );
    await using proxy = await listenProxy({ to: server.url });

    expect(await ask(FEES, by(proxy.url, trusting(own).tls))).toMatchObject({
      kind: 'answered',
      status: 502,
    });
  });

  test.each([FEES, PLAIN])('is reported if it is unreachable, or no proxy: %s', async (url) => {
    await using raw = await listenRaw((socket) => socket.end('220 mail.test ESMTP\r\n'));
    await using shut = await listenRaw((socket) => socket.destroy());
    await using secure = await listenTls(own);
    const over = async (proxy: URL) => ask(url, by(withLogin(proxy, 'me:geheim')), 10_000);
    const got = [await over(DESERTED), await over(new URL(secure.url.href))];

    expect(got[0]).toMatchObject({
      cause: 'proxy',
      detail: `${DESERTED.origin} cannot be reached (ECONNREFUSED)`,
    });
    expect(got[1]).toMatchObject({
      cause: 'proxy',
      detail: expect.stringMatching(/cannot be reached \(\w+\)/),
    });
    if (url.protocol === 'https:') {
      expect(await over(raw.url)).toMatchObject({
        cause: 'proxy',
        detail: `${raw.url.origin} does not speak HTTP`,
      });
    }
    expect(await over(shut.url)).toMatchObject({
      cause: 'proxy',
      detail: `${shut.url.origin} closes the connection without an answer`,
    });
    expect(JSON.stringify(got)).not.toContain('geheim');
  });

  test('that does not answer is blamed before the deployment, and does not delay closing', async () => {
    await using proxy = await listenProxy({ hangs: true });
    const transport = openTransport({
      url: FEES,
      headers: {},
      limits: { concurrency: 1, timeout: 60_000 },
      reach: by(proxy.url),
    });
    const left = transport.send({ path: '/', token: undefined, body: '', mayBeRepeated: true });
    await expect.poll(() => proxy.asked).toHaveLength(1);
    await transport.close();

    expect(await left).toMatchObject({ kind: 'unanswered' });
    expect(await ask(FEES, by(proxy.url), 2000)).toMatchObject({
      cause: 'proxy',
      detail: `${proxy.url.origin} did not answer within 1800 ms`,
    });
  });
});
