/** The connections of a run to one origin, with undici: directly, or through a proxy whose failures become ProxyErrors. */
import { isIP } from 'node:net';
import { buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { decoded } from '../../../src/text/percent.ts';
import type { ConnectionOptions, Tls } from '../../deployment/deployment.ts';
import type { OutgoingRequest } from '../../rule/http-result.ts';
import { codeOf, describeNetworkError, ProxyError, proxyFailure, proxyRefusal } from './network-error.ts';

export interface Connections {
  /** @throws ProxyError where the proxy failed or refused, so that nothing reached the origin; else undici's errors */
  request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /** Closes every connection, with the requests in flight. */
  close(): Promise<void>;
}

interface ConnectionLimits {
  readonly connections: number;
  /** Milliseconds for opening a connection. */
  readonly timeout: number;
}

export function openConnections(
  url: URL,
  { route, tls }: ConnectionOptions,
  { connections, timeout }: ConnectionLimits,
): Connections {
  let tlsAlert: Error | undefined;
  const poolOptions: PoolOptions = {
    connections,
    onTlsAlert(alert) {
      tlsAlert = alert;
    },
  };
  const requestTls = { timeout, allowH2: false, ...tlsOptions(tls) };
  const dispatcher =
    route.kind === 'by-proxy'
      ? createProxyAgent(route.proxy, requestTls, poolOptions)
      : createPool(url.origin, buildConnector(requestTls), poolOptions);
  /** The proxy that http requests are sent to, so that every error of the connection is its own. */
  const forwarder = route.kind === 'by-proxy' && url.protocol === 'http:' ? route.proxy : undefined;
  const explain = (error: Error): Error => {
    const { cause } = describeNetworkError(error);
    if (cause === 'reset' && tlsAlert !== undefined) return tlsAlert;
    if (forwarder === undefined) return error;
    // ProxyAgent rejects with an error in place of this response.
    if (error.message.endsWith('(407)')) return proxyRefusal(forwarder, 407, url.host);
    const isFailure = cause === 'reset' || cause === 'unreachable' || error.name === 'ConnectTimeoutError';

    return isFailure ? proxyFailure(forwarder, error) : error;
  };

  return {
    async request(request) {
      const response = await dispatcher
        .request({ ...request, origin: url.origin })
        .catch((error: Error) => Promise.reject(explain(error)));
      if (forwarder === undefined || !isGatewayFailure(response)) return response;
      await response.body.dump();
      throw proxyRefusal(forwarder, response.statusCode, url.host);
    },
    close: () => dispatcher.destroy(),
  };
}

/** The proxy's share of the timeout: it ends first, so that the deployment is not blamed for a slow proxy. */
const PROXY_SHARE = 0.9;

/** Tunnels to https origins, forwards for http ones. The proxy's own TLS uses neither `--ca` nor `--insecure`. */
function createProxyAgent(
  proxy: URL,
  requestTls: buildConnector.BuildOptions & { readonly timeout: number },
  poolOptions: PoolOptions,
): ProxyAgent {
  const timeout = Math.round(requestTls.timeout * PROXY_SHARE);
  const token = basicCredentials(proxy);

  return new ProxyAgent({
    uri: proxy.origin,
    ...(token === undefined ? {} : { token }),
    proxyTls: { timeout, allowH2: false },
    requestTls,
    factory: (to, options) => createPool(to, connectorIn(options), poolOptions),
    clientFactory(to, options) {
      const pool = createPool(to, connectorIn(options), poolOptions);
      const connect: ConnectTo = pool.connect.bind(pool);

      return Object.assign(pool, {
        async connect(request: Dispatcher.ConnectOptions) {
          const signal = AbortSignal.timeout(timeout);
          const tunnel = await connect({ ...request, signal }).catch((error: Error) => {
            throw signal.aborted
              ? new ProxyError(`${proxy.origin} did not answer within ${timeout} ms`)
              : proxyFailure(proxy, error);
          });
          if (tunnel.statusCode === 200) return tunnel;
          tunnel.socket.on('error', () => {}).destroy();
          throw proxyRefusal(proxy, tunnel.statusCode, request.path);
        },
      });
    },
  });
}

type ConnectTo = (request: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;

/** ProxyAgent passes a connector to every factory, which its types leave out. */
function connectorIn(options: object): buildConnector.connector {
  return (options as { readonly connect: buildConnector.connector }).connect;
}

interface PoolOptions {
  readonly connections: number;
  /** Receives a TLS alert after the handshake, such as for a missing client certificate in TLS 1.3. */
  readonly onTlsAlert: (alert: Error) => void;
}

function createPool(
  origin: string | URL,
  connect: buildConnector.connector,
  { connections, onTlsAlert }: PoolOptions,
): Pool {
  return new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(target, callback) {
      // Node warns of an IP address as the server name.
      const servername = isIP(target.servername ?? '') === 0 ? target.servername : '';
      connect({ ...target, servername: servername ?? '' }, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        // undici reports only that the server closed the connection.
        socket.prependListener('error', (alert) => {
          if (codeOf(alert).startsWith('ERR_SSL_')) onTlsAlert(alert);
        });
        callback(null, socket);
      });
    },
  });
}

