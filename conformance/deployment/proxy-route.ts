/** Selects the proxy for an address from HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY. */
import { BlockList, isIP } from 'node:net';
import type { NetworkRoute } from './connection-options.ts';
import { DeploymentError } from './deployment.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Follows curl, so that a printed command takes the same route; except that loopback addresses never use a proxy,
 * which would resolve them as its own.
 *
 * @throws DeploymentError where a variable names no usable proxy
 */
export function selectRoute(url: URL, environment: Environment): NetworkRoute {
  const own = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const names = [own, own.toUpperCase(), 'all_proxy', 'ALL_PROXY'];
  const variable = names.find((name) => (environment[name] ?? '') !== '');
  if (variable === undefined) return { kind: 'straight' };
  if (isLoopback(url)) return { kind: 'past-proxy' };
  const exceptions = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
  if (exceptions.split(/[\s,]+/).some((entry) => matchesException(entry, url))) return { kind: 'straight' };

  return { kind: 'by-proxy', proxy: parseProxy(environment[variable] ?? '', variable), variable };
}

/** Whether the host is this machine. `URL` has normalised it: IPv4 as four numbers, IPv6 short and in brackets. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^(127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]+\])$/.test(hostname)
  );
}

/** The error does not repeat the address, which may contain a password. */
function parseProxy(text: string, variable: string): URL {
  const address = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  if (proxy !== undefined && /^https?:$/.test(proxy.protocol)) return proxy;
  const got = proxy === undefined ? 'something else' : `one that begins with ${proxy.protocol}//`;
  throw new DeploymentError(
    `${variable}: expected the address of a proxy, such as http://proxy.example.com:3128, got ${got}; NO_PROXY lists hosts to connect to directly`,
  );
}

/** An entry is `*`, a domain after an optional `.` or `*.`, an address or a CIDR range, with an optional `:PORT`. */
function matchesException(entry: string, url: URL): boolean {
  const [, bracketed, bare, port] = /^(?:\[(.+)\]|([^:]*|.*:.*:.*))(?::(\d+))?$/.exec(entry) ?? [];
  const name = (bracketed ?? bare ?? '').toLowerCase().replace(/\.$/, '');
  if (name === '' || (port !== undefined && port !== portOf(url))) return false;
  if (name === '*') return true;
  const host = hostOf(url);
  if (name.includes('/')) return isInRange(host, name);
  if (isIP(name) !== 0) return host === hostOf(new URL(`http://${isIP(name) === 6 ? `[${name}]` : name}`));
  const domain = name.replace(/^\*?\./, '');

  return host.endsWith(`.${domain}`) || (host === domain && !name.startsWith('*'));
}

function isInRange(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const family = isIP(host);
  const maxBits = family === 6 ? 128 : 32;
  if (family === 0 || family !== isIP(network) || !/^\d+$/.test(bits) || Number(bits) > maxBits) return false;
  const type = family === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(network, Number(bits), type);

  return list.check(host, type);
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function portOf({ port, protocol }: URL): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}
