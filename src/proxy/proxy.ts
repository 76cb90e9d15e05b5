/** A reverse proxy that changes nothing, and gives every exchange of the API to an observer on another thread. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import { listen } from '../control/listen.ts';
import type { ConsoleFiles } from '../control/pages.ts';
import type { ThreadCalls } from './calls.ts';
import { createConnect, KEEP_ALIVE, type UpstreamOptions } from './connect.ts';
import { type Connection, createConnection } from './connection.ts';
import { answerControl, isForProxy, type ProxyControlOptions } from './control.ts';
import {
  type ConnectionEvents,
  destinationOf,
  forward,
  LARGEST_HEAD,
  operationOf,
  refuse,
} from './forward.ts';
import { createHandover } from './handover.ts';
import { countFields } from './headers.ts';
import { createCircleGuard, createLoopGuard } from './loop.ts';
import type { ObserverCalls } from './observer.ts';
import { problemResponse, reasonOf, writeProblem } from './problem.ts';
import { headWithoutOffer, hold, isPlainRequest, responseOn, tunnel } from './tunnel.ts';

export interface ProxyOptions {
  /** Observes the exchanges on its thread, and answers the control routes. */
  readonly observer: ThreadCalls<ObserverCalls>;
  /** Bytes of exchanges that may wait for the observer; by default 64 MiB. Beyond it they are not judged. */
  readonly mostWaiting?: number;
  /** Receives the error of a control route, and that of an observer which has ended. */
  readonly onError?: (error: unknown) => void;
  /** Base address of the service; its path precedes every path of a request. */
  readonly to: URL;
  /** 0, the default, for any free one. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Serves https with this certificate and key, as PEM. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer } | undefined;
  readonly upstream?: UpstreamOptions;
  /** The console, which browsers of this machine get at `/` and `/_tollgate/`; by default none. */
  readonly consoleFiles?: ConsoleFiles | undefined;
  /** Milliseconds without a byte after which a client that sends nothing more is given up; by default a minute. */
  readonly patience?: number;
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
   * @param hurry ends both waits when it is aborted
   */
  readonly close: (
    onWait?: (requests: number, longest: number) => void,
    hurry?: AbortSignal,
  ) => Promise<void>;
}

/** In milliseconds. */
const TIME = { head: 60_000, patience: 60_000, openExchanges: 2_000, observer: 10_000 };

/** @throws the error of the server where it cannot listen, such as EADDRINUSE */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { to, port = 0, host = '127.0.0.1', tls, upstream = {}, onError = () => {} } = options;
  const { patience = TIME.patience } = options;
  const { connect, isOwn, isLooped } = createLoopGuard(createConnect(to, upstream));
  const { observer, mostWaiting } = options;
  const { begin, abandon, flush, drained } = createHandover(observer, onError, mostWaiting);
  const circles = createCircleGuard();
  const closing = new AbortController();
  const connections = new Map<Socket, Connection>();
  let exchanges = 0;
  let others = 0;
  const control: ProxyControlOptions = {
    ...{ host, scheme: tls === undefined ? 'http' : 'https', consoleFiles: options.consoleFiles },
    observe(call) {
      flush();

      return observer.call('control', { ...call, health: { to: to.href, exchanges, others } });
    },
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
    connection.inTurn((done) => answer(request, response, done));
  };

  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    done: () => void,
    onChange?: ConnectionEvents['onChange'],
  ) => {
    const connection = connectionOf(request.socket);
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
      else exchange(request, response, connection, onChange);
    } catch (error) {
      refuseRequest(request, response, reasonOf(error));
    }
  };

  const exchange = (
    request: IncomingMessage,
    response: ServerResponse,
    connection: Connection,
    onChange: ConnectionEvents['onChange'],
  ) => {
    // Refused while it waited for its turn.
    if (response.headersSent) return;
    if (countFields(request.rawHeaders, 'host') > 1)
      return refuseRequest(request, response, 'expected one header Host, got several');
    if (isOwn(request.socket) || circles.isCircling(request)) return refuseLoop(request, response);
    const destination = destinationOf(to, request);
    const operation = operationOf(destination, request.method);
    if (operation === undefined) others += 1;
    else exchanges += 1;
    const events = operation === undefined ? {} : begin(request, operation, isLooped);
    const onClientEnd = () => {
      response.once('close', circles.enter(request));
      request.socket.setTimeout(patience, () => request.socket.destroy());
    };
    forward(request, response, connection, destination, {
      ...events,
      onClientEnd,
      ...(onChange && { onChange }),
    });
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
    ...KEEP_ALIVE,
    requireHostHeader: false,
    maxHeaderSize: LARGEST_HEAD,
    // Bodies and idle connections may take as long as the service lets them.
    ...{ headersTimeout: TIME.head, requestTimeout: 0, keepAliveTimeout: 0 },
  };
  const server = tls === undefined ? createHttpServer(settings) : createHttpsServer({ ...settings, ...tls });
  server.maxHeadersCount = 0;
  // A client may say that it sends nothing more and still wait for the response.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('request', serve);
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);

  /** Node reads no more of this connection: it goes on as one of HTTP unless the service changes the protocol. */
  const change = (request: IncomingMessage, _: unknown, first: Buffer) => {
    const { socket } = request;
    const connection = connectionOf(socket);
    const release = hold(socket, first);
    const readAgain = (head: readonly Buffer[] = []) => {
      const sent = release();
      if (socket.destroyed) return;
      if (socket.readableEnded) return void socket.end();
      socket.unshift(Buffer.concat([...head, sent]));
      server.emit(tls === undefined ? 'connection' : 'secureConnection', socket);
      socket.resume();
    };
    connection.inTurn((done) => {
      if (isPlainRequest(request)) {
        done();
        return readAgain([headWithoutOffer(request)]);
      }
      const response = responseOn(request, (isKept) => (isKept ? readAgain() : void socket.end()));
      connection.latest = { request, response };
      answer(request, response, done, (received, service, rest) => {
        response.detachSocket(socket);
        tunnel(socket, { received, service, rest }, { sent: release(), patience });
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
    async close(onWait = () => {}, hurry = NEVER) {
      closing.abort();
      observer.call('endStreams', undefined).catch(onError);
      const closed = new Promise((resolve) => server.close(resolve));
      const destroyAll = () => {
        abandon('the proxy was ended before the response was through');
        server.closeAllConnections();
        // Those that changed their protocol are no longer the server's.
        for (const socket of connections.keys()) socket.destroy();
      };
      let open = 0;
      for (const connection of connections.values()) {
        if (connection.isIdle()) connection.cut();
        else if (connection.latest === undefined || !isForProxy(connection.latest.request, control))
          open += 1;
      }
      if (open > 0) onWait(open, TIME.openExchanges);
      const timer = setTimeout(destroyAll, TIME.openExchanges);
      if (hurry.aborted) destroyAll();
      else hurry.addEventListener('abort', destroyAll, { once: true });
      await closed;
      clearTimeout(timer);
      await drained(TIME.observer, hurry);
    },
  };
}

const NEVER = new AbortController().signal;
