import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test, vi } from 'vitest';
import type { CertificateAndKey } from '../../src/mock/http/certificate.ts';
import { createSelfSigned } from '../../src/mock/http/self-signed.ts';
import { deserted, type Listening, listen, listenHttp, listenRaw } from '../../test/deployments/listen.ts';
import { listenProxy } from '../../test/deployments/proxy.ts';
import { adviseOnSilence } from '../run/advice.ts';
import type { Answer } from './answer.ts';
import { type Reach, type Route, STRAIGHT, type Tls } from './reach.ts';
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
const trusting = ({ cert }: CertificateAndKey, more: Partial<Tls> = {}): Reach => ({
  ...STRAIGHT,
  tls: { ca: pem(cert), insecure: false, ...more },
});

async function ask(url: URL, reach: Reach, timeout = 5000): Promise<Answer> {
  const transport = openTransport({ url, headers: {}, connections: 2, timeout, reach });
  try {
    return await transport.send({ path: '/v1/ch', token: 'a-token', body: '{}', mayBeRepeated: true });
  } finally {
    await transport.close();
  }
}

/** What is said where nothing else comes of it. */
function told(got: Answer, url: URL, reach: Reach): string {
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

describe('a certificate that is not in order', () => {
  const own = createSelfSigned(['127.0.0.1']);
  const old = expired(['127.0.0.1']);
  const elsewhere = createSelfSigned(['fees.test']);

  test.each([
    [
      'that nobody vouches for',
      own,
      STRAIGHT,
      /not trusted: name that of its authority with --ca FILE; with --insecure/,
    ],
    [
      'that another authority vouches for',
      own,
      trusting(elsewhere),
      /is not from an authority in \S+: put the certificate of its authority into/,
    ],
    ['that has run out', old, trusting(old), /has run out: .* \(TLS: CERT_HAS_EXPIRED\)/],
    [
      'that is for another name',
      elsewhere,
      trusting(elsewhere),
      /is for another name: .*ERR_TLS_CERT_ALTNAME_INVALID/,
    ],
  ])('%s is told, and asked all the same where that is wanted', async (_, tls, reach, advice) => {
    await using server = await listenTls(tls);
    const got = await ask(server.url, reach);

    expect(got).toMatchObject({ kind: 'unanswered', cause: 'unreachable' });
    expect(told(got, server.url, reach)).toMatch(advice);
    expect(await ask(server.url, { ...reach, tls: { ...reach.tls, insecure: true } })).toMatchObject(ANSWER);
  });

  test('is in order once its authority is trusted', async () => {
    await using server = await listenTls(own);

    expect(await ask(server.url, trusting(own))).toMatchObject(ANSWER);
  });
});

describe('a server that asks for a certificate of the client', () => {
  const [own, client] = [createSelfSigned(['127.0.0.1']), createSelfSigned(['client'])];
  const showing = ({ cert, key }: CertificateAndKey) =>
    trusting(own, { client: { cert: pem(cert, 'client.pem'), key: pem(key) } });

  /** TLS alerts by which servers refuse: certificate_required and unknown_ca (RFC 8446, 6.2). */
  const refusing = (alert: number) => listenRaw((socket) => socket.end(Buffer.of(21, 3, 3, 0, 2, 2, alert)));

  test('tells those who have none, and those whose it does not know', async () => {
    await using strict = await refusing(116);
    await using choosy = await refusing(48);
    const over = async ({ url: { port } }: Listening, reach: Reach) => {
      const url = new URL(`https://127.0.0.1:${port}`);

      return told(await ask(url, reach), url, reach);
    };

    expect(await over(strict, trusting(own))).toMatch(
      /^https:\S+ answers, but it asks for a certificate of the client: give --cert FILE and --key FILE/,
    );
    expect(await over(choosy, showing(client))).toMatch(/it does not take the certificate in client\.pem/);
  });

  test('may do so only after it has shown its own, or by closing the connection', async () => {
    await using server = await listenTls({ ...own, requestCert: true, ca: client.cert });

    expect(told(await ask(server.url, trusting(own)), server.url, trusting(own))).toMatch(
      /a certificate of the client/,
    );
  });

  test('is shown it', async () => {
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

const by = (proxy: URL | string, tls: Tls = STRAIGHT.tls): Reach & { route: Route } => ({
  route: { kind: 'by-proxy', proxy: new URL(proxy), variable: 'HTTPS_PROXY' },
  tls,
});
const withLogin = (proxy: URL, login: string) => proxy.href.replace('//', `//${login}@`);

describe('by way of a proxy', () => {
  const FEES = new URL('https://fees.test/base');
  const PLAIN = new URL('http://fees.test/base');
  const own = createSelfSigned(['fees.test']);

  test('https goes through a tunnel, one for each connection, and is verified by the name of the deployment', async () => {
    await using server = await listenTls(own);
    await using proxy = await listenProxy({ to: server.url });
    const reach = by(proxy.url, trusting(own).tls);
    const transport = openTransport({ url: FEES, headers: {}, connections: 1, timeout: 5000, reach });
    const call = { path: '/v1/ch', token: 'a-token', body: '{}', mayBeRepeated: true };
    const got = [await transport.send(call), await transport.send(call)];
    await transport.close();

    expect(got).toEqual([expect.objectContaining(ANSWER), expect.objectContaining(ANSWER)]);
    expect(got[0]).toMatchObject({ headers: { 'x-host': 'fees.test' } });
    expect(proxy.asked).toEqual(['CONNECT fees.test:443']);
    expect(JSON.stringify(proxy.headers)).not.toContain('a-token');
    expect(await ask(new URL('https://other.test:8443'), reach)).toMatchObject({
      detail: 'TLS: ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(proxy.asked.at(-1)).toBe('CONNECT other.test:8443');
  });

  test('http is asked for by its whole address', async () => {
    await using server = await listenHttp(answer);
    await using proxy = await listenProxy({ to: server.url });

    expect(await ask(PLAIN, by(proxy.url))).toMatchObject({ ...ANSWER, headers: { 'x-host': 'fees.test' } });
    expect(proxy.asked).toEqual(['POST http://fees.test/base/v1/ch']);
  });

  test.each([FEES, PLAIN])('a login is given to the proxy, and to nobody else: %s', async (url) => {
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
    expect(told(await ask(url, wrong), url, wrong)).toBe(
      `The proxy ${proxy.url.origin} does not take the login that it is given (407), and so ${url.origin} could not be asked: put user and password into the address in HTTPS_PROXY, as in http://USER:PASSWORD@HOST:PORT.`,
    );
    expect(told(await ask(url, none), url, none)).toContain('asks for a login (407)');
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toHaveProperty('proxy-authorization');
  });

  test.each([
    [FEES, 403],
    [FEES, 502],
    [FEES, 503],
    [PLAIN, 502],
    [PLAIN, 504],
  ])('what a proxy answers for itself is its own fault: %s, %i', async (url, status) => {
    await using proxy = await listenProxy({ fails: { status, after: 0 } });
    const got = await ask(url, by(proxy.url));

    expect(got).toMatchObject({ kind: 'unanswered', cause: 'proxy' });
    expect(told(got, url, by(proxy.url))).toMatch(
      new RegExp(
        `^The proxy ${proxy.url.origin} does not lead to fees.test(:443)?: it answers ${status}, and so`,
      ),
    );
  });

  test('what the deployment answers through a tunnel is its own', async () => {
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

  test.each([FEES, PLAIN])('a proxy that is not there, or is none, is told as such: %s', async (url) => {
    const dead = await deserted();
    await using raw = await listenRaw((socket) => socket.end('220 mail.test ESMTP\r\n'));
    await using shut = await listenRaw((socket) => socket.destroy());
    await using secure = await listenTls(own);
    const over = async (proxy: URL) => ask(url, by(withLogin(proxy, 'me:geheim')), 1000);
    const got = [await over(dead), await over(new URL(secure.url.href))];

    expect(got[0]).toMatchObject({
      cause: 'proxy',
      detail: `${dead.origin} cannot be reached (ECONNREFUSED)`,
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

  test('a proxy that never answers is told before the deployment would be blamed for it, and holds nobody up', async () => {
    await using proxy = await listenProxy({ hangs: true });
    const transport = openTransport({
      url: FEES,
      headers: {},
      connections: 1,
      timeout: 60_000,
      reach: by(proxy.url),
    });
    const left = transport.send({ path: '/', token: undefined, body: '', mayBeRepeated: true });
    await vi.waitFor(() => expect(proxy.asked).toHaveLength(1));
    await transport.close();

    expect(await left).toMatchObject({ kind: 'unanswered' });
    expect(await ask(FEES, by(proxy.url), 100)).toMatchObject({
      cause: 'proxy',
      detail: `${proxy.url.origin} did not answer within 90 ms`,
    });
  });
});
