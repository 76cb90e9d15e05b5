/** By which way an address is asked, as the environment tells: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY. */
import { BlockList, isIP } from 'node:net';
import type { Route } from '../client/reach.ts';
import { isLoopback } from '../loopback.ts';
import { DeploymentError } from './deployment-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * As curl does it, so that a printed command goes the same way, save for addresses of this machine: for a proxy those
 * would be addresses of the proxy's own.
 *
 * @throws DeploymentError where a variable names no proxy that can be used
 */
export function routeTo(url: URL, environment: Environment): Route {
  const own = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const names = [own, own.toUpperCase(), 'all_proxy', 'ALL_PROXY'];
  const variable = names.find((name) => (environment[name] ?? '') !== '');
  if (variable === undefined) return { kind: 'straight' };
  if (isLoopback(url)) return { kind: 'past-proxy' };
  const exceptions = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
  if (exceptions.split(/[\s,]+/).some((entry) => excepts(entry, url))) return { kind: 'straight' };

  return { kind: 'by-proxy', proxy: readProxy(environment[variable] ?? '', variable), variable };
}

/** What came is not repeated: it may hold a password. */
function readProxy(text: string, variable: string): URL {
  const address = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  if (proxy !== undefined && /^https?:$/.test(proxy.protocol)) return proxy;
  const got = proxy === undefined ? 'something else' : `one that begins with ${proxy.protocol}//`;
  throw new DeploymentError(
    `${variable}: expected the address of a proxy, such as http://proxy.example.com:3128, got ${got}; NO_PROXY names what is asked without it`,
  );
}

/** `*`, a name with all names below it, `*.` or `.` before it, an address, or a range of them; each may end in a port. */
function excepts(entry: string, url: URL): boolean {
  const [, bracketed, bare, port] = /^(?:\[(.+)\]|([^:]*|.*:.*:.*))(?::(\d+))?$/.exec(entry) ?? [];
  const name = (bracketed ?? bare ?? '').toLowerCase().replace(/\.$/, '');
  if (name === '' || (port !== undefined && port !== portOf(url))) return false;
  if (name === '*') return true;
  const host = hostOf(url);
  if (name.includes('/')) return isWithin(host, name);
  if (isIP(name) !== 0) return host === hostOf(new URL(`http://${isIP(name) === 6 ? `[${name}]` : name}`));
  const domain = name.replace(/^\*?\./, '');

  return host.endsWith(`.${domain}`) || (host === domain && !name.startsWith('*'));
}

/** Whether the host is an address of the range, such as 10.0.0.0/8. */
function isWithin(host: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const family = isIP(host);
  const most = family === 6 ? 128 : 32;
  if (family === 0 || family !== isIP(network) || !/^\d+$/.test(bits) || Number(bits) > most) return false;
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