/** Whether a forwarding proxy could not reach its target. The same status of a deployment looks alike. */
function isGatewayFailure({ statusCode, headers }: Dispatcher.ResponseData): boolean {
  return [502, 503, 504].includes(statusCode) && headers['retry-after'] === undefined;
}

/** Undefined where the proxy's address has no user and password. */
function basicCredentials({ username, password }: URL): string | undefined {
  const pair = `${decoded(username)}:${decoded(password)}`;

  return pair === ':' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`;
}

function tlsOptions({ ca, client, insecure }: Tls) {
  return {
    ...(ca === undefined ? {} : { ca: ca.pem }),
    ...(client === undefined ? {} : { cert: client.cert.pem, key: client.key.pem }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  };
}

type ConnectionChoice = OutgoingRequest['connection'];

interface Slot {
  /** A single connection, reopened if the deployment closed it. */
  connections: Connections;
  inUse: number;
}

/** @param open returns connections that are limited to one */
export function createConnectionSlots(most: number, open: () => Connections) {
  const slots: Slot[] = [];
  let count = most;
  let kept: Slot | undefined;
  /** Open until the next call of `reconnect`. */
  const extra: Connections[] = [];

  const leastUsed = (): Slot => {
    const others = slots.filter((slot) => slot !== kept);
    const idle = others.find(({ inUse }) => inUse === 0);
    if (idle !== undefined) return idle;
    if (slots.length < count) {
      const slot = { connections: open(), inUse: 0 };
      slots.push(slot);

      return slot;
    }

    return slots.toSorted((one, other) => one.inUse - other.inUse)[0] ?? leastUsed();
  };
  const slotFor = (choice: 'new' | 'same' | undefined): Slot => {
    if (choice === undefined) return leastUsed();
    if (choice === 'same' && kept !== undefined) return kept;
    kept = kept?.inUse === 0 ? kept : leastUsed();
    // Other requests may use it where the deployment takes only one connection.
    if (kept.inUse > 0) return kept;
    void kept.connections.close();
    kept.connections = open();

    return kept;
  };

  return {
    /** Calls `send` with the connection for a request. No more connections are open than there are slots, extra ones aside. */
    async use<T>(choice: ConnectionChoice, send: (connections: Connections) => Promise<T>): Promise<T> {
      if (choice === 'extra' || choice === 'once') {
        const connections = open();
        extra.push(connections);
        const result = await send(connections);
        if (choice === 'once') await connections.close();

        return result;
      }
      const slot = slotFor(choice);
      slot.inUse++;
      try {
        return await send(slot.connections);
      } finally {
        slot.inUse--;
        // undici reuses a connection in the next cycle of the event loop: until then, others are quicker.
        slots.push(...slots.splice(slots.indexOf(slot), 1));
      }
    },
    /** Closes the connections that are not in use; further requests open new ones, at most this many. */
    async reconnect(atMost: number): Promise<void> {
      count = atMost;
      const idle = slots.filter(({ inUse }) => inUse === 0);
      for (const slot of idle) slots.splice(slots.indexOf(slot), 1);
      if (kept?.inUse === 0) kept = undefined;
      await closeAll([...extra.splice(0), ...idle.map(({ connections }) => connections)]);
    },
    async close(): Promise<void> {
      await closeAll([...extra, ...slots.map(({ connections }) => connections)]);
    },
  };
}

async function closeAll(all: readonly Connections[]): Promise<void> {
  await Promise.all(all.map((connections) => connections.close()));
}
