/** Sends a response in one piece, or with a delivery fault: late, slow, cut off, or never. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { MockError } from '../mock-error.ts';
import type { InjectedFault, MockResponse } from '../response.ts';

/** A response that is not sent yet, or not as a whole. */
export interface HeldResponse {
  /** Sends nothing more: the client is gone. */
  readonly stop: () => void;
  /** Ends the connection. */
  readonly cutOff: () => void;
}

/** @param onError receives any error but that of the abort */
export function sendWithFault(
  to: ServerResponse,
  response: MockResponse,
  fault: InjectedFault,
  onError: (error: unknown) => void,
): HeldResponse {
  const stopping = new AbortController();
  sendLate(to, response, fault, stopping.signal).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'AbortError')) onError(error);
  });

  return {
    stop: () => stopping.abort(),
    cutOff() {
      stopping.abort();
      lose(to, 'the mock was closed before the response was sent');
    },
  };
}

async function sendLate(
  to: ServerResponse,
  response: MockResponse,
  { delay, pieces }: InjectedFault,
  signal: AbortSignal,
): Promise<void> {
  if (delay > 0) await pause(delay, undefined, { signal });
  if (pieces === undefined) return sendWhole(to, response);
  const { status, body } = response;
  let headers: OutgoingHttpHeaders = { ...response.headers, 'content-length': body.length };
  let sent = 0;
  for (const piece of pieces) {
    if (piece === 'hang') return hang(to);
    if (piece === 'reset') return reset(to);
    if (piece === 'cut') return cut(to, `after ${sent} of ${headers['content-length']} bytes`);
    if (typeof piece === 'number') await pause(piece, undefined, { signal });
    else if (Buffer.isBuffer(piece)) {
      if (!to.headersSent) to.writeHead(status, headers).flushHeaders();
      sent += piece.length;
      await new Promise((resolve) => to.write(piece, resolve));
    } else headers = { ...headers, ...piece };
  }
  to.end();
}

/** A request without a socket has no client that could give up. */
function hang(to: ServerResponse): void {
  if (socketOf(to) === undefined) lose(to, 'the fault sends no response');
}

function reset(to: ServerResponse): void {
  const socket = socketOf(to);
  // Node cannot reset a TLS connection.
  if (socket === undefined || 'encrypted' in socket) lose(to, 'the fault reset the connection');
  else socket.resetAndDestroy();
}

function cut(to: ServerResponse, where: string): void {
  const socket = socketOf(to);
  if (socket === undefined) lose(to, `the fault cut the response off ${where}`);
  else socket.destroySoon();
}

/** The socket of the request: a response has none before its turn. Undefined for an injected request. */
export function socketOf({ req }: ServerResponse): Socket | undefined {
  return req.socket instanceof Socket ? req.socket : undefined;
}

/** Ends the connection; an injected request gets an error instead. */
function lose(to: ServerResponse, why: string): void {
  const socket = socketOf(to);
  if (socket === undefined) to.destroy(new MockError('no-answer', why));
  else socket.destroy();
}

/** Sends a response in one piece. */
export function sendWhole(to: ServerResponse, { status, headers, body }: MockResponse): void {
  // A response without a body has no length (RFC 9110, section 8.6).
  const isBodiless = status === 204 || status === 304;
  to.writeHead(status, isBodiless ? headers : { ...headers, 'content-length': body.length });
  // Node writes a text together with the head, but bytes after it: a fee call would take 5 % more time.
  to.end(body.toString('latin1'), 'latin1');
}

/** Sends lines in place of the body. */
export function sendLines(to: ServerResponse, { status, headers }: MockResponse, lines: Readable): void {
  to.writeHead(status, headers);
  // Either side may end the stream, which is not an error.
  pipeline(lines, to, () => {});
}
