/** The HTTP server: reads requests, and delivers what the app responds. The only file that knows light-my-request. */
import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from '../control/listen.ts';
import type { InjectedAnswer, InjectedRequest } from './api.ts';
import type { App } from './app.ts';
import type { CertificateAndKey } from './http/certificate.ts';
import { refuseConnectionErrors } from './http/connection-errors.ts';
import { withCors } from './http/cors.ts';
import { createDelivery } from './http/deliver.ts';
import { problemResponse } from './http/problem.ts';
import type { OnBug } from './pipeline.ts';
import { MOCK_FAILED, type Refusal, refuseBecause } from './refusal.ts';
import { NO_BODY, type SentBody } from './request.ts';
import type { MockResponse } from './response.ts';
import type { World } from './worlds/world.ts';

export interface MockServer {
  /** @returns the address, such as `http://127.0.0.1:4010` or with https */
  readonly listen: (port: number, host: string) => Promise<string>;
  /** The address once it listens. */
  readonly url: () => string | undefined;
  readonly inject: (request: InjectedRequest) => Promise<InjectedAnswer>;
  readonly close: () => Promise<void>;
}

export interface ServerOptions {
  readonly app: App;
  /** Records what is not a valid HTTP request. */
  readonly home: Pick<World, 'clock' | 'record'>;
  readonly onBug: OnBug;
  /** In bytes; 1 MiB by default. */
  readonly largestBody?: number | undefined;
  /** Undefined for plain http. */
  readonly tls?: CertificateAndKey | undefined;
  /** How long a request may take to arrive, in milliseconds; one minute by default. */
  readonly arrival?: number;
}

/** In bytes. */
const MEBIBYTE = 1024 * 1024;

/** How long open requests may take to end when the mock is closed, in milliseconds. */
const GRACE = 250;

/** In milliseconds. */
const ARRIVAL = 60_000;

/** The number of checks for late requests during `arrival`. */
const CHECKS = 12;

/** In milliseconds: longer than connection pools keep idle connections, so that none reuses one that just ended. */
const KEEP_ALIVE = 72_000;

export function createServer(options: ServerOptions): MockServer {
  const { app, home, onBug, largestBody = MEBIBYTE, tls, arrival = ARRIVAL } = options;
  const nextId = createRequestIds();
  const delivery = createDelivery(onBug);
  const serve = (request: IncomingMessage, to: ServerResponse): void => {
    const startedAt = performance.now();
    const { method = '', url = '/', headers, socket } = request;
    const id = nextId();
    const deliver = (response: MockResponse) => delivery.deliver(to, response);
    const fail = (error: unknown) => {
      onBug(error, id);
      deliver(withCors(problemResponse(MOCK_FAILED, id), headers));
    };
    try {
      const { readsBody, answer } = app({ id, method, url, headers, startedAt, socket });
      const respond = (sent: SentBody | Refusal) => void answer(sent).then(deliver, fail);
      if (readsBody) readBody(request, largestBody, respond);
      else respond(NO_BODY);
    } catch (error) {
      fail(error);
    }
  };

  // An import of node:http reads all its names, and WebSocket loads fetch: a fifth of the mock's start.
  const http = process.getBuiltinModule('node:http');
  const settings = {
    // Otherwise Node itself refuses a request without Host, and without problem details.
    requireHostHeader: false,
    headersTimeout: arrival,
    requestTimeout: arrival,
    connectionsCheckingInterval: Math.ceil(arrival / CHECKS),
    keepAliveTimeout: KEEP_ALIVE,
  };
  const server =
    tls === undefined
      ? http.createServer(settings)
      : process.getBuiltinModule('node:https').createServer({ ...settings, ...tls });
  const follow = refuseConnectionErrors(server, {
    deliver: delivery.deliver,
    nextId,
    record({ method, url, headers = {} }, response) {
      const id = response.headers['request-id'] ?? '';
      const at = { receivedAt: home.clock.now(), startedAt: performance.now() };
      home.record({ ...{ id, method, url, headers }, ...NO_BODY, ...at }, response, 'unjudged');
    },
  });
  server.on('request', (request: IncomingMessage, to: ServerResponse) => {
    follow(to);
    serve(request, to);
  });
  // Node's own list lacks connections that have not finished their TLS handshake.
  const sockets = new Set<Socket>();
  let url: string | undefined;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  return {
    async listen(port, host) {
      url = `${tls === undefined ? 'http' : 'https'}://${await listen(server, port, host)}`;

      return url;
    },
    url: () => url,
    inject: (request) => inject(serve, request),
    async close() {
      delivery.close();
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, GRACE);
      await new Promise((resolve) => server.close(resolve));
      clearTimeout(timer);
    },
  };
}

/** Ids such as `x3Qf9aYk-1z` for the header Request-Id: a random id of the mock, then the number of the request. */
function createRequestIds(): () => string {
  const mock = randomBytes(6).toString('base64url');
  let count = 0;

  return () => {
    count += 1;
    return `${mock}-${count.toString(36)}`;
  };
}

/** A client that is cut off waits for no response, so an incomplete body has no end. */
function readBody(
  request: IncomingMessage,
  largestBody: number,
  onRead: (sent: SentBody | Refusal) => void,
): void {
  if (Number(request.headers['content-length']) > largestBody) {
    onRead(refuseLarger(largestBody));
    return;
  }
  const pieces: Buffer[] = [];
  let size = 0;
  request.on('data', (piece: Buffer) => {
    const before = size;
    size += piece.length;
    if (size <= largestBody) pieces.push(piece);
    else if (before <= largestBody) onRead(refuseLarger(largestBody));
  });
  request.on('end', () => {
    if (size > largestBody) return;
    const [first = NOTHING, ...others] = pieces;
    onRead(size === 0 ? NO_BODY : textOf(others.length === 0 ? first : Buffer.concat(pieces)));
  });
}

const NOTHING = Buffer.alloc(0);

function textOf(bytes: Buffer): SentBody {
  const body = bytes.toString();

  // Only a body with a replacement character can be invalid UTF-8.
  return { body, isUtf8: !body.includes('\u{fffd}') || isUtf8(bytes) };
}

function refuseLarger(largestBody: number): Refusal {
  const size = largestBody % MEBIBYTE === 0 ? `${largestBody / MEBIBYTE} MiB` : `${largestBody} bytes`;

  return refuseBecause('body-too-large', `the body: expected at most ${size}, got more`);
}

/** Loaded for the first injected request. @throws MockError `no-answer` */
async function inject(
  serve: (request: IncomingMessage, to: ServerResponse) => unknown,
  request: InjectedRequest,
): Promise<InjectedAnswer> {
  const { method = 'POST', path, headers = {}, body } = request;
  const { default: lightMyRequest } = await import('light-my-request');
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const answered = await lightMyRequest(serve as unknown as Parameters<typeof lightMyRequest>[0], {
    method,
    url: path,
    headers: { ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

  return {
    status: answered.statusCode,
    headers: { ...answered.headers },
    text: answered.payload,
    json: () => JSON.parse(answered.payload),
  };
}
