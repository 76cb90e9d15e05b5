/** Forwards a connection that changes its protocol (Upgrade, CONNECT): the request's head, then bytes both ways. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { closeSocket, type Upstream } from './upstream.ts';

/** @param head the request line and headers for the service; `rest` is what came behind them */
export async function tunnel(
  request: IncomingMessage,
  { head, rest, upstream }: { readonly head: string; readonly rest: Buffer; readonly upstream: Upstream },
): Promise<void> {
  const { socket } = request;
  const service = await upstream.take();
  service.write(head, 'latin1');
  service.write(rest);
  link(socket, service);
  link(service, socket);
}

function link(from: Socket, to: Socket): void {
  pipeline(from, to, (error) => {
    if (error) closeSocket(to, (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? 'reset' : 'end');
  });
}
