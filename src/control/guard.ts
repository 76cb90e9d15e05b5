/** Refuses control requests from other machines, and from web pages of other origins. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { maskHeader } from '../text/mask.ts';

/** Of a header, in characters. */
const LONGEST_SHOWN = 80;

export interface ControlCaller {
  readonly headers: IncomingHttpHeaders;
  /** The address of the client. */
  readonly peer: string | undefined;
  readonly scheme: 'http' | 'https';
}

/** What refuses a caller from another machine. */
export interface MachineGuard {
  /** The name or address that the server listens on. */
  readonly host: string;
  /** What lets other machines in, for the refusal; undefined where they are let in. */
  readonly advice: string | undefined;
}

/** @returns why the caller is not let in; undefined where it is */
export function refuseForeign(caller: ControlCaller, { host, advice }: MachineGuard): string | undefined {
  const { headers, peer, scheme } = caller;
  if (advice !== undefined && !isLoopback(peer ?? ''))
    return `address of the client: expected one of this machine, got ${peer ?? 'none'}${advice}`;
  const name = hostnameOf(headers.host);
  // With DNS rebinding a page of another site arrives from the same machines too, but with the name of its site.
  if (name !== undefined && !isLoopback(name) && name !== host.toLowerCase()) {
    if (advice !== undefined)
      return describeHeader(
        'Host',
        'localhost, a loopback address or the name that the server listens on',
        headers.host,
      );
    if (!isLocalName(name))
      return describeHeader(
        'Host',
        'an address such as 10.0.0.7, a name without a dot, one that ends with .local or .internal, or the name of --host',
        headers.host,
      );
  }
  const { origin } = headers;
  if (origin !== undefined && origin.toLowerCase() !== `${scheme}://${headers.host ?? ''}`.toLowerCase())
    return describeHeader('Origin', 'none, or its own origin', origin);
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return describeHeader('Sec-Fetch-Site', 'none, or same-origin', site);

  return undefined;
}

export function describeHeader(name: string, expected: string, value: unknown): string {
  const got = value === undefined ? 'none' : maskHeader(name, String(value)).slice(0, LONGEST_SHOWN);

  return `header ${name}: expected ${expected}, got ${got}`;
}

/** The host without its port; undefined without the header Host, which browsers always send. */
function hostnameOf(host: string | undefined): string | undefined {
  if (host === undefined) return undefined;

  return (/^\[(.*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, '')).toLowerCase();
}

/** Whether a host is an address, or a name that no site of the internet can have. */
function isLocalName(name: string): boolean {
  return isIP(name) !== 0 || !name.includes('.') || /\.(?:local|internal|home\.arpa|test)$/.test(name);
}

/** Whether an address, or a name, means this machine only. */
export function isLoopback(address: string): boolean {
  if (address === 'localhost' || address.endsWith('.localhost')) return true;
  const bare = address.replace(/^::ffff:/, '');

  return bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
