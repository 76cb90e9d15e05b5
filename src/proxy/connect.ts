/** Opens connections to the service: with TLS, or through another proxy, where the options say so. */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { decoded } from '../text/percent.ts';

export interface UpstreamOptions {
  /** Certificate authorities to trust instead of the default ones, as PEM. */
  readonly ca?: string | undefined;
  /** The certificate that the proxy presents, as PEM. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** Whether the certificate of the service is left unverified. */
  readonly insecure?: boolean | undefined;
  /** Another proxy on the way, with its user and password. It gets CONNECT for every connection. */
  readonly via?: URL | undefined;
}

/** In milliseconds, before the system asks a silent connection whether its other end still exists. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 60_000 } as const;

/** @throws Error where the connection, the tunnel or the TLS handshake fails */
export type Connect = () => Promise<Socket>;

export function createConnect(to: URL, { via, ca, cert, key, insecure = false }: UpstreamOptions): Connect {
  const isTls = to.protocol === 'https:';
  const host = bareHost(to);
  const port = portOf(to);
  const tls = {
    ...{ ca, cert, key, rejectUnauthorized: !insecure, ALPNProtocols: ['http/1.1'] },
    // Node warns of an IP address as the server name.
    servername: isIP(host) === 0 ? host : '',
    host,
    port,
  };
  const open = () => opened(tcpConnect({ host, port, noDelay: true, ...KEEP_ALIVE }), 'connect');
  const reach = via === undefined ? open : () => openTunnel(via, `${to.hostname}:${port}`);

  return async () => {
    const socket = await reach();

    return isTls ? opened(tlsConnect({ ...tls, socket }), 'secureConnect') : socket;
  };
}

async function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<Socket> {
  await once(socket, event);

  return socket;
}

async function openTunnel(via: URL, target: string): Promise<Socket> {
  const request = via.protocol === 'https:' ? httpsRequest : httpRequest;
  const asking = request({
    ...{ host: bareHost(via), port: portOf(via), method: 'CONNECT', path: target, agent: false },
    headers: { host: target, ...authorizationOf(via) },
  });
  asking.on('response', () => {});
  asking.end();
  const [response, socket] = await once(asking, 'connect');
  if (response.statusCode === 200) return socket;
  socket.destroy();
  throw new Error(`the proxy ${via.origin} answers CONNECT with ${response.statusCode}`);
}

function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const pair = `${decoded(username)}:${decoded(password)}`;

  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}
