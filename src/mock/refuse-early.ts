/** Requests that Node hands over in ways of its own, before any route: one for a tunnel, one that expects too much. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Delivery } from './deliver.ts';
import type { LastWords } from './last-words.ts';
import { refuseBecause } from './refusal.ts';
import { type Rendered, render } from './render.ts';

export interface Early {
  readonly deliver: Delivery['deliver'];
  readonly lastWords: LastWords;
  readonly nextId: () => string;
  /** Told of every such request and its answer. */
  readonly note: (request: IncomingMessage, rendered: Rendered) => void;
}

export function refuseEarly(server: Server, { deliver, lastWords, nextId, note }: Early): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    lastWords.follow(response);
    const rendered = render(
      refuseBecause('expectation-failed', 'header Expect: expected 100-continue, got something else'),
      nextId(),
    );
    deliver(response, rendered);
    note(request, rendered);
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    // Node has let go of this socket: nobody else minds its errors, or reads what comes.
    socket.on('error', () => {});
    socket.resume();
    const refusal = refuseBecause(
      'not-implemented',
      'method: expected one that a server takes, got CONNECT: the mock is no proxy',
    );
    const rendered = render(refusal, nextId());
    lastWords.say(socket, rendered);
    note(request, rendered);
  });
}
