/** The only file that knows undici: one pool for one origin, every way of not being answered told apart. */
import { isIP } from 'node:net';
import { buildConnector, Pool } from 'undici';
import { version } from '../../src/contract/version.ts';
import type { Deployment } from '../deployment/deployment.ts';
import { withoutHeader } from '../manner.ts';
import { type Answer, type OutgoingRequest, type Silence, toAnswered } from './answer.ts';
import { BudgetSpent } from './budget.ts';
import { decode } from './decode.ts';
import { createMoves } from './moves.ts';
import { loginOf, nameOf, type Reach, STRAIGHT, tlsOptions } from './reach.ts';
import { tellSilence } from './tell-silence.ts';
import { CLOSES, openTunnel, proxyFails, proxyRefuses } from './tunnel.ts';

/** The longest answer read, in bytes: of a refusal no more is needed, and anything beyond it is no fee and no sale. */
const LONGEST_ANSWER = 1024 * 1024;
const MOST_REDIRECTS = 3;
const TOO_LARGE = { kind: 'too-large' } as const;

export interface TransportOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  /** Milliseconds from sending a request to the last byte of its answer. */
  readonly timeout: number;
  /** Straight away, by the certificates that Node trusts, unless said. */
  readonly reach?: Reach | undefined;
}

export interface Transport {
  /** Asks once, following redirects on the same origin; `beforeHop` is awaited before each of those. */
  send(request: OutgoingRequest, beforeHop?: () => Promise<void>): Promise<Answer>;
  close(): Promise<void>;
}

/** The way to a deployment, with its proxy and its certificates: whoever asks one anything asks by this. */
export function transportTo({ url, headers, limits, reach }: Deployment): Transport {
  return openTransport({ url, headers, connections: limits.concurrency, timeout: limits.timeout, reach });
}

/** Opens the pool. Nothing is sent before the first `send`, which throws nothing but what `beforeHop` throws. */
export function openTransport({
  url,
  headers: ownHeaders,
  connections,
  timeout,
  reach = STRAIGHT,
}: TransportOptions): Transport {
  const closing = new AbortController();
  let refusal: Error | undefined;
  const way = wayTo(url, reach, timeout, {
    closing: closing.signal,
    onRefusal(error) {
      refusal = error;
    },
  });
  const headers = { ...way.headers, ...userAgent(ownHeaders), ...ownHeaders };
  const pool = new Pool(way.origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    connect: way.connect,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const base = url.pathname.replace(/\/$/, '');
  const moves = createMoves();

  return {
    async send(request, beforeHop = async () => {}) {
      const started = performance.now();
      const deadline = AbortSignal.timeout(timeout);
      const since = () => Math.round(performance.now() - started);
      const silent = (cause: Silence, detail: string): Answer => ({
        kind: 'unanswered',
        cause,
        detail,
        ms: since(),
      });
      const { method = 'POST', token, body } = request;
      const asked = base + request.path;
      // One without its token, or by another method, may be led elsewhere than the others.
      const kind = `${method} ${token} ${request.without} ${asked}`;
      let path = moves.to(kind) ?? asked;
      let isForGood = true;
      let answering = false;

      try {
        for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
          if (hops > 0) await beforeHop();
          answering = false;
          const response = await pool.request({
            method,
            path: way.before + path,
            signal: deadline,
            headers: {
              ...(request.without === undefined ? headers : withoutHeader(headers, request.without)),
              ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            },
            body: method === 'GET' ? null : body,
          });
          answering = true;
          const answerHeaders = flatten(response.headers);
          const { bytes, isWhole } = await readBounded(response.body);
          const fault = way.faultIn(response.statusCode, answerHeaders);
          if (fault !== undefined) return silent('proxy', fault);
          const isSuccess = response.statusCode >= 200 && response.statusCode <= 299;
          const decoded = isWhole
            ? decode(bytes, answerHeaders['content-encoding'], LONGEST_ANSWER)
            : TOO_LARGE;
          if (isSuccess && decoded.kind === 'too-large')
            return silent('too-large', `the answer is longer than ${LONGEST_ANSWER} bytes`);
          if (isSuccess && decoded.kind === 'undecodable')
            return silent('cut-off', 'the answer cannot be decompressed');
          const text = decoded.kind === 'decoded' ? decoded.text : bytes.toString('utf8');
          const location = answerHeaders['location'];
          if ((response.statusCode !== 307 && response.statusCode !== 308) || location === undefined) {
            if (hops === 0 && moves.isForgotten(kind, response.statusCode)) {
              path = asked;
              continue;
            }
            if (path !== asked && hops > 0) moves.note(kind, path, isForGood);

            return toAnswered({
              status: response.statusCode,
              headers: answerHeaders,
              text,
              ms: since(),
            });
          }
          const target = resolve(location, url.origin + path);
          if (target?.origin !== url.origin) {
            return silent(
              'redirected-away',
              `a redirect to ${target?.origin ?? 'an address that cannot be read'}`,
            );
          }
          path = target.pathname + target.search;
          isForGood &&= response.statusCode === 308;
        }
        return silent('redirected-away', `more than ${MOST_REDIRECTS} redirects`);
      } catch (error) {
        if (error instanceof BudgetSpent) throw error;
        const told = tellSilence(error, answering, timeout);
        const { cause, detail } =
          told.cause === 'reset' && refusal !== undefined ? tellSilence(refusal, false, timeout) : told;
        if (cause === 'reset' && way.onReset !== undefined) return silent('proxy', way.onReset);
        return silent(cause, detail);
      }
    },
    close: () => {
      closing.abort();

      return pool.destroy();
    },
  };
}

