/** An answer for a client that sent what is not HTTP: there is only a socket to write to, and the connection ends. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Rendered } from './render.ts';

export function writeToSocket(socket: Socket, { status, headers, text }: Rendered): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const head = { ...headers, 'content-length': String(Buffer.byteLength(text)), connection: 'close' };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
}
