/** Opens a tunnel through a proxy (RFC 9110, 9.3.6), and tells the proxy's faults from those of the deployment. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { loginOf, nameOf } from './reach.ts';

/** Nothing came to the deployment. The message names the proxy without its login. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault';
  readonly code = 'proxy';
}

/**
 * @param target host and port
 * @param patience milliseconds
 * @param signal gives it up
 * @throws ProxyFault
 */
export function openTunnel(
  proxy: URL,
  target: string,
  patience: number,
  signal: AbortSignal,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const login = loginOf(proxy);
  const request = proxy.protocol === 'https:' ? requestHttps : requestHttp;
  const asked = request({
    method: 'CONNECT',
    hostname: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port,
    path: target,
    agent: false,
    signal,
    headers: { host: target, ...(login === undefined ? {} : { 'proxy-authorization': login }) },
  });
  const impatience = setTimeout(
    () => asked.destroy(new ProxyFault(`${nameOf(proxy)} did not answer within ${patience} ms`)),
    patience,
  );
  const answered = (status: number, socket: Socket, head: Buffer) => {
    clearTimeout(impatience);
    if (status < 200 || status > 299) {
      socket.on('error', () => {}).destroy();
      reject(proxyRefuses(proxy, status, target));
      return;
    }
    if (head.length > 0) socket.unshift(head);
    resolve(socket);
  };
  asked.on('connect', ({ statusCode = 0 }, socket, head) => answered(statusCode, socket as Socket, head));
  asked.on('error', (error) => {
    clearTimeout(impatience);
    reject(proxyFails(proxy, error));
  });
  asked.end();

  return promise;
}

export const CLOSES = 'closes the connection without an answer';

export function proxyFails(proxy: URL, error: Error): ProxyFault {
  if (error instanceof ProxyFault) return error;
  const code = 'code' in error ? String(error.code) : error.name;
  if (code.startsWith('HPE_')) return new ProxyFault(`${nameOf(proxy)} does not speak HTTP`);

  return new ProxyFault(
    code === 'ECONNRESET' ? `${nameOf(proxy)} ${CLOSES}` : `${nameOf(proxy)} cannot be reached (${code})`,
  );
}

/** @param target what it was to lead to */
export function proxyRefuses(proxy: URL, status: number, target: string): ProxyFault {
  const login =
    loginOf(proxy) === undefined ? 'asks for a login' : 'does not take the login that it is given';

  return new ProxyFault(
    status === 407
      ? `${nameOf(proxy)} ${login} (407)`
      : `${nameOf(proxy)} does not lead to ${target}: it answers ${status}`,
  );
}
