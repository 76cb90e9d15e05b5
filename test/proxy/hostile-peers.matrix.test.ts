/** Nothing that a service or a client sends ends the proxy, and what it forwards keeps every byte. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { sampled, testOnce, testThoroughly } from '../support/sampled.ts';
import { type Case, CORPUS } from './corpus.ts';
import { ask, converse, listenRaw, OK, post, readMessages, type Seen, startFront, upgrade } from './wire.ts';

const BYTES = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
const STATUSES = Array.from({ length: 1000 }, (_, status) => String(status).padStart(3, '0'));
const SHORT = 'Content-Length: 2\r\n\r\nok';

describe('nothing that a service sends ends the proxy', () => {
  const answers: Readonly<Record<string, readonly string[]>> = {
    'a byte of a reason phrase': BYTES.map((byte) => `HTTP/1.1 200 O${byte}K\r\n${SHORT}`),
    'a byte of a name': BYTES.map((byte) => `HTTP/1.1 200 OK\r\nX${byte}Y: 1\r\n${SHORT}`),
    'a byte of a value': BYTES.map((byte) => `HTTP/1.1 200 OK\r\nX: a${byte}b\r\n${SHORT}`),
    'an interim response': BYTES.map(
      (byte) => `HTTP/1.1 103 E${byte}H\r\nX: a${byte}b\r\n\r\nHTTP/1.1 200 OK\r\n${SHORT}`,
    ),
    'a chunk extension': BYTES.map(
      (byte) =>
        `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=${byte}b\r\nok\r\n0\r\nX: y\r\n\r\n`,
    ),
    'a trailer': BYTES.map(
      (byte) =>
        `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX${byte}: a${byte}b\r\n\r\n`,
    ),
    'a status': STATUSES.filter((status) => /^(?:0|[2-9]..)/.test(status)).map(
      (status) => `HTTP/1.1 ${status} Odd\r\n${SHORT}`,
    ),
    'two answers to an upgrade and to CONNECT': ['000', '099', '101', '200', '426'].map(
      (status) => `HTTP/1.1 ${status} Odd\r\nConnection: upgrade\r\nUpgrade: odd\r\n${SHORT}`,
    ),
  };

  test.each(sampled(Object.entries(answers), 2))('%s', async (name, all) => {
    await using service = await listenRaw((head, socket) => {
      const bytes = all[Number(/X-Number: (\d+)/.exec(head)?.[1])];
      if (bytes === undefined) return OK;
      socket.end(bytes, 'latin1');

      return undefined;
    });
    await using front = await startFront(service.url);
    const methods = name.includes('CONNECT') ? ['UPGRADE', 'CONNECT'] : ['POST'];
    for (const method of methods) {
      const received = await Promise.all(
        all.map((_, at) => {
          const number = `X-Number: ${at}\r\n\r\n`;
          if (method === 'CONNECT') return ask(front.port, `CONNECT a:1 HTTP/1.1\r\nHost: a\r\n${number}`);
          if (method === 'UPGRADE')
            return ask(front.port, upgrade('/v1/ch').replace('\r\n\r\n', `\r\n${number}`));

          return ask(front.port, `POST /v1/ch HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n${number}`);
        }),
      );
      for (const [at, bytes] of received.entries()) {
        const sent = all[at] ?? '';
        const isRefused = /^HTTP\/1\.1 502 .*\r\nTollgate-Proxy: service-not-http\r\n/s.test(bytes);
        if (/^HTTP\/1\.1 0/.test(sent)) expect([sent, isRefused]).toEqual([sent, true]);
        // The names and chunks of a message may be written in another way; status line and values may not.
        if (/^a (?:status|byte of a (?:reason|value))/.test(name) && !isRefused)
          expect(bytes).toBe(sent.replace(/^(\S+ (?:204|304) .*)ok$/s, '$1'));
      }
    }
    expect(await ask(front.port, post())).toBe(OK);
  });
});

describe('nothing that a client sends ends the proxy', () => {
  const requests: Readonly<Record<string, readonly string[]>> = {
    'a byte of the method': BYTES.map((byte) => post().replace('POST', `PO${byte}T`)),
    'a byte of the target': BYTES.map((byte) => post([], `/v1/ch?${byte}`)),
    'the first byte of the target': BYTES.map((byte) => post([], `${byte}v1/ch`)),
    'a byte of a control route': BYTES.map((byte) => post([], `/_tollgate/${byte}`)),
    'a byte of a field': BYTES.map((byte) => post([`X${byte}: a${byte}b`])),
    'a byte of a trailer': BYTES.map(
      (byte) =>
        `POST /v1/ch HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2;${byte}\r\nok\r\n0\r\nX${byte}: a${byte}\r\n\r\n`,
    ),
    'a target that is no path': [
      '*',
      'http://',
      'http://[::1',
      '//',
      'a:1',
      '/%',
      '//_tollgate',
      '/_tollgate//[',
    ].flatMap((target) => [post([], target), `CONNECT ${target} HTTP/1.1\r\nHost: a\r\n\r\n`]),
    'an odd Connection': ['close, keep-alive, upgrade, content-length', 'upgrade', '\t,,', 'te, te'].map(
      (options) => post([`Connection: ${options}`, 'Upgrade: odd', 'Expect: 100-continue', 'TE: trailers']),
    ),
  };

  test.each(sampled(Object.entries(requests), 2))('%s', async (_, all) => {
    await using service = await listenRaw((__, socket) => void socket.end(OK));
    await using front = await startFront(service.url);
    for (const bytes of await Promise.all(all.map((request) => ask(front.port, request))))
      expect(bytes).toMatch(/^(?:HTTP\/1\.1 [1-5]\d\d |$)/);
    expect(await ask(front.port, post())).toBe(OK);
  });
});

testOnce('values of header fields keep every byte, also where no body follows at once', async () => {
  const value = BYTES.slice(0x80).join('');
  const fields = `X-Bytes: ${value}\r\n`;
  const parts = [
    `HTTP/1.1 200 OK\r\n${fields}Content-Length: 2\r\n\r\n`,
    'HTTP/1.1 103 Early Hints\r\n',
    `HTTP/1.1 204 No Content\r\n${fields}\r\n`,
  ];
  for (const [at, head] of parts.entries()) {
    const answer = at === 1 ? `${head}${fields}\r\n${OK}` : head;
    const { client, service } = await converse(
      {
        client: [`GET /v1/ch HTTP/1.1\r\nHost: a\r\n${fields}\r\n`, { until: value }],
        service: [{ until: value }, answer, { pause: 20 }, at === 0 ? 'ok' : ''],
      },
      (port) => startFront(`http://127.0.0.1:${port}`),
    );
    expect(client.received.toString('latin1')).toContain(fields);
    expect(service[0]?.received.toString('latin1')).toContain(fields);
  }
});

testOnce('a recorded value has one character for each byte', async () => {
  await using service = await listenRaw(() => OK.replace('\r\n', '\r\nX-Name: Caf\xc3\xa9 \xe9\r\n'));
  await using front = await startFront(service.url);
  await ask(front.port, post());
  await expect
    .poll(() => front.events)
    .toMatchObject([
      { exchange: { response: { rawHeaders: expect.arrayContaining(['Caf\xc3\xa9 \xe9']) } } },
    ]);
});

testThoroughly(
  'the proxy lets 1000 connections send at the same time, and closes them with itself',
  async () => {
    await using service = await listenRaw(() => OK);
    const front = await startFront(service.url);
    const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
    const answers = Array.from({ length: 1000 }, async () => {
      const asking = request(`${front.url}/v1/ch`, { method: 'POST', agent }).end('{}');
      const [answer] = await once(asking, 'response');

      return answer.toArray().then(String);
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set([OK.split('\r\n\r\n')[1]]));
    await front.close();
    expect(front.events).toHaveLength(1000);
    agent.destroy();
  },
);

// The proxy changes nothing: the corpus with and without it.

test('the corpus is large, and each case has a name of its own', () => {
  expect(new Set(CORPUS.map(({ name }) => name)).size).toBe(CORPUS.length);
  expect(CORPUS.length).toBeGreaterThanOrEqual(60);
});

test.concurrent.each(sampled(CORPUS, 20))('$name', async (one) => {
  const direct = readable(await converse(one, async (port) => ({ port, close: async () => {} })));
  const proxied = readable(await throughProxy(one));

  expect(proxied.client).toEqual(direct.client);
  if (one.differs === undefined) expect(proxied.service).toEqual(direct.service);
  else expect(requestsOf(direct)).toEqual(expect.arrayContaining(requestsOf(proxied)));
});

function throughProxy(one: Case): Promise<Seen> {
  return converse(one, (port) => startFront(`http://127.0.0.1:${port}`));
}

function requestsOf({ service }: ReturnType<typeof readable>) {
  return service.flatMap(({ messages }) => messages);
}

/** What both ends saw, as messages. */
function readable({ client, service }: Seen) {
  const received = service.map(({ received, end }) => ({
    messages: readMessages(received, { isEnded: end !== 'open' }),
    end,
  }));
  const requests = received.flatMap(({ messages }) => messages);
  const isBodiless = (at: number) => requests[at]?.line.startsWith('HEAD ') === true;

  return {
    client: {
      messages: readMessages(client.received, { isBodiless, isEnded: client.end !== 'open' }),
      end: client.end,
    },
    service: received,
  };
}
