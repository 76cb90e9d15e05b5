/** Has an answer meet its mishap: late, in drops, cut off, or never. */
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { Mishap } from './mishap.ts';
import { MockError } from './mock-error.ts';
import type { Rendered } from './render.ts';
import { writeWhole } from './write-whole.ts';

/** An answer that is not sent yet, or not wholly. */
export interface Held {
  /** Nothing more is sent: nobody listens. */
  readonly stop: () => void;
  /** Ends the connection, so that the client waits no longer. */
  readonly cutOff: () => void;
}

/** How often a drop falls, at most, a second. */
const DROPS = 20;

export function meetMishap(response: ServerResponse, rendered: Rendered, mishap: Mishap): Held {
  const stopping = new AbortController();
  // What is thrown is that it was stopped.
  meet(response, rendered, mishap, stopping.signal).catch(() => {});

  return {
    stop: () => stopping.abort(),
    cutOff() {
      stopping.abort();
      lose(response, 'the mock was closed before the answer came');
    },
  };
}

async function meet(
  response: ServerResponse,
  rendered: Rendered,
  { delay, sending }: Mishap,
  signal: AbortSignal,
): Promise<void> {
  if (delay > 0) await pause(delay, undefined, { signal });
  switch (sending.kind) {
    case 'whole':
      writeWhole(response, rendered);
      return;
    case 'reset':
      reset(response);
      return;
    case 'hang':
      // In this process there is no client who could grow tired of waiting.
      if (socketOf(response) === undefined) lose(response, 'the fault has it that no answer ever comes');
      return;
    case 'truncated':
      truncate(response, rendered);
      return;
    case 'dripping':
      await drip(response, rendered, sending.bytesPerSecond, signal);
  }
}

function reset(response: ServerResponse): void {
  const socket = socketOf(response);
  // Below TLS there is a reset too, but Node does not give it.
  if (socket === undefined || socket instanceof TLSSocket) lose(response, 'the fault reset the connection');
  else socket.resetAndDestroy();
}

function truncate(response: ServerResponse, { status, headers, text }: Rendered): void {
  // Where nothing is to be sent, nothing can be missing.
  const body = Buffer.from(text || '{}');
  const half = body.subarray(0, Math.floor(body.length / 2));
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.write(half, () => socketOf(response)?.destroySoon());
  if (socketOf(response) === undefined)
    lose(response, `the fault cut the answer off after ${half.length} of ${body.length} bytes`);
}

async function drip(
  response: ServerResponse,
  { status, headers, text }: Rendered,
  bytesPerSecond: number,
  signal: AbortSignal,
): Promise<void> {
  const body = Buffer.from(text);
  const drop = Math.max(1, Math.round(bytesPerSecond / DROPS));
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.flushHeaders();
  for (let at = 0; at < body.length; at += drop) {
    const piece = body.subarray(at, at + drop);
    await pause((piece.length / bytesPerSecond) * 1000, undefined, { signal });
    response.write(piece);
  }
  response.end();
}

/** Of the request, since a response has none before its turn. There is none in this process. */
function socketOf({ req }: ServerResponse): Socket | undefined {
  return req.socket instanceof Socket ? req.socket : undefined;
}

/** Whoever asks in this process is told why no answer comes; over a socket the connection ends. */
function lose(response: ServerResponse, why: string): void {
  const socket = socketOf(response);
  if (socket === undefined) response.destroy(new MockError('no-answer', why));
  else socket.destroy();
}
