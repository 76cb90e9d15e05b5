/** Nothing that a service or a client sends ends the proxy, and what it forwards keeps every byte. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { jsonLine, tailLine } from '../../cli/commands/tail.ts';
import { createTrafficJudge, REPORTERS } from '../../conformance/index.ts';
import { createHarWriter } from '../../src/exchange/har/har-writer.ts';
import type { JournalEntry } from '../../src/exchange/journal/entry.ts';
import { createStoryteller } from '../../src/exchange/journal/story.ts';
import { headersFor } from '../support/ask-mock.ts';
import { temporaryFolder } from '../support/folders.ts';
import { sampled, testOnce, testThoroughly } from '../support/sampled.ts';
import { type Case, CORPUS } from './corpus.ts';
import { ask, converse, listenRaw, OK, post, readMessages, type Seen, startFront, upgrade } from './wire.ts';

const BYTES = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
const STATUSES = Array.from({ length: 1000 }, (_, status) => String(status).padStart(3, '0'));
const SHORT = 'Content-Length: 2\r\n\r\nok';

describe('nothing that a service sends ends the proxy', () => {
  const answers: Readonly<Record<string, readonly string[]>> = {
    'a status': STATUSES.filter((status) => /^(?:0|[2-9]..)/.test(status)).map(
      (status) => `HTTP/1.1 ${status} Odd\r\n${SHORT}`,
    ),
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

test.concurrent.each(sampled(CORPUS, 40))('$name', async (one) => {
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

// Secrets in every place of an exchange and in every encoding: nothing that the proxy writes or shows has them.

const folder = temporaryFolder();

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const CLAIM = 'canary-of-a-claim';
const TOKEN = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: CLAIM, iat: 1 })}.Y2FuYXJ5LXNpZ25hdHVyZS0wMTIz`;
const KEY = 'canaryK3yOf7Letters';
const CARD = '5105105105105100';

/** What must not be shown, in any of the decodings that a reader may try. */
const SECRETS: Readonly<Record<string, readonly [secret: string, canary: RegExp]>> = {
  'a token': [TOKEN, new RegExp(`${TOKEN.split('.').slice(1).join('|')}|${CLAIM}`)],
  'an API key': [KEY, new RegExp(KEY)],
  'a card number': [CARD, /5105[^\da-z\n]{0,3}1051[^\da-z\n]{0,3}0510[^\da-z\n]{0,3}5100/],
};

type Form = (secret: string) => string;

