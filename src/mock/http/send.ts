/** Sends a response in one piece, or with a delivery fault: late, slow, cut off, or never. */
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { MockError } from '../mock-error.ts';
import type { DeliveryFault, MockResponse } from '../response.ts';

/** A response that is not sent yet, or not as a whole. */
export interface HeldResponse {
  /** Sends nothing more: the client is gone. */
  readonly stop: () => void;
  /** Ends the connection. */
  readonly cutOff: () => void;
}

/** Pieces of a slow body a second, at most. */
const PIECES = 20;

/** @param onError receives any error but that of the abort */
export function sendWithFault(
  to: ServerResponse,
  response: MockResponse,
  fault: DeliveryFault,
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
  { delay, sending }: DeliveryFault,
  signal: AbortSignal,
): Promise<void> {
  if (delay > 0) await pause(delay, undefined, { signal });
  switch (sending.kind) {
    case 'whole':
      sendWhole(to, response);
      return;
    case 'reset':
      reset(to);
      return;
    case 'hang':
      // A request without a socket has no client that could give up.
      if (socketOf(to) === undefined) lose(to, 'the fault sends no response');
      return;
    case 'truncated':
      truncate(to, response);
      return;
    case 'slow':
      await sendSlowly(to, response, sending.bytesPerSecond, signal);
  }
}

function reset(to: ServerResponse): void {
  const socket = socketOf(to);
  // Node cannot reset a TLS connection.
  if (socket === undefined || 'encrypted' in socket) lose(to, 'the fault reset the connection');
  else socket.resetAndDestroy();
}

function truncate(to: ServerResponse, { status, headers, body: all }: MockResponse): void {
  // An empty body cannot be truncated.
  const body = all.length > 0 ? all : Buffer.from('{}');
  const half = body.subarray(0, Math.floor(body.length / 2));
  to.writeHead(status, { ...headers, 'content-length': body.length });
  to.write(half, () => socketOf(to)?.destroySoon());
  if (socketOf(to) === undefined)
    lose(to, `the fault cut the response off after ${half.length} of ${body.length} bytes`);
}

async function sendSlowly(
  to: ServerResponse,
  { status, headers, body }: MockResponse,
  bytesPerSecond: number,
  signal: AbortSignal,
): Promise<void> {
  const size = Math.max(1, Math.round(bytesPerSecond / PIECES));
  to.writeHead(status, { ...headers, 'content-length': body.length });
  to.flushHeaders();
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    await pause((piece.length / bytesPerSecond) * 1000, undefined, { signal });
    to.write(piece);
  }
  to.end();
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
