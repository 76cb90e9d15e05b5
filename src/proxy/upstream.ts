/** The connection to the service that belongs to one connection of a client: opened with its first request, closed with it. */
import type { Agent, ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Connect } from './connect.ts';

export interface Upstream {
  /** Gives the connection to one request at a time; fails the request where it is closed. */
  readonly agent: Agent;
  /** Whether it was opened, now closed or not. */
  readonly wasOpened: () => boolean;
  readonly isClosed: () => boolean;
  /** Whether the service broke it with a reset. */
  readonly wasReset: () => boolean;
  /** Ends the sending side after this request, or at once without one. */
  readonly endAfter: (last: ClientRequest | undefined) => void;
  /** @param how as the connection of the client ended */
  readonly close: (how: 'end' | 'reset') => void;
}

/** A request as an agent sees it: it goes on with its connection, or fails with the error. */
interface Waiting {
  readonly onSocket: (socket: Socket | null, error?: Error) => void;
}

const CLOSED = 'the service closed the connection';

/** @param onClose called when the service, or the network, has closed it */
export function createUpstream(connect: Connect, onClose: () => void): Upstream {
  let opened: Socket | undefined;
  let isOpening = false;
  let isFree = false;
  let isClosed = false;
  let wasReset = false;
  let waiting: Waiting | undefined;

  const fail = (error: Error) => {
    waiting?.onSocket(null, error);
    waiting = undefined;
  };
  const destroy = () => void opened?.destroy();
  const give = (socket: Socket) => {
    if (waiting === undefined) return;
    isFree = false;
    socket.off('data', destroy);
    waiting.onSocket(socket);
    waiting = undefined;
  };
  const free = (socket: Socket) => {
    // Bytes that no request has asked for must not become the response to the next one.
    if (!socket.writable || socket.readableLength > 0) return destroy();
    isFree = true;
    socket.once('data', destroy);
    give(socket);
  };
  const open = async () => {
    const socket = await connect();
    if (isClosed) {
      socket.destroy();
      throw new Error('the client left');
    }
    opened = socket;
    socket.on('error', (error: NodeJS.ErrnoException) => {
      wasReset ||= error.code === 'ECONNRESET' && error.syscall !== undefined;
    });
    socket.on('close', () => {
      isClosed = true;
      fail(new Error(CLOSED));
      onClose();
    });
    socket.on('free', () => free(socket));
    free(socket);
  };
  // Node's own agent, for any number of connections, takes a tenth of the time of an exchange.
  const agent = {
    keepAlive: true,
    addRequest(request: Waiting) {
      waiting = request;
      if (!isOpening) {
        isOpening = true;
        open().catch(fail);
      }
      // The client has seen that it was closed; nothing is sent again on another.
      else if (opened === undefined || isClosed) fail(new Error(CLOSED));
      else if (isFree) give(opened);
    },
  };

  return {
    agent: agent as unknown as Agent,
    wasOpened: () => opened !== undefined,
    isClosed: () => isClosed,
    wasReset: () => wasReset,
    endAfter(last) {
      if (last === undefined || last.writableFinished) opened?.end();
      else last.once('finish', () => opened?.end());
    },
    close(how) {
      isClosed = true;
      if (opened !== undefined) closeSocket(opened, how);
    },
  };
}

/** A reset discards unsent data, as on the other side. */
export function closeSocket(socket: Socket, how: 'end' | 'reset'): void {
  if (socket.destroyed) return;
  // Node cannot reset a TLS connection.
  if (how === 'end' || 'encrypted' in socket) socket.destroySoon();
  else socket.resetAndDestroy();
}
