/** The destination of a request: its target at the service, and its operation of the API. */
import type { IncomingMessage } from 'node:http';

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
