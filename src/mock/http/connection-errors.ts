/** Requests that Node does not pass on: invalid HTTP, CONNECT, and an unknown header Expect. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { STATUS_CODES } from '../../control/problem.ts';
import { type Refusal, refuseBecause } from '../refusal.ts';
import type { MockResponse } from '../response.ts';
import { READABLE_BY_PAGES } from './cors.ts';
import type { Delivery } from './deliver.ts';
import { problemResponse } from './problem.ts';

export interface ConnectionErrorOptions {
  readonly deliver: Delivery['deliver'];
  readonly nextId: () => string;
  /** Called for each response that was sent. */
  readonly record: (request: Partial<IncomingMessage>, response: MockResponse) => void;
}

/** How long the socket of a refused client stays open, in milliseconds: a client that still sends reads nothing after a reset. */
const LINGER = 1000;

/** @returns a function that remembers a response, so that a later error on its connection is sent after it */
export function refuseConnectionErrors(
  server: Server,
  { deliver, nextId, record }: ConnectionErrorOptions,
): (response: ServerResponse) => void {
  const { follow, send } = createLastResponses();
  // A page may have sent the request.
  const problem = (refusal: Refusal) => {
    const response = problemResponse(refusal, nextId());

    return { ...response, headers: { ...READABLE_BY_PAGES, ...response.headers } };
  };

  server.on('clientError', (error: Error & { readonly code?: string }, socket: Socket) => {
    const response = problem(refuseParserError(error));
    send(socket, response, () => record({}, response));
  });
  server.on('checkExpectation', (request: IncomingMessage, to: ServerResponse) => {
    follow(to);
    const detail = 'header Expect: expected 100-continue, got something else';
    const response = problem(refuseBecause('expectation-failed', detail));
    deliver(to, response);
    record(request, response);
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    // Node no longer handles this socket: without these lines an error would end the process.
    socket.on('error', () => {});
    socket.resume();
    const detail = 'method: expected one that a server takes, got CONNECT: the mock is not a proxy';
    const response = problem(refuseBecause('not-implemented', detail));
    send(socket, response, () => record(request, response));
  });

  return follow;
}

/** The last response of each connection, written to the socket in its turn. */
function createLastResponses() {
  const responses = new WeakMap<Socket, ServerResponse>();
  const ended = new WeakSet<Socket>();

  return {
    follow: (response: ServerResponse) => void responses.set(response.req.socket, response),
    send(socket: Socket, response: MockResponse, onSent: () => void): void {
      // The rest of a broken request is broken too.
      if (ended.has(socket)) return;
      ended.add(socket);
      const last = responses.get(socket);
      // The parser may fail in the body of a request that already has its response.
      const isBroken = last?.req.complete === false;
      const wasAnswered = isBroken && last.headersSent;
      const write = () => {
        const isSent = end(socket, wasAnswered ? '' : toText(response));
        if (isSent) onSent();
      };
      if (last === undefined || last.writableFinished || last.destroyed) write();
      else if (!isBroken) last.once('close', write);
      // A response gets its socket when those before it are sent.
      else if (last.socket === null) last.once('socket', () => setImmediate(write));
      else write();
    },
  };
}

/** @returns whether anything was sent */
function end(socket: Socket, text: string): boolean {
  if (!socket.writable) {
    socket.destroy();
    return false;
  }
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(timer));

  return text !== '';
}

function toText({ status, headers, body }: MockResponse): string {
  const head = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);

  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

const ORDINARY = 'a request line and headers as HTTP/1.1 has them';

/** By error code of Node's parser: what the client should have sent. */
const EXPECTED: Readonly<Record<string, string>> = {
  HPE_INVALID_METHOD: 'a request line of HTTP/1.1 that begins with a method, such as POST /v1/ch HTTP/1.1',
  HPE_INVALID_VERSION: 'HTTP/1.1 or HTTP/1.0',
  HPE_PAUSED_H2_UPGRADE: 'HTTP/1.1, got HTTP/2',
  HPE_INVALID_CONTENT_LENGTH: 'one Content-Length, a number of bytes, and no Transfer-Encoding beside it',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'one Content-Length, a number of bytes, and no Transfer-Encoding beside it',
  HPE_INVALID_TRANSFER_ENCODING: 'no Transfer-Encoding but chunked, and no Content-Length beside it',
  HPE_INVALID_CHUNK_SIZE: 'chunks that begin with their size in hexadecimal digits',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'chunks without long extensions',
  HPE_INVALID_HEADER_TOKEN: 'headers of visible characters, each on a line of its own',
  HPE_INVALID_URL: 'a path without spaces or control characters',
  HPE_INVALID_EOF_STATE: 'the whole request before the end of the connection',
};

/** @param error of Node's parser */
function refuseParserError({ code }: { readonly code?: string }): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refuseBecause('headers-too-large', 'headers: expected at most 16 KiB together, got more');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refuseBecause(
        'request-timeout',
        'the request: expected all of it within the time limit, got a part',
      );
    default:
      return refuseBecause('malformed-request', `the request: expected ${EXPECTED[code ?? ''] ?? ORDINARY}`);
  }
}
