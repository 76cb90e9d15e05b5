/** Recognises connections that the proxy opened to itself under another name, without marking requests. */
import type { Socket } from 'node:net';
import type { Connect } from './connect.ts';

export interface LoopGuard {
  readonly connect: Connect;
  /** Whether the connection of a client is one to the service: both have the same two ends. */
  readonly isOwn: (socket: Socket) => boolean;
}

export function createLoopGuard(connect: Connect): LoopGuard {
  const opened = new Set<string>();

  return {
    async connect() {
      const socket = await connect();
      const { localAddress, localPort, remoteAddress, remotePort } = socket;
      const ends = endsOf(localAddress, localPort, remoteAddress, remotePort);
      opened.add(ends);
      socket.once('close', () => opened.delete(ends));

      return socket;
    },
    isOwn: ({ localAddress, localPort, remoteAddress, remotePort }) =>
      opened.size > 0 && opened.has(endsOf(remoteAddress, remotePort, localAddress, localPort)),
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
