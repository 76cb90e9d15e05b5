/** The connection to the service that belongs to one connection of a client: opened with its first request, closed with it. */
import { Agent, type ClientRequest, type ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import type { Connect } from './connect.ts';

export interface Upstream {
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

/** @param onClose called when the service, or the network, has closed it */
export function createUpstream(connect: Connect, onClose: () => void): Upstream {
  let opened: Socket | undefined;
  let isOpening = false;
  let isClosed = false;
  let wasReset = false;

  const open = async (): Promise<Socket> => {
    // The client has seen that the first one was closed; nothing is sent again on another.
    if (isOpening) throw new Error('the service closed the connection');
    isOpening = true;
    const socket = await connect();
    if (isClosed) {
      socket.destroy();
      throw new Error('the client left');
    }
    socket.on('error', (error: NodeJS.ErrnoException) => {
      wasReset ||= error.code === 'ECONNRESET' && error.syscall !== undefined;
    });
    socket.on('close', () => {
      isClosed = true;
      onClose();
    });
    opened = socket;

    return socket;
  };

  return {
    agent: new MirroredAgent(open),
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

/** One connection for one request at a time, which the service keeps or closes. */
class MirroredAgent extends Agent {
  readonly #open: () => Promise<Socket>;

  constructor(open: () => Promise<Socket>) {
    super({ keepAlive: true, maxSockets: 1, maxFreeSockets: 1 });
    this.#open = open;
  }

  override createConnection(
    _: ClientRequestArgs,
    onCreated?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    this.#open().then(
      (socket) => onCreated?.(null, socket),
      (error: Error) => onCreated?.(error, undefined as unknown as Socket),
    );
  }

  /** All requests go to one place. Node's default builds its name for each, a twentieth of the time of an exchange. */
  override getName(): string {
    return '';
  }

  /** Without a time limit of its own: the service decides. */
  override keepSocketAlive(): boolean {
    return true;
  }
}
