/** A reverse proxy that changes nothing, and gives every exchange of the API to an observer. */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { ConsoleFiles } from '../control/console-files.ts';
import { listen } from '../listen.ts';
import { createConnect, type UpstreamOptions } from './connect.ts';
import { type Connection, createConnection } from './connection.ts';
import { answerControl, type ControlOptions, isForProxy } from './control.ts';
import { destinationOf, operationOf } from './destination.ts';
import { forward, LARGEST_HEAD, LINGER, refuse, requestHead } from './forward.ts';
import { headText } from './headers.ts';
import { createLoopGuard } from './loop.ts';
import { createObservation, type ObservationOptions } from './observation.ts';
import { problemResponse, reasonOf } from './problem.ts';
import { tunnel } from './tunnel.ts';

export interface ProxyOptions extends ObservationOptions {
  /** Base address of the service; its path precedes every path of a request. */
  readonly to: URL;
  /** 0, the default, for any free one. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Serves https with this certificate and key, as PEM. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer } | undefined;
  readonly upstream?: UpstreamOptions;
  /** For `GET /_tollgate/verdict`. */
  readonly verdict?: () => object | undefined;
  /** The console, which browsers of this machine get at `/` and `/_tollgate/`; by default none. */
  readonly consoleFiles?: ConsoleFiles | undefined;
}

interface ProxyCounts {
  /** Exchanges of the API, judged or not. */
  readonly exchanges: number;
  /** All others: other paths, refusals of the proxy itself, changes of the protocol. */
  readonly others: number;
}

export interface RunningProxy {
  /** Such as `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly counts: () => ProxyCounts;
  /**
   * Waits a while for open requests to end, then for the observer. Requests that are cut off count as not judged.
   *
   * @param onWait receives how many requests are open, and for how long the proxy waits, in milliseconds
   */
  readonly close: (onWait?: (requests: number, longest: number) => void) => Promise<void>;
}

/** In milliseconds. */
const TIME = { head: 60_000, openExchanges: 2_000, observer: 10_000 };

/** @throws the error of the server where it cannot listen, such as EADDRINUSE */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { to, port = 0, host = '127.0.0.1', tls, upstream = {}, onError = () => {} } = options;
  const { connect, isOwn } = createLoopGuard(createConnect(to, upstream));
  const { begin, journal, streams, abandon, drained } = createObservation(options);
  const closing = new AbortController();
  const connections = new Map<Socket, Connection>();
  let exchanges = 0;
  let others = 0;
  const control: ControlOptions = {
    ...{ host, journal, streams, scheme: tls === undefined ? 'http' : 'https', closing: closing.signal },
    verdict: options.verdict ?? (() => undefined),
    health: () => ({ to: to.href, exchanges, others }),
    consoleFiles: options.consoleFiles,
  };

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const created = createConnection(socket, connect);
    connections.set(socket, created);
    socket.once('close', () => connections.delete(socket));

    return created;
  };

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const connection = connectionOf(request.socket);
    connection.latest = { request, response };
    connection.inTurn((done) => {
      response.once('close', () => {
        done();
        if (closing.signal.aborted) connection.cut();
      });
      try {
        if (isForProxy(request, control))
          answerControl(request, response, control).catch((error: unknown) => {
            onError(error);
            response.destroy();
          });
        else exchange(request, response, connection);
      } catch (error) {
        refuseRequest(request, response, reasonOf(error));
      }
    });
  };

  const exchange = (request: IncomingMessage, response: ServerResponse, connection: Connection) => {
    // Refused while it waited for its turn.
    if (response.headersSent) return;
    const hosts = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) return refuseRequest(request, response, 'expected one header Host, got several');
    if (isOwn(request.socket)) return refuseLoop(request, response);
    const destination = destinationOf(to, request);
    const operation = operationOf(destination, request.method);
    if (operation === undefined) others += 1;
    else exchanges += 1;
    const events = operation === undefined ? UNOBSERVED : begin(request, operation);
    forward(request, response, connection, destination, events);
  };

  const refuseRequest = (request: IncomingMessage, response: ServerResponse, detail: string) => {
    others += 1;
    refuse(request, response, problemResponse(400, 'request-refused', detail));
  };

  const refuseLoop = (request: IncomingMessage, response: ServerResponse) => {
    others += 1;
    const detail = `${to.origin} leads back to the proxy itself: change --to, or the name that it resolves`;
    refuse(request, response, problemResponse(508, 'loop', detail));
  };

  const settings = {
    requireHostHeader: false,
    maxHeaderSize: LARGEST_HEAD,
    // Bodies and idle connections may take as long as the service lets them.
    ...{ headersTimeout: TIME.head, requestTimeout: 0, keepAliveTimeout: 0 },
    // An offer of HTTP/2 with a request, as Java's HttpClient makes, is no change of the protocol: the request counts.
    shouldUpgradeCallback: ({ headers }: IncomingMessage) => !/^\s*h2c\s*$/i.test(headers.upgrade ?? ''),
  };
  const server = tls === undefined ? createHttpServer(settings) : createHttpsServer({ ...settings, ...tls });
  server.maxHeadersCount = 0;
  // A client may say that it sends nothing more and still wait for the response.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('request', serve);
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);

  const change = (request: IncomingMessage, _: unknown, rest: Buffer) => {
    others += 1;
    const { socket } = request;
    socket.on('error', () => {});
    const { inTurn, upstream } = connectionOf(socket);
    inTurn(() => {
      const head = requestHead(request, destinationOf(to, request));
      tunnel(request, { head, rest, upstream }).catch((error: unknown) => {
        writeProblem(socket, 502, 'service-unreachable', `cannot reach ${to.origin} (${reasonOf(error)})`);
      });
    });
  };
  server.on('upgrade', change);
  server.on('connect', change);

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (socket.writableEnded) return;
    if (error.code === 'ECONNRESET' || (isTimeout && socket.bytesRead === 0)) return void socket.destroy();
    const status = isTimeout ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
    const detail = `expected HTTP/1.1, got ${reasonOf(error)}`;
    const connection = connectionOf(socket);
    const { latest } = connection;
    if (latest?.request.complete === false) {
      // The rest of its body is not known: the service must not take the beginning for all of it.
      connection.upstream.close('end');
      refuse(latest.request, latest.response, problemResponse(status, 'request-refused', detail));
    } else connection.inTurn(() => writeProblem(socket, status, 'request-refused', detail));
  });

  const authority = await listen(server, port, host);

  return {
    url: `${tls === undefined ? 'http' : 'https'}://${authority}`,
    counts: () => ({ exchanges, others }),
    async close(onWait = () => {}) {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      const destroyAll = () => {
        abandon('the proxy was ended before the response was through');
        server.closeAllConnections();
      };
      let open = 0;
      for (const connection of connections.values()) {
        if (connection.isIdle()) connection.cut();
        else if (connection.latest === undefined || !isForProxy(connection.latest.request, control))
          open += 1;
      }
      if (open > 0) onWait(open, TIME.openExchanges);
      const timer = setTimeout(destroyAll, TIME.openExchanges);
      await closed;
      clearTimeout(timer);
      await drained(TIME.observer);
    },
  };
}

const UNOBSERVED = { onResponse() {}, onEnd() {}, onNoResponse() {} };

function writeProblem(socket: Socket, status: number, code: string, detail: string): void {
  const { headers, body } = problemResponse(status, code, detail);
  socket.end(
    headText(`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, [...headers, 'Connection', 'close']) + body,
  );
  setTimeout(() => socket.destroy(), LINGER).unref();
}
