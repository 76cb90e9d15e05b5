/** A proxy on loopback that connects every host name to one server, records requests, and can fail. */
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type Listening, listen } from './listen.ts';

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
  readonly server?: Server;
}

export interface Proxy extends Listening {
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
  server = createServer(),
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
    get connections() {
      return listening.connections;
    },
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
