/** Pairs a connection of a client with one to the service: same messages, same order, same end. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Connect } from './connect.ts';
import { closeSocket, createUpstream, type Upstream } from './upstream.ts';

export interface Connection {
  readonly socket: Socket;
  readonly upstream: Upstream;
  /** Runs this when everything before it on this connection is done. */
  readonly inTurn: (run: (done: () => void) => void) => void;
  /** Ends the connection of the client as the service ended its own. */
  readonly cut: () => void;
  readonly isIdle: () => boolean;
  /** The exchange that began last. */
  latest: Opened | undefined;
}

interface Opened {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export function createConnection(socket: Socket, connect: Connect): Connection {
  const waiting: ((done: () => void) => void)[] = [];
  let isBusy = false;
  let wasReset = false;

  const cut = () => closeSocket(socket, upstream.wasReset() ? 'reset' : 'end');
  const upstream = createUpstream(connect, () => {
    // An open exchange ends by itself: with the rest of its response, or with its failure.
    if (!isBusy) cut();
  });
  const next = () => {
    isBusy = false;
    if (upstream.isClosed()) return cut();
    const run = waiting.shift();
    if (run !== undefined) start(run);
  };
  const start = (run: (done: () => void) => void) => {
    isBusy = true;
    let isOver = false;
    run(() => {
      if (!isOver) next();
      isOver = true;
    });
  };

  socket.on('error', (error: NodeJS.ErrnoException) => {
    wasReset ||= error.code === 'ECONNRESET';
  });
  socket.once('close', () => {
    waiting.length = 0;
    upstream.close(wasReset ? 'reset' : 'end');
  });

  return {
    ...{ socket, upstream, cut },
    inTurn: (run) => (isBusy ? void waiting.push(run) : start(run)),
    isIdle: () => !isBusy,
    latest: undefined,
  };
}
