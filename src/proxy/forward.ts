/** Forwards one exchange: request, interim responses, response, trailers; each part at once, and no part twice. */
import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  request,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Connection } from './connection.ts';
import { countFields, forwardHeaders, headText, pairsOf } from './headers.ts';
import { LINGER, type OwnResponse, problemResponse, reasonOf } from './problem.ts';

/** In bytes, of the head of a message. Services have lower limits. */
export const LARGEST_HEAD = 256 * 1024;

/** Where a request goes. */
export interface Destination {
  readonly origin: string;
  /** The header Host of the service. */
  readonly host: string;
  /** As it stands in the request line. */
  readonly target: string;
}

export interface Operation {
  /** Base address of the service. */
  readonly service: string;
  /** Path and query behind it. */
  readonly url: string;
}

/** @param to its path precedes every path */
export function destinationOf(to: URL, { url = '/' }: IncomingMessage): Destination {
  const base = to.pathname.replace(/\/$/, '');
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const isAbsolute = path !== url;
  const target = url.startsWith('/') ? `${base}${url}` : isAbsolute ? `${to.origin}${base}${path}` : url;

  return { origin: to.origin, host: to.host, target };
}

/** The two operations behind any base address, with any method; a preflight of a browser is neither. */
export function operationOf(
  { origin, target }: Destination,
  method: string | undefined,
): Operation | undefined {
  const path = target.startsWith('/') ? target : target.slice(origin.length);
  const [, base, url] = /^([^?]*?)(\/v1\/ch(?:\/sale)?(?:\?.*)?)$/s.exec(path) ?? [];

  return url === undefined || method === 'OPTIONS' ? undefined : { service: `${origin}${base}`, url };
}

/** Receives the steps of an exchange. The last call is onEnd or onNoResponse, once at most. */
export interface ForwardEvents {
  /** Receives each piece of the body of the request. */
  readonly onRequestData: (piece: Buffer) => void;
  readonly onResponse: (response: IncomingMessage) => void;
  readonly onResponseData: (piece: Buffer) => void;
  /** The response is complete, or either side broke it off. */
  readonly onEnd: (isDelivered: boolean) => void;
  /** The client got no response. @param isLost whether the service has the whole request, and may have carried it out */
  readonly onNoResponse: (why: string, isLost: boolean) => void;
}

/** What the connection itself has to do with an exchange. */
export interface ConnectionEvents {
  /** The client sends nothing more. */
  readonly onClientEnd: () => void;
  /** The service accepts another protocol, or refuses CONNECT. Absent for a request that asked for neither. */
  readonly onChange?: (response: IncomingMessage, service: Socket, rest: Buffer) => void;
}

export function forward(
  from: IncomingMessage,
  to: ServerResponse,
  { socket, upstream, cut }: Connection,
  { origin, host, target }: Destination,
  events: Partial<ForwardEvents> & ConnectionEvents,
): void {
  const { onResponse, onEnd, onNoResponse, onClientEnd, onChange } = events;
  let response: IncomingMessage | undefined;
  let failure: string | undefined;
  let hasClientEnded = false;
  let isRefused = false;
  const fail = (error: Error) => {
    // The service may answer and close before it has the whole request.
    if (response?.complete === true || to.destroyed || isRefused) return;
    if (!hasClientEnded) failure = 'the service closed the connection before a response';
    if (response !== undefined || (upstream.wasOpened() && !isOwnFault(error))) {
      cut();
      return;
    }
    const code = upstream.wasOpened() ? 'service-not-http' : 'service-unreachable';
    failure = FAILURES[code];
    isRefused = true;
    const detail = `${failure}: ${origin} (${reasonOf(error)}). This response is not from the service: check the address of --to, and the service`;
    refuse(from, to, problemResponse(502, code, detail));
  };
  /** What Node cannot write is no HTTP either: such as a status of 099. It ends this exchange alone. */
  const guarded =
    <Given extends readonly unknown[]>(step: (...given: Given) => void) =>
    (...given: Given) => {
      try {
        step(...given);
      } catch (error) {
        if (to.headersSent) cut();
        else fail(Object.assign(new Error(reasonOf(error)), { code: 'UNEXPECTED_HEAD' }));
        upstream.close('end');
      }
    };

  const outgoing = sendRequest(from, {
    host,
    target,
    agent: upstream.agent,
    changes: onChange !== undefined,
  });
  pass(from, outgoing, guarded, events.onRequestData);
  outgoing.on('error', fail);
  const change = guarded((received: IncomingMessage, service: Socket, rest: Buffer) => {
    const { statusCode = 0 } = received;
    if (onChange === undefined || statusCode < 100) {
      service.destroy();
      return fail(new Error('UNEXPECTED_UPGRADE'));
    }
    to.off('close', close);
    socket.off('end', endUpstream);
    onNoResponse?.('the connection changed to another protocol', false);
    onChange(received, service, rest);
  });
  outgoing.on('upgrade', change);
  outgoing.on('connect', change);
  outgoing.on('information', ({ statusCode, statusMessage, rawHeaders }) => {
    const head = headText(
      `HTTP/1.1 ${statusCode} ${statusMessage}`,
      forwardHeaders(rawHeaders, { allowsChunked: true }),
    );
    if (from.httpVersion !== '1.0' && socket.writable) socket.write(head, 'latin1');
  });
  outgoing.on(
    'response',
    guarded((received: IncomingMessage) => {
      received.on('error', fail);
      // Without a length, Node expects that the connection ends with the response to HEAD.
      if (from.method === 'HEAD' && isKept(received)) outgoing.shouldKeepAlive = true;
      sendResponseHead(received, from, to);
      response = received;
      onResponse?.(received);
      pass(received, to, guarded, events.onResponseData);
    }),
  );
  socket.once('end', endUpstream);
  to.once('close', close);

  function close(): void {
    socket.off('end', endUpstream);
    const isLost = upstream.wasOpened() && from.complete && !isRefused;
    if (response === undefined) onNoResponse?.(failure ?? 'the client left before the response', isLost);
    else onEnd?.(response.complete && to.writableFinished);
  }

  /** The client says that it sends nothing more; whether it still gets a response is up to the service. */
  function endUpstream(): void {
    hasClientEnded = true;
    onClientEnd();
    upstream.endAfter(outgoing);
  }
}

