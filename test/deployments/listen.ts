/** Test servers and a proxy on a free port of 127.0.0.1. Disposing of one closes it and its connections. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
  request,
} from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { HttpResult } from '../../conformance/rule/http-result.ts';
import { sendToEnd } from '../../conformance/runner/client/redirects.ts';
import { openTransport, type TransportOptions } from '../../conformance/runner/client/transport.ts';

export interface Listening extends AsyncDisposable {
  readonly url: URL;
  /** Connections opened so far. */
  readonly connections: number;
  /** Open ones. */
  readonly sockets: ReadonlySet<Socket>;
}

/** An ordinary HTTP server. */
export function listenHttp(listener: RequestListener): Promise<Listening> {
  return listen(createHttpServer({ keepAliveTimeout: 60_000 }, listener));
}

/** A server that writes bytes: `answer` gets the text of each request so far, and its number from 1. */
export function listenRaw(
  answer: (socket: Socket, request: string, number: number) => void,
): Promise<Listening> {
  let number = 0;

  return listen(
    createServer((socket) => {
      socket.on('data', (data) => answer(socket, data.toString(), ++number));
    }),
  );
}

/** An address at which nothing listens: a system never assigns this port to a server that asks for a free one. */
export const DESERTED = new URL('http://127.0.0.1:1/');

/** @param port a free one by default */
export async function listen(server: Server, port = 0): Promise<Listening> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    url: new URL(`http://127.0.0.1:${actual}/`),
    sockets,
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

// A proxy on loopback that connects every host name to one server, records requests, and can fail.

interface ProxyOptions {
  /** The server behind every host name; by default none is reachable. */
  readonly to?: URL | string;
  /** The required `user:password`. */
  readonly login?: string;
  /** Answers every request after the first `after` with this status. */
  readonly fails?: { readonly status: number; readonly after: number };
  /** Never answers. */
  readonly hangs?: boolean;
  /** Plain HTTP by default. */
  readonly server?: HttpServer;
}

interface Proxy extends AsyncDisposable {
  readonly url: URL;
  /** Each as `CONNECT fees.test:443` or `POST http://fees.test/v1/ch`. */
  readonly asked: readonly string[];
  /** Of the last request. */
  readonly headers: IncomingMessage['headers'];
}

export async function listenProxy({
  to = 'http://127.0.0.1:1',
  login,
  fails,
  hangs = false,
  server = createHttpServer(),
}: ProxyOptions): Promise<Proxy> {
  const asked: string[] = [];
  const tunnels = new Set<Socket>();
  let headers: IncomingMessage['headers'] = {};
  const { hostname, port } = new URL(to);
  const refusalOf = (incoming: IncomingMessage): number | undefined => {
    asked.push(`${incoming.method} ${incoming.url}`);
    headers = incoming.headers;
    const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
    if (wanted !== undefined && headers['proxy-authorization'] !== wanted) return 407;

    return fails !== undefined && asked.length > fails.after ? fails.status : undefined;
  };
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    const status = refusalOf(incoming);
    socket.on('error', () => {});
    if (hangs) return;
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\nproxy-authenticate: Basic\r\ncontent-length: 2\r\n\r\nno`);
      return;
    }
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    tunnels.add(onward);
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });
  server.on('request', (incoming, outgoing) => {
    const status = refusalOf(incoming);
    if (hangs) return;
    if (status !== undefined) {
      outgoing.writeHead(status).end(`no: ${incoming.headers['proxy-authorization']}`);
      return;
    }
    const { pathname, search } = new URL(incoming.url ?? '');
    const { 'proxy-authorization': _, ...passed } = incoming.headers;
    const onward = request(
      { hostname, port, method: incoming.method, path: pathname + search, headers: passed, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  const listening = await listen(server);

  return {
    url: listening.url,
    asked,
    get headers() {
      return headers;
    },
    async [Symbol.asyncDispose]() {
      for (const tunnel of tunnels) tunnel.destroy();
      await listening[Symbol.asyncDispose]();
    },
  };
}

// A port for a server that starts later.

/** Systems assign ports above these by themselves, so such a port may be taken when it is needed. */
const FIRST = 11_000;
const LAST = 32_000;

/** A port of 127.0.0.1 at which nothing listens, and which a system assigns to no server that asks for any port. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return findFreePort();
  }
  server.close();
  await once(server, 'close');

  return port;
}

// Sends one fee call over a transport of its own.

interface SendOptions extends Partial<Pick<TransportOptions, 'headers' | 'reach'>> {
  /** In milliseconds; long enough for a busy machine unless given. */
  readonly timeout?: number;
}

export async function sendOnce(
  url: URL,
  { headers = {}, reach, timeout = 10_000 }: SendOptions = {},
): Promise<HttpResult> {
  const transport = openTransport({
    url,
    headers,
    limits: { concurrency: 2, timeout },
    ...(reach && { reach }),
  });
  try {
    return await sendToEnd(transport, url, {
      path: '/v1/ch',
      token: 'secret-token',
      body: '{"n":1}',
      mayBeRepeated: true,
    });
  } finally {
    await transport.close();
  }
}