interface Way {
  readonly origin: string;
  readonly connect: buildConnector.connector;
  /** What the target of each request begins with. */
  readonly before: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the proxy, and not the deployment, says by an answer. */
  readonly faultIn: (status: number, headers: Readonly<Record<string, string>>) => string | undefined;
  /** What a connection that ends without an answer says of the proxy, where it is one to the proxy alone. */
  readonly onReset?: string;
}

/** Of the time for an answer, what a proxy has to give the way: it is over first, so that nobody else is blamed. */
const TIME_OF_PROXY = 0.9;

interface Watching {
  /** Gives up what is under way. */
  readonly closing: AbortSignal;
  /** Told of what a server says against the client's certificate, which may be after it has shown its own. */
  readonly onRefusal: (error: Error) => void;
}

function wayTo(url: URL, { route, tls }: Reach, timeout: number, { closing, onRefusal }: Watching): Way {
  const connect = toDeployment({ timeout, ...tlsOptions(tls) }, onRefusal);
  const straight = { origin: url.origin, before: '', headers: {}, faultIn: () => undefined, connect };
  if (route.kind !== 'by-proxy') return straight;
  const { proxy } = route;
  const patience = Math.round(timeout * TIME_OF_PROXY);
  if (url.protocol === 'https:') {
    const target = url.port === '' ? `${url.host}:443` : url.host;
    return {
      ...straight,
      connect: (options, callback) =>
        void openTunnel(proxy, target, patience, closing).then(
          (httpSocket) => connect({ ...options, httpSocket }, callback),
          (error) => callback(error, null),
        ),
    };
  }
  const toProxy = buildConnector({ timeout: patience, allowH2: false });
  const login = loginOf(proxy);

  return {
    origin: nameOf(proxy),
    before: url.origin,
    headers: { host: url.host, ...(login === undefined ? {} : { 'proxy-authorization': login }) },
    connect: (options, callback) =>
      toProxy(
        { ...options, servername: isIP(options.hostname) === 0 ? options.hostname : '' },
        (error, socket) =>
          error === null ? callback(null, socket) : callback(proxyFails(proxy, error), null),
      ),
    faultIn: (status, headers) =>
      status === 407 || (OF_GATEWAYS.has(status) && headers['retry-after'] === undefined)
        ? proxyRefuses(proxy, status, url.host).message
        : undefined,
    onReset: `${nameOf(proxy)} ${CLOSES}`,
  };
}

/** undici tells of a connection that was closed by the server alone, and not of why. */
function toDeployment(
  options: buildConnector.BuildOptions,
  onRefusal: Watching['onRefusal'],
): buildConnector.connector {
  const connect = buildConnector({ ...options, allowH2: false });

  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      socket.prependListener('error', (fault: NodeJS.ErrnoException) => {
        if (fault.code?.startsWith('ERR_SSL_') === true) onRefusal(fault);
      });
      callback(null, socket);
    });
}

/** By which a gateway tells that it gets no further; the deployment's own cannot be told from them. */
const OF_GATEWAYS: ReadonlySet<number> = new Set([502, 503, 504]);

async function readBounded(body: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    chunks.push(chunk);
    if (length > LONGEST_ANSWER) return { bytes: Buffer.concat(chunks, LONGEST_ANSWER), isWhole: false };
  }

  return { bytes: Buffer.concat(chunks), isWhole: true };
}

/** Firewalls refuse requests that do not name their client. One among the own headers replaces it. */
function userAgent(ownHeaders: Readonly<Record<string, string>>): Record<string, string> {
  const isOwn = Object.keys(ownHeaders).some((name) => name.toLowerCase() === 'user-agent');

  return isOwn ? {} : { 'user-agent': `tollgate/${version()}` };
}

function flatten(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function resolve(location: string, from: string): URL | undefined {
  return URL.canParse(location, from) ? new URL(location, from) : undefined;
}
