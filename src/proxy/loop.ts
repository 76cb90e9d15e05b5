/** Recognises requests that return to the proxy, by itself or through another process, without marking them. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Connect } from './connect.ts';

export interface LoopGuard {
  readonly connect: Connect;
  /** Whether the connection of a client is one to the service: both have the same two ends. */
  readonly isOwn: (socket: Socket) => boolean;
  /** Whether the proxy itself is at the other end of this connection to the service, as was seen there. */
  readonly isLooped: (socket: Socket) => boolean;
}

export function createLoopGuard(connect: Connect): LoopGuard {
  const opened = new Map<string, Socket>();
  const looped = new WeakSet<Socket>();
  /** Found with the first request of a connection: its ends stay. */
  const owned = new WeakMap<Socket, boolean>();

  return {
    async connect() {
      const socket = await connect();
      const { localAddress, localPort, remoteAddress, remotePort } = socket;
      const ends = endsOf(localAddress, localPort, remoteAddress, remotePort);
      opened.set(ends, socket);
      socket.once('close', () => opened.delete(ends));

      return socket;
    },
    isOwn(socket) {
      const known = owned.get(socket);
      if (known !== undefined || opened.size === 0) return known ?? false;
      const { localAddress, localPort, remoteAddress, remotePort } = socket;
      const own = opened.get(endsOf(remoteAddress, remotePort, localAddress, localPort));
      if (own !== undefined) looped.add(own);
      owned.set(socket, own !== undefined);

      return own !== undefined;
    },
    isLooped: (socket) => looped.has(socket),
  };
}

/** Equal requests at one time whose clients send nothing more. */
const MOST_EQUAL = 100;

export interface CircleGuard {
  /** Counts an open request whose client sends nothing more. @returns what ends that */
  readonly enter: (request: IncomingMessage) => () => void;
  /** Whether the request goes round: clients that left before it are still waited for by equal requests. */
  readonly isCircling: (request: IncomingMessage) => boolean;
}

export function createCircleGuard(): CircleGuard {
  const open = new Map<string, number>();
  const keyOf = ({ rawHeaders }: IncomingMessage) => rawHeaders.join('\n');

  return {
    enter(request) {
      const key = keyOf(request);
      const add = (count: number) => {
        const sum = (open.get(key) ?? 0) + count;
        if (sum > 0) open.set(key, sum);
        else open.delete(key);
      };
      add(1);

      return () => add(-1);
    },
    isCircling: (request) => open.size > 0 && (open.get(keyOf(request)) ?? 0) >= MOST_EQUAL,
  };
}

/** The two ends of a connection; the first one opened it. */
function endsOf(from?: string, fromPort?: number, to?: string, toPort?: number): string {
  return `${bare(from)} ${fromPort} ${bare(to)} ${toPort}`;
}

/** An IPv4 address within IPv6, as a server on :: has it. */
function bare(address = ''): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
