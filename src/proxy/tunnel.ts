/** Connections that change their protocol (Upgrade, CONNECT): the service decides, and bytes pass both ways once it agrees. */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { headText, pairsOf } from './headers.ts';
import { LINGER } from './problem.ts';
import { closeSocket } from './upstream.ts';

/** In bytes: what a client sends before the service has agreed is read as far as this. */
const MOST_HELD = 64 * 1024;

/** Keeps what a client sends while nothing parses it. @returns a function that ends this and returns the bytes */
export function hold(socket: Socket, first: Buffer): () => Buffer {
  const pieces = [first];
  let length = first.length;
  const keep = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
    if (length > MOST_HELD) socket.pause();
  };
  socket.on('data', keep);

  return () => {
    socket.off('data', keep);
    socket.pause();

    return Buffer.concat(pieces);
  };
}

/**
 * Whether the request is one without its offer of another protocol: one with a body, which Node does not read beside an
 * offer, and one for HTTP/2, as Java's HttpClient makes.
 */
export function isPlainRequest({ headers, method }: IncomingMessage): boolean {
  if (method === 'CONNECT') return false;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;

  return hasBody || /^\s*h2c\s*$/i.test(headers.upgrade ?? '');
}

/** The bytes of the request's head without its offer. */
export function headWithoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const kept = pairsOf(rawHeaders).filter(([name]) => name.toLowerCase() !== 'upgrade');

  return Buffer.from(headText(`${method} ${url} HTTP/${httpVersion}`, kept.flat()), 'latin1');
}

/** A response on a connection that no server parses. @param onFree called after it, with whether the connection stays */
export function responseOn(request: IncomingMessage, onFree: (isKept: boolean) => void): ServerResponse {
  const { socket } = request;
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  response.once('finish', () => {
    response.detachSocket(socket);
    response.emit('close');
    onFree(response.shouldKeepAlive);
  });

  return response;
}

/** What the service answered, and its connection with the bytes behind the answer. */
export interface ProtocolChange {
  readonly received: IncomingMessage;
  readonly service: Socket;
  readonly rest: Buffer;
}

/** @param sent what the client has sent already; `patience` as for requests */
export function tunnel(
  socket: Socket,
  { received, service, rest }: ProtocolChange,
  { sent, patience }: { readonly sent: Buffer; readonly patience: number },
): void {
  const { statusCode = 0, statusMessage, rawHeaders } = received;
  socket.write(headText(`HTTP/1.1 ${statusCode} ${statusMessage}`, rawHeaders), 'latin1');
  socket.write(rest);
  service.on('error', () => {});
  link(service, socket);
  if (statusCode === 101 || (statusCode >= 200 && statusCode < 300)) {
    service.write(sent);
    link(socket, service);
    for (const each of [socket, service]) {
      const giveUp = () => each.setTimeout(patience, () => each.destroy());
      if (each.readableEnded) giveUp();
      else each.once('end', giveUp);
    }
  } else {
    // CONNECT is refused: what the client sends is for no one.
    socket.resume();
    service.end();
    service.setTimeout(LINGER, () => service.destroy());
  }
}

function link(from: Socket, to: Socket): void {
  pipeline(from, to, (error) => {
    if (error) closeSocket(to, (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? 'reset' : 'end');
  });
}