interface Outgoing {
  readonly host: string;
  readonly target: string;
  readonly agent: Agent;
  /** Whether the request may change the protocol of the connection. */
  readonly changes: boolean;
}

function sendRequest(from: IncomingMessage, { host, target, agent, changes }: Outgoing): ClientRequest {
  const outgoing = request({
    agent,
    method: from.method,
    path: target,
    headers: forwardHeaders(from.rawHeaders, { host, allowsChunked: true, changes }),
    setDefaultHeaders: false,
    maxHeaderSize: LARGEST_HEAD,
  });
  outgoing.maxHeadersCount = 0;
  if (changes) acceptEvery101(outgoing);

  return outgoing;
}

/**
 * Node takes 101 without `Connection: upgrade` for an interim response, and the bytes of the other protocol for HTTP. It asks
 * for the method, which is written already, at each response, and reads no HTTP behind one to CONNECT.
 */
function acceptEvery101(outgoing: ClientRequest & { readonly res?: IncomingMessage | null }): void {
  const { method } = outgoing;
  const get = () => (outgoing.res?.statusCode === 101 ? 'CONNECT' : method);
  Object.defineProperty(outgoing, 'method', { get });
}

/** @throws where the status or the reason phrase cannot be written */
function sendResponseHead(received: IncomingMessage, from: IncomingMessage, to: ServerResponse): void {
  const { statusCode = 0, statusMessage, rawHeaders } = received;
  const isBodiless = statusCode === 204 || statusCode === 304;
  const headers = forwardHeaders(rawHeaders, { allowsChunked: from.httpVersion !== '1.0' && !isBodiless });
  if (countFields(headers, 'connection') === 0) {
    // Node would close after a response to Expect without 100, and would not where the service speaks HTTP/1.0.
    if (received.httpVersion === '1.0') headers.push('Connection', 'close');
    else if (from.headers.expect !== undefined && from.httpVersion !== '1.0')
      headers.push('Connection', 'keep-alive');
  }
  for (const name of ['connection', 'content-length', 'transfer-encoding', 'date']) to.removeHeader(name);
  to.writeHead(statusCode, statusMessage ?? '', headers);
}

function isKept({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && !/\bclose\b/i.test(headers.connection ?? '');
}

/** Forwards body and trailers. The head is sent at once, with the beginning of the body if it has arrived. */
function pass(
  from: IncomingMessage,
  to: ClientRequest | ServerResponse,
  guarded: (step: () => void) => () => void,
  onData: ((piece: Buffer) => void) | undefined,
): void {
  from.on('error', () => {});
  from.on('data', (piece: Buffer) => {
    onData?.(piece);
    // What arrives after the other side has failed is for no one.
    if (to.destroyed || to.write(piece)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
  from.once(
    'end',
    guarded(() => {
      if (from.rawTrailers.length > 0) to.addTrailers(pairsOf(from.rawTrailers));
      to.end();
    }),
  );
  process.nextTick(() => {
    // Not flushHeaders, which writes UTF-8: fields are bytes.
    if (!from.readableDidRead && !to.writableEnded && !to.destroyed) to.write('', 'latin1');
  });
}

/** Responds instead of the service, and closes the connection. */
export function refuse(
  from: IncomingMessage,
  to: ServerResponse,
  { status, headers, body }: OwnResponse,
): void {
  if (to.headersSent) return;
  // With the reason phrase, or Node would keep one that it could not write.
  to.writeHead(status, STATUS_CODES[status], [...headers, 'Connection', 'close']);
  to.shouldKeepAlive = false;
  to.write(body);
  const end = () => void to.end();
  const timer = setTimeout(end, from.complete ? 0 : LINGER);
  to.once('close', () => clearTimeout(timer));
  from.once('end', end).resume();
}

/** Whether the service opened the connection and then failed: bytes that are not HTTP, or a TLS alert. */
function isOwnFault(error: Error): boolean {
  return /^(HPE_|ERR_SSL_|UNEXPECTED_)/.test(reasonOf(error));
}

const FAILURES = {
  'service-not-http': 'the service sent something that is not valid HTTP/1.1',
  'service-unreachable': 'the service could not be reached',
} as const;
