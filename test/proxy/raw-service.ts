/** A service that answers each request with bytes of a test, and a client that sends any. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const ANSWER = '{"transactionFee":0.31,"sTxId":"s1","message":"ok"}';
export const OK = `HTTP/1.1 200 OK\r\nContent-Length: ${ANSWER.length}\r\n\r\n${ANSWER}`;
const FEE = '{"amount":10,"nicn":"424242","region":"AZ"}';

export const post = (headers: readonly string[] = [], path = '/v1/ch') =>
  [`POST ${path} HTTP/1.1`, 'Host: a', `Content-Length: ${FEE.length}`, ...headers, '', FEE].join('\r\n');
export const upgrade = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: odd\r\n\r\n`;

/** A service that answers each request with bytes, and follows no rule of HTTP. */
export async function listenRaw(answer: (head: string, socket: Socket) => string | undefined) {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    let held = '';
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (piece) => {
      held += piece.toString('latin1');
      for (let end = held.indexOf('\r\n\r\n'); end >= 0; end = held.indexOf('\r\n\r\n')) {
        const head = held.slice(0, end + 4);
        const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
        if (held.length < end + 4 + length) return;
        held = held.slice(end + 4 + length);
        const bytes = answer(head, socket);
        if (bytes !== undefined) socket.write(bytes, 'latin1');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends bytes on a connection of their own, and resolves with the answer at its end. */
export function ask(port: number, bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = '';
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.on('data', (piece) => {
    received += piece.toString('latin1');
    if (/\r\n\r\n(?:ok|\{.*\})$|0\r\n.*\r\n\r\n$/s.test(received)) socket.destroy();
  });
  socket.on('end', () => socket.destroy());
  socket.on('close', () => resolve(received));
  socket.write(bytes, 'latin1');

  return promise;
}
