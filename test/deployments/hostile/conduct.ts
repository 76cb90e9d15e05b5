/** Deployments that answer late, never or not to the end, or that redirect to another origin, which must not get the token. */

import type { Socket } from 'node:net';
import { type Listening, listenHttp, listenRaw } from '../listen.ts';
import { REFERENCE, startReference } from '../reference.ts';
import { type Hostile, listenBehind } from './hostile.ts';

export const MANNERS: readonly Hostile[] = [
  {
    name: 'takes longer than the limit for every 100th answer',
    verdict: 'conformant',
    fails: [],
    timeout: 1500,
    start: () => startReference({ delay: (call) => (call % 100 === 17 ? 3000 : 0) }),
  },
  {
    name: 'hangs on what it refuses',
    verdict: 'nonconformant',
    says: /timeout/,
    timeout: 1000,
    effort: 'standard',
    start: () =>
      startReference({
        refusal: () => {
          throw new Error('died');
        },
      }),
  },
  {
    name: 'answers what it was sent, with a fee',
    verdict: 'nonconformant',
    start: () =>
      startReference({
        checkFee: () => undefined,
        feeResponse: (body, request) => ({ ...body, ...request, got: request }),
        saleResponse: (_, request) => request,
      }),
  },
  {
    name: 'answers before it has read the request',
    verdict: 'nonconformant',
    start: () =>
      startReference({
        onArrival: (_, response) => {
          response.setHeader('content-type', 'application/json');
          response.end('{"transactionFee":1,"sTxId":"always","message":"ok"}');

          return true;
        },
      }),
  },
  {
    name: 'puts the token into every refusal',
    verdict: 'conformant',
    fails: [],
    start: () => {
      let last = '';

      return startReference({
        intercept: (request) => {
          last = String(request.headers.authorization);

          return false;
        },
        refusal: (why) => ({ ...REFERENCE.refusal(why), text: JSON.stringify({ why, authorization: last }) }),
      });
    },
  },
];

// Deployments that redirect to another origin, which must not be called, since it would get the token.

export const ELSEWHERE: readonly Hostile[] = [
  led('round and round', (path) => path, /more than 3 redirects/),
  led('ever deeper', (path) => `${path}/x`, /more than 3 redirects/),
  led(
    'to another port',
    (path, { port }) => `http://127.0.0.1:${Number(port) === 65535 ? 1 : Number(port) + 1}${path}`,
    /a redirect to http/,
  ),
  led(
    'to another host at the same port',
    (path, { port }) => `http://localhost:${port}${path}`,
    /a redirect to http/,
  ),
  led(
    'to another host, without a scheme',
    (path, { port }) => `//localhost:${port}${path}`,
    /a redirect to http/,
  ),
  led('to HTTPS at the same port', (path, { host }) => `https://${host}${path}`, /a redirect to https/),
  led(
    'to a user of another host',
    (path, { host }) => `http://${host}@localhost${path}`,
    /a redirect to http:\/\/localhost/,
  ),
  led('to a script', () => 'javascript:alert(1)', /redirects elsewhere/),
  led('to a file', () => 'file:///etc/passwd', /redirects elsewhere/),
  led('to what cannot be read', () => 'http://[', /cannot be read/),
  led('by a GET, with 301', (path) => `${path}/`, /301/, 301),
  led('by a GET, with 302', () => '/login', /302/, 302),
  led('by a GET, with 303', () => '/login', /303/, 303),
  {
    name: 'leads on the same origin, with a user and a fragment, and answers there',
    verdict: 'conformant',
    fails: [],
    start: () =>
      startReference({
        intercept: (request, response) => {
          const { url = '', headers } = request;
          if (url.startsWith('/moved')) {
            request.url = url.slice('/moved'.length);

            return false;
          }
          response.writeHead(308, { location: `http://user:word@${headers.host}/moved${url}#top` }).end();

          return true;
        },
      }),
  },
];

type Place = (path: string, at: { readonly host: string; readonly port: string }) => string;

function led(name: string, place: Place, says: RegExp, status = 307): Hostile {
  return { name: `leads ${name}`, verdict: 'inconclusive', says, start: () => leading(place, status) };
}

function leading(place: Place, status: number): Promise<Listening> {
  return listenHttp((request, response) => {
    const host = request.headers.host ?? '';
    const location = place(request.url ?? '', { host, port: String(request.socket.localPort) });
    response.writeHead(status, { location }).end();
  });
}

// Deployments that never begin or never end an answer.

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const FEE = '{"transactionFee":1,"sTxId":"a","message":"ok"}';

export const SILENCE: readonly Hostile[] = [
  raw('hangs', /No response came/, () => {}),
  raw('hangs behind the status line', /No response came/, (socket) => socket.write('HTTP/1.1 200 OK\r\n')),
  raw('hangs behind the header', /No response came/, (socket) =>
    socket.write(`${OK}content-length: 40\r\n\r\n`),
  ),
  raw('hangs in the middle of the body', /No response came/, (socket) =>
    socket.write(`${OK}content-length: ${FEE.length}\r\n\r\n${FEE.slice(0, 20)}`),
  ),
  raw('drips its header', /No response came/, (socket) => drip(socket, `${OK}content-length: 2\r\n\r\n{}`)),
  raw('drips its body', /No response came/, (socket) => {
    socket.write(`${OK}content-length: ${FEE.length}\r\n\r\n`);
    drip(socket, FEE);
  }),
  raw('has a body without end, in chunks', /longer than/, (socket) => {
    socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
    pour(socket, `10000\r\n${' '.repeat(0x10000)}\r\n`);
  }),
  raw('has a body without end, and no length', /longer than/, (socket) => {
    socket.write(`${OK}\r\n`);
    pour(socket, ' '.repeat(0x10000));
  }),
  raw('has a header without end', /header/, (socket) => {
    socket.write(OK);
    pour(socket, `x-more: ${'y'.repeat(8000)}\r\n`);
  }),
  raw('has a header line of 10 MB', /header/, (socket) =>
    socket.write(`${OK}x-long: ${'y'.repeat(10_000_000)}\r\ncontent-length: 2\r\n\r\n{}`),
  ),
  raw('has early hints without end', /No response came/, (socket) =>
    drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'.repeat(100)),
  ),
  {
    name: 'dies after 30 answers and is never heard of again',
    verdict: 'nonconformant',
    says: /no answer|none/,
    start: () => {
      let isDead = false;

      return listenBehind(async ({ socket, number, answer }) => {
        isDead ||= number > 30;
        if (isDead) return socket.destroy() && undefined;
        const { text } = await answer();
        socket.write(`${OK}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
      });
    },
  },
];

function raw(name: string, says: RegExp, answer: (socket: Socket) => void): Hostile {
  const isToBeWaitedFor = says.test('No response came');

  return {
    name,
    verdict: 'inconclusive',
    says,
    start: () => listenRaw(answer),
    ...(isToBeWaitedFor ? { timeout: 150 } : {}),
  };
}

/** Sends a byte now and then. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(
    () => (at < text.length ? socket.write(text.charAt(at++)) : clearInterval(timer)),
    30,
  );
  socket.on('close', () => clearInterval(timer));
}

function pour(socket: Socket, piece: string): void {
  const go = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', go);
  go();
}