const FORMS: Readonly<Record<string, Form>> = {
  plain: (secret) => secret,
  'with spaces': (secret) => secret.replaceAll(/\d{4}(?=\d)/g, '$& '),
  'with dashes': (secret) => secret.replaceAll(/\d{4}(?=\d)/g, '$&-'),
  'percent-encoded': (secret) =>
    [...secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
};

const escaped: Form = (secret) =>
  [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

interface Sent {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Parts extends Sent {
  readonly answer?: Omit<Sent, 'path'>;
}

const FEE = { amount: -5, nicn: '4242', region: '85004' };
const ANSWER = { transactionFee: 1, sTxId: 'transaction-1', message: 'ok' };
const fee = (more: object) => JSON.stringify({ ...FEE, ...more });
const answer = (more: object) => ({ body: JSON.stringify({ ...ANSWER, ...more }) });

/** Named like a secret, where any value is hidden. */
const NAMED: Readonly<Record<string, (secret: string) => Parts>> = {
  'the header X-Api-Key': (secret) => ({ headers: { 'x-api-key': secret } }),
  'the token': (secret) => ({ headers: { authorization: `Bearer ${secret}` } }),
  'another scheme': (secret) => ({ headers: { authorization: `ApiKey ${secret}` } }),
  'a cookie': (secret) => ({ headers: { cookie: `theme=dark; sid=${secret}` } }),
  'a parameter': (secret) => ({ path: `/v1/ch?a=1&api_key=${secret.replaceAll(' ', '+')}` }),
  'the field cardToken': (secret) => ({ body: fee({ cardToken: secret }) }),
  'an unknown field': (secret) => ({ body: fee({ apiKey: secret }) }),
  'a nested field': (secret) => ({ body: fee({ a: [{ access_token: { b: secret } }] }) }),
  'JSON in a field': (secret) => ({ body: fee({ data: [JSON.stringify({ password: secret })] }) }),
  'an escaped field': (secret) => ({ body: fee({ password: 'P' }).replace('"P"', `"${escaped(secret)}"`) }),
  'a malformed body': (secret) => ({ body: `{"amount":1,"apiKey":"${secret}` }),
  'a form': (secret) => ({ body: `amount=1&password=${secret}` }),
  'a cookie that is set': (secret) => ({ answer: { headers: { 'set-cookie': `sid=${secret}; HttpOnly` } } }),
  'a header of the response': (secret) => ({ answer: { headers: { 'x-session-token': secret } } }),
  'a field of the response': (secret) => ({ answer: answer({ debug: { apiKey: secret } }) }),
  'a broken response': (secret) => ({ answer: { body: `{"transactionFee":1,"apiKey":"${secret}` } }),
};

/** Where only a secret that is known by its form is hidden. */
const OPEN: typeof NAMED = {
  'any header': (secret) => ({ headers: { 'x-note': `see ${secret}!` } }),
  'any parameter': (secret) => ({ path: `/v1/ch?note=${secret.replaceAll(' ', '+')}` }),
  'a parameter without a name': (secret) => ({ path: `/v1/ch?${secret.replaceAll(' ', '%20')}` }),
  'the path': (secret) => ({ path: `/${secret.replaceAll(' ', '%20')}/v1/ch` }),
  'a documented field': (secret) => ({ body: fee({ data: [`note: ${secret}`] }) }),
  'an identifier': (secret) => ({ body: fee({ mTxId: secret }) }),
  'the nicn': (secret) => ({ body: fee({ nicn: secret }) }),
  'the region': (secret) => ({ body: fee({ region: secret }) }),
  'the name of a field': (secret) => ({ body: fee({ [secret]: 1 }) }),
  'an escaped text': (secret) => ({ body: fee({ data: ['T'] }).replace('"T"', `"${escaped(secret)}"`) }),
  'a plain text': (secret) => ({ body: `price ${secret} please` }),
  'any header of the response': (secret) => ({ answer: { headers: { 'x-echo': secret } } }),
  'a field of the response': (secret) => ({ answer: answer({ message: `no card ${secret}` }) }),
  'an sTxId': (secret) => ({ answer: answer({ sTxId: secret }) }),
  'a page': (secret) => ({ answer: { body: `<p>unknown: ${secret}</p>` } }),
};

/** Each secret in each place, in one form after another: the laws of masking try each form in each place. */
const TRIED = Object.entries(SECRETS).flatMap(([kind, [secret, canary]]) => {
  const forms = Object.entries(FORMS)
    .filter(([, form]) => form === FORMS['plain'] || form(secret) !== secret)
    .filter(([name]) => kind === 'a card number' || !name.startsWith('with '));

  return Object.entries(kind === 'an API key' ? NAMED : { ...NAMED, ...OPEN }).map(([place, parts], at) => {
    const [name, form = FORMS['plain']!] = forms[at % forms.length] ?? ['plain'];

    return { title: `${kind} in ${place}, ${name}`, ...parts(form(secret)), canary };
  });
});

test.each(sampled(TRIED, 4))('$title', expectHidden);

async function expectHidden({ canary, ...parts }: (typeof TRIED)[number]): Promise<void> {
  for (const [where, written] of Object.entries(await allShown(parts)))
    expect.soft(canary.exec(readings(written))?.[0], where).toBeUndefined();
}

/** Everything that the proxy shows of an ordinary call and of these parts. */
async function allShown(parts: Parts): Promise<Readonly<Record<string, string>>> {
  const service = createServer((incoming, response) => {
    incoming.resume();
    response.writeHead(200, { 'content-type': 'application/json', ...answerOf()?.headers });
    response.end(answerOf()?.body ?? JSON.stringify(ANSWER));
  });
  let calls = 0;
  const answerOf = () => (calls > 1 ? parts.answer : undefined);
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const har = join(mkdtempSync(join(folder, 'one-')), 'traffic.har');
  const judge = createTrafficJudge({ target: 'http://127.0.0.1' });
  const recorder = createHarWriter(har, {
    version: '1.0.0',
    onError: (error) => {
      throw error;
    },
  });
  const front = await startFront(`http://127.0.0.1:${(service.address() as AddressInfo).port}`, {
    onEvent(event) {
      recorder.write(event);

      return judge.observe(event);
    },
    verdict: judge.report,
  });
  const send = async ({ path = '/v1/ch', headers = {}, body = fee({}) }: Sent) => {
    calls += 1;
    const asking = request(front.url + path, {
      method: 'POST',
      agent: false,
      headers: {
        ...headersFor(TOKEN.replace(encode({ sub: CLAIM, iat: 1 }), encode({ sub: 'one' }))),
        ...headers,
      },
    });
    asking.end(body);

    return new Promise((resolve, reject) => {
      asking.once('error', reject);
      asking.once('response', (response) => resolve(text(response)));
    });
  };
  const look = async (path: string) => (await fetch(`${front.url}/_tollgate/${path}`)).text();
  await send({ body: JSON.stringify({ ...FEE, amount: 5, nicn: '424242' }) });
  for (let at = 0; at < 3; at++) await send(parts);
  while ((JSON.parse(await look('journal')) as { entries: unknown[] }).entries.length < 4);
  const journal = await look('journal');
  const { entries } = JSON.parse(journal) as { readonly entries: readonly JournalEntry[] };
  const verdict = await look('verdict');
  await front.close();
  await recorder.close();
  service.close();
  const report = judge.report();
  const tell = createStoryteller();

  return {
    ...Object.fromEntries(Object.entries(REPORTERS).map(([kind, write]) => [kind, write(report)])),
    ...{ journal, verdict, har: readFileSync(har, 'utf8') },
    tail: entries.map((entry) => tailLine(entry, tell(entry), (_, shown) => shown)).join(''),
    'tail --json': entries.map((entry) => jsonLine(JSON.stringify(entry))).join(''),
  };
}

/** The text in every decoding that a reader could try. */
function readings(written: string): string {
  const unescaped = written.replaceAll(/\\+u([\da-f]{4})/gi, (_, hex: string) => letterOf(hex));
  const decoded = unescaped.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => letterOf(hex));
  const parts = [...written.matchAll(/[\w-]{16,}/g)].map(({ 0: part }) =>
    Buffer.from(part, 'base64url').toString('latin1'),
  );

  return [written, unescaped, decoded, ...parts].join('\n');
}

function letterOf(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}
