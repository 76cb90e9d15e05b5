/** What is said to a client that sent what is not HTTP: there is only a socket to write to, and the connection ends. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Rendered } from './render.ts';

export interface LastWords {
  /** Remembers an answer that is still to come, so that nothing is said before its turn. */
  readonly follow: (response: ServerResponse) => void;
  readonly say: (socket: Socket, rendered: Rendered) => void;
}

/** An answer, and the one that has to be sent before it, where that is not over. */
interface Turn {
  readonly response: ServerResponse;
  readonly before: Turn | undefined;
}

/** How long a client may go on sending to whom nobody listens, in milliseconds: one that is cut off hears nothing. */
const LINGER = 1000;

export function createLastWords(): LastWords {
  const turns = new WeakMap<Socket, Turn>();
  const said = new WeakSet<Socket>();

  return {
    follow(response) {
      const { socket } = response.req;
      const before = turns.get(socket);
      turns.set(socket, { response, before: isOver(before) ? undefined : before });
    },
    say(socket, rendered) {
      // What else comes breaks HTTP again.
      if (said.has(socket)) return;
      said.add(socket);
      const last = turns.get(socket);
      // What broke may be the rest of a request that has a turn already.
      const isBroken = last !== undefined && !last.response.req.complete;
      const before = isBroken ? last.before : last;
      const wasAnswered = isBroken && last.response.headersSent;
      const write = () => leave(socket, wasAnswered ? '' : toText(rendered));
      if (before === undefined || isOver(before)) write();
      else before.response.once('close', write);
    },
  };
}

function isOver(turn: Turn | undefined): boolean {
  return turn === undefined || turn.response.writableFinished || turn.response.destroyed;
}

function leave(socket: Socket, text: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(text);
  const impatience = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(impatience));
}

function toText({ status, headers, text }: Rendered): string {
  const head = { ...headers, 'content-length': String(Buffer.byteLength(text)), connection: 'close' };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);

  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}
