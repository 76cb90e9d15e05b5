/** The HTTP server: reads requests, routes them and delivers the responses. The only file that knows light-my-request. */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, isIPv6, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pipeline } from 'node:stream';
import type { InjectedAnswer, InjectedRequest } from './api.ts';
import { refuseConnectionErrors } from './connection-errors.ts';
import type { OnBug } from './pipeline.ts';
import { type Refusal, refuseBecause } from './refusal.ts';
import { createRequestIds } from './request-ids.ts';
import type { Route, Router, Send } from './router.ts';
import { createDelivery } from './stages/deliver.ts';
import type { CertificateAndKey } from './tls/certificate.ts';
import type { World } from './worlds/world.ts';

export interface Server {
  /** @returns the address, such as `http://127.0.0.1:4010` or with https */
  readonly listen: (port: number, host: string) => Promise<string>;
  readonly inject: (request: InjectedRequest) => Promise<InjectedAnswer>;
  readonly close: () => Promise<void>;
}

export interface ServerOptions {
  readonly router: Router;
  /** Records what is no valid HTTP request. */
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
const LARGEST_BODY = 1024 * 1024;

/** How long open requests may take to end when the mock is closed, in milliseconds. */
const GRACE = 250;

/** In milliseconds. */
const ARRIVAL = 60_000;

/** Checks for late requests within the time that one may take. */
const CHECKS = 12;

/** In milliseconds: longer than connection pools keep idle connections, so that none reuses one that just ended. */
const KEEP_ALIVE = 72_000;

export function createServer(options: ServerOptions): Server {
  const { router, home, onBug, largestBody = LARGEST_BODY, tls, arrival = ARRIVAL } = options;
  const nextId = createRequestIds();
  const delivery = createDelivery(onBug);

  const serve: RequestListener = (request, to) => {
    const startedAt = performance.now();
    const { method = '', url = '/', headers, socket } = request;
    const local = { isTls: tls !== undefined, address: socket.localAddress, port: socket.localPort };
    const id = nextId();
    const route = router({ id, method, url, headers, startedAt, peer: socket.remoteAddress, local });
    const send: Send = (response, lines) => {
      if (lines === undefined) {
        delivery.deliver(to, response);
        return;
      }
      to.writeHead(response.status, response.headers);
      // Either side may end the stream; nobody is left to inform.
      pipeline(lines, to, () => {});
    };
    if (!route.readsBody) void answer(route, undefined, send, id, onBug);
    else
      readBody(request, largestBody, (body) => {
        if (body !== undefined && 'kind' in body) route.refuse(body, send);
        else void answer(route, body, send, id, onBug);
      });
  };

  const settings = {
    // Without it Node itself refuses a request without Host, and not as a problem.
    requireHostHeader: false,
    headersTimeout: arrival,
    requestTimeout: arrival,
    connectionsCheckingInterval: Math.ceil(arrival / CHECKS),
    keepAliveTimeout: KEEP_ALIVE,
  };
  const server = tls === undefined ? createHttpServer(settings) : createHttpsServer({ ...settings, ...tls });
  const follow = refuseConnectionErrors(server, {
    deliver: delivery.deliver,
    nextId,
    record({ method, url, headers = {} }, response) {
      const at = { receivedAt: home.clock.now(), startedAt: performance.now() };
      const id = response.headers['request-id'] ?? '';
      home.record({ id, method, url, headers, body: undefined, ...at }, response);
    },
  });
  server.on('request', (request: IncomingMessage, to: ServerResponse) => {
    follow(to);
    serve(request, to);
  });
  // Node's own list lacks connections that have not finished their TLS handshake.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  return {
    async listen(port, host) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, host }, () => {
          server.off('error', reject);
          resolve();
        });
      });

      return `${tls === undefined ? 'http' : 'https'}://${toAuthority(server.address() as AddressInfo)}`;
    },
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

async function answer(
  route: Route,
  body: Buffer | undefined,
  send: Send,
  id: string,
  onBug: OnBug,
): Promise<void> {
  try {
    await route.answer(body, send);
  } catch (error) {
    onBug(error, id);
    route.refuse(refuseBecause('internal-error', 'the mock failed; the request may be valid'), send);
  }
}

/** A client that is cut off waits for no response, so an incomplete body has no end. */
function readBody(
  request: IncomingMessage,
  largestBody: number,
  then: (body: Buffer | undefined | Refusal) => void,
): void {
  const announced = request.headers['content-length'];
  if (Number(announced) > largestBody) {
    then(TOO_LARGE);
    return;
  }
  const pieces: Buffer[] = [];
  let size = 0;
  const read = (piece: Buffer) => {
    size += piece.length;
    pieces.push(piece);
    if (size > largestBody) finish(TOO_LARGE);
  };
  const end = () => {
    if (size === 0) finish(undefined);
    else finish(pieces[0] !== undefined && pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
  };
  const finish = (body: Buffer | undefined | Refusal) => {
    request.off('data', read);
    request.off('end', end);
    request.resume();
    const isShort = body !== TOO_LARGE && announced !== undefined && Number(announced) !== size;
    then(isShort ? WRONG_LENGTH : body);
  };
  request.on('data', read);
  request.on('end', end);
}

const TOO_LARGE = refuseBecause('body-too-large', 'the body: expected at most 1 MiB, got more');
const WRONG_LENGTH = refuseBecause(
  'malformed-request',
  'the body: expected as many bytes as the headers announce, got something else',
);

/** Host and port as clients can reach them: a server on all addresses is shown by its loopback address. */
function toAuthority({ address, port }: AddressInfo): string {
  if (isIPv6(address)) return `[${address}]:${port}`;
  if (address !== '0.0.0.0') return `${address}:${port}`;
  const own = Object.values(networkInterfaces())
    .flatMap((list = []) => list)
    .filter(({ family }) => family === 'IPv4');

  return `${own.find(({ internal }) => internal)?.address ?? own[0]?.address ?? address}:${port}`;
}

/** Loaded for the first injected request. @throws MockError `no-answer` */
async function inject(serve: RequestListener, request: InjectedRequest): Promise<InjectedAnswer> {
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
