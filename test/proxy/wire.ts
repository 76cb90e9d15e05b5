/** Runs a raw client and a raw service, each by a script of what it sends and waits for, and returns what each received. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type Step =
  /** Sends these bytes, one for each character. */
  | string
  /** Waits until the received text contains this text, as often as given. */
  | { readonly until: string; readonly times?: number }
  /** Waits until this many bytes were received. */
  | { readonly bytes: number }
  /** In milliseconds. */
  | { readonly pause: number }
  /** Waits until the other end closes its sending side. */
  | 'ended'
  /** Closes the sending side. */
  | 'end'
  | 'reset'
  | 'close';

export interface Side {
  readonly received: Buffer;
  readonly end: 'open' | 'ended' | 'reset';
}

export interface Seen {
  readonly client: Side;
  /** One for each connection, in their order. */
  readonly service: readonly Side[];
}

export interface Script {
  readonly client: readonly Step[];
  /** On the first connection. */
  readonly service: readonly Step[];
}

/** Lets sockets and proxies of this process have turns: a busy machine may spend one long pause without any. */
export async function giveTurns(count = 12): Promise<void> {
  for (let turn = 0; turn < count; turn++) await pause(5);
}

/** In milliseconds. */
const PATIENCE = 4_000;

/** @param front returns the port that the client connects to, given the service's */
export async function converse(
  { client, service }: Script,
  front: (port: number) => Promise<{ readonly port: number; readonly close: () => Promise<void> }>,
): Promise<Seen> {
  const ends: End[] = [];
  const served: Promise<void>[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const end = follow(socket);
    ends.push(end);
    served.push(play(end, ends.length === 1 ? service : []));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port, close } = await front((server.address() as AddressInfo).port);
  const own = follow(connect({ port, host: '127.0.0.1', allowHalfOpen: true }));
  try {
    await play(own, client);
    await Promise.all(served);
    // Both ends stay open meanwhile.
    await giveTurns();

    return { client: sideOf(own), service: ends.map(sideOf) };
  } finally {
    own.socket.destroy();
    for (const { socket } of ends) socket.destroy();
    server.close();
    await close();
  }
}

interface End {
  readonly socket: Socket;
  readonly pieces: Buffer[];
  state: Side['end'];
}

function follow(socket: Socket): End {
  const end: End = { socket, pieces: [], state: 'open' };
  socket.on('data', (piece) => end.pieces.push(piece));
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ECONNRESET' && end.state === 'open') end.state = 'reset';
  });
  socket.on('end', () => {
    end.state = 'ended';
  });

  return end;
}

async function play({ socket, pieces, ...end }: End, steps: readonly Step[]): Promise<void> {
  const received = () => Buffer.concat(pieces).toString('latin1');
  let isEnded = end.state !== 'open';
  socket.on('end', () => {
    isEnded = true;
  });
  for (const step of steps) {
    if (typeof step === 'string') {
      if (step === 'end') socket.end();
      else if (step === 'close') socket.destroy();
      else if (step === 'reset') socket.resetAndDestroy();
      else if (step === 'ended') await waitFor(() => isEnded || socket.destroyed);
      else socket.write(step, 'latin1');
    } else if ('pause' in step) await pause(step.pause);
    else if ('bytes' in step)
      await waitFor(() => pieces.reduce((sum, { length }) => sum + length, 0) >= step.bytes || isEnded);
    else {
      const { until, times = 1 } = step;
      await waitFor(() => received().split(until).length > times || isEnded || socket.destroyed);
    }
  }
  if (isEnded) socket.end();
}

async function waitFor(holds: () => boolean): Promise<void> {
  for (const begin = performance.now(); !holds() && performance.now() - begin < PATIENCE; ) await pause(2);
}

function sideOf({ pieces, state }: End): Side {
  return { received: Buffer.concat(pieces), end: state };
}
