/** One GET by the way that is told: for answers that have no end, or that come from elsewhere than a deployment. */
import { type ClientRequest, get as getHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as getHttps } from 'node:https';
import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { loginOf, type Reach, tlsOptions } from './reach.ts';
import { openTunnel, proxyFails, proxyRefuses } from './tunnel.ts';

interface Getting {
  readonly reach: Reach;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** How long to wait for the beginning of the answer, in milliseconds. */
  readonly patience: number;
}

/** The answer, of which nothing is read yet. @throws ProxyFault; Error where none begins in time */
export async function getOnce(
  url: URL,
  { reach, headers = {}, signal, patience }: Getting,
): Promise<IncomingMessage> {
  const { route, tls } = reach;
  const own = { ...urlToHttpOptions(url), ...tlsOptions(tls), headers, signal };
  if (route.kind !== 'by-proxy') return begin(url.protocol, own, patience);
  const { proxy } = route;
  if (url.protocol === 'https:') {
    const target = url.port === '' ? `${url.host}:443` : url.host;
    const socket = await openTunnel(proxy, target, patience, signal);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const servername = isIP(host) === 0 ? host : '';
    const createConnection = () => connectTls({ ...tlsOptions(tls), socket, servername, host });

    return begin(url.protocol, { ...own, createConnection }, patience);
  }
  const login = loginOf(proxy);
  const toProxy = {
    ...urlToHttpOptions(proxy),
    auth: null,
    path: url.href,
    signal,
    headers: { host: url.host, ...headers, ...(login === undefined ? {} : { 'proxy-authorization': login }) },
  };
  const answer = await begin(proxy.protocol, toProxy, patience).catch((error: Error) => {
    throw signal.aborted ? error : proxyFails(proxy, error);
  });
  if (answer.statusCode === 407) {
    answer.destroy();
    throw proxyRefuses(proxy, 407, url.host);
  }

  return answer;
}

function begin(protocol: string, options: RequestOptions, patience: number): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request: ClientRequest = (protocol === 'https:' ? getHttps : getHttp)(options, (answer) => {
    clearTimeout(impatience);
    resolve(answer);
  });
  const impatience = setTimeout(
    () => request.destroy(new Error(`no answer within ${patience / 1000} s`)),
    patience,
  );
  request.on('error', (error) => {
    clearTimeout(impatience);
    reject(error);
  });

  return promise;
}
