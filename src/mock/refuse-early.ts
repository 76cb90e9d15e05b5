/** Requests that Node hands over in ways of its own, before any route: one for a tunnel, one that expects too much. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Delivery } from './deliver.ts';
import type { LastWords } from './last-words.ts';
import { refuseBecause } from './refusal.ts';
import { render } from './render.ts';

export interface Early {
  readonly deliver: Delivery['deliver'];
  readonly lastWords: LastWords;
  readonly nextId: () => string;
}

export function refuseEarly(server: Server, { deliver, lastWords, nextId }: Early): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    lastWords.follow(response);
    deliver(response, render(refuseBecause('expectation-failed', 'only 100-continue can be met'), nextId()));
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // Node has let go of this socket: nobody else minds its errors, or reads what comes.
    socket.on('error', () => {});
    socket.resume();
    const refusal = refuseBecause('not-implemented', 'CONNECT asks for a tunnel, and this is no proxy');
    lastWords.say(socket, render(refusal, nextId()));
  });
}
