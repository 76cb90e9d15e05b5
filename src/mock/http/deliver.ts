/** Delivers responses, those of one turn of the event loop together: a quarter more fee calls. With a fault late, slow, in part, or never. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { setImmediate } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import { MockError } from '../mock-error.ts';
import type { InjectedFault, MockResponse } from '../response.ts';

export interface Delivery {
  readonly deliver: (to: ServerResponse, response: MockResponse) => void;
  /** Ends every response that is still held back; later ones are ended at once. */
  readonly close: () => void;
}

/** @param onError receives the error of a response that cannot be sent; its connection ends */
export function createDelivery(onError: (error: unknown, requestId: string) => void): Delivery {
  /** Responses that are not sent yet, or not as a whole. */
  const held = new Map<ServerResponse, AbortController>();
  let isOpen = true;

  const cutOff = (to: ServerResponse) => {
    held.get(to)?.abort();
    lose(to, 'the mock was closed before the response was sent');
  };
  const fail = (error: unknown, to: ServerResponse, response: MockResponse) => {
    onError(error, response.headers['request-id'] ?? '');
    to.destroy();
  };
  const hold = (to: ServerResponse, response: MockResponse, fault: InjectedFault) => {
    const stopping = new AbortController();
    held.set(to, stopping);
    to.once('close', () => {
      stopping.abort();
      held.delete(to);
    });
    sendLate(to, response, fault, stopping.signal).catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'AbortError')) fail(error, to, response);
    });
    if (!isOpen) cutOff(to);
  };

  const send = (to: ServerResponse, response: MockResponse) => {
    const { status, headers, lines, fault } = response;
    try {
      // A closed response has no further event, so it would be held for the life of the mock.
      if (fault !== undefined) return to.destroyed ? undefined : hold(to, response, fault);
      if (lines === undefined) return sendWhole(to, response);
      to.writeHead(status, headers);
      // Either side may end the stream, which is not an error.
      pipeline(lines, to, () => {});
    } catch (error) {
      fail(error, to, response);
    }
  };

  /** Sent one by one, each would wake a client that has just read the one before. */
  let waiting: Parameters<typeof send>[] = [];
  const sendWaiting = () => {
    const ready = waiting;
    waiting = [];
    for (const [to, response] of ready) send(to, response);
  };

  return {
    deliver(to, response) {
      // The parser may still fail in the rest of a request, and an injected one has no client to wake.
      if (!to.req.complete || socketOf(to) === undefined) return send(to, response);
      if (waiting.length === 0) setImmediate(sendWaiting);
      waiting.push([to, response]);
    },
    close() {
      isOpen = false;
      for (const to of held.keys()) cutOff(to);
    },
  };
}

async function sendLate(
  to: ServerResponse,
  response: MockResponse,
  { delay, pieces }: InjectedFault,
  signal: AbortSignal,
): Promise<void> {
  if (delay > 0) await pause(delay, undefined, { signal });
  if (pieces === undefined) return sendWhole(to, response);
  const { status, body } = response;
  let headers: OutgoingHttpHeaders = { ...response.headers, 'content-length': Buffer.byteLength(body) };
  let sent = 0;
  for (const piece of pieces) {
    const socket = socketOf(to);
    // A request without a socket has no client that could give up.
    if (piece === 'hang') return socket === undefined ? lose(to, 'the fault sends no response') : undefined;
    if (piece === 'reset') return reset(to, socket);
    if (piece === 'cut') {
      if (socket !== undefined) return socket.destroySoon();
      const all = headers['content-length'];

      return lose(to, `the fault cut the response off after ${sent} of ${all} bytes`);
    }
    if (typeof piece === 'number') await pause(piece, undefined, { signal });
    else if (Buffer.isBuffer(piece)) {
      if (!to.headersSent) to.writeHead(status, headers).flushHeaders();
      sent += piece.length;
      await new Promise((resolve) => to.write(piece, resolve));
    } else headers = { ...headers, ...piece };
  }
  to.end();
}

/** Node cannot reset a TLS connection. */
function reset(to: ServerResponse, socket: Socket | undefined): void {
  if (socket === undefined || 'encrypted' in socket) lose(to, 'the fault reset the connection');
  else socket.resetAndDestroy();
}

/** The socket of the request: a response has none before its turn. Undefined for an injected request. */
function socketOf({ req }: ServerResponse): Socket | undefined {
  return req.socket instanceof Socket ? req.socket : undefined;
}

/** Ends the connection; an injected request gets an error instead. */
function lose(to: ServerResponse, why: string): void {
  const socket = socketOf(to);
  if (socket === undefined) to.destroy(new MockError('no-answer', why));
  else socket.destroy();
}

/** Sends a response in one piece. */
function sendWhole(to: ServerResponse, { status, headers, body }: MockResponse): void {
  // A response without a body has no length (RFC 9110, section 8.6).
  const isBodiless = status === 204 || status === 304;
  to.writeHead(status, isBodiless ? headers : { ...headers, 'content-length': Buffer.byteLength(body) });
  to.end(body);
}
