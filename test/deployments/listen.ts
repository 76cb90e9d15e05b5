/** Test servers on a free port of 127.0.0.1. Disposing of one closes it and its connections. */
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';

export interface Listening extends AsyncDisposable {
  readonly url: URL;
  /** Connections opened so far. */
  readonly connections: number;
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
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
