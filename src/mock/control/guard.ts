/** Refuses control requests of other machines, and of web pages of other origins. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { maskHeader } from '../../text/mask.ts';
import { type Refusal, type RefusalCode, refuseBecause } from '../refusal.ts';
import { isJsonType } from '../stages/required-headers.ts';

/** Of a header, in characters. */
const LONGEST_SHOWN = 80;

/** The machines that may use the control routes: this one, or all. */
export type Access = 'loopback' | 'anyone';

export interface Caller {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The address of the client. */
  readonly peer: string | undefined;
  readonly scheme: 'http' | 'https';
  readonly body: Buffer | undefined;
}

/**
 * @param host the name or address that the mock listens on
 * @returns undefined where the caller is let in
 */
export function guard(caller: Caller, access: Access, host: string): Refusal | undefined {
  const { method, headers, peer, scheme, body } = caller;
  const name = hostnameOf(headers.host);
  if (access === 'loopback') {
    if (!isLoopback(peer ?? '')) {
      return refuseBecause(
        'control-forbidden',
        `address of the client: expected one of this machine, got ${peer ?? 'none'}; tollgate mock --control anyone lets others in`,
      );
    }
    // With DNS rebinding a page of another site arrives from this machine too, but with the name of its site.
    if (name !== undefined && !isLoopback(name) && name !== host.toLowerCase()) {
      const expected = 'localhost, a loopback address or the name that the mock listens on';

      return refuseHeader('control-forbidden', 'Host', expected, headers.host);
    }
  }
  const { origin } = headers;
  if (origin !== undefined && origin.toLowerCase() !== `${scheme}://${headers.host ?? ''}`.toLowerCase()) {
    return refuseHeader('control-forbidden', 'Origin', 'none, or the origin of the mock', origin);
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return refuseHeader('control-forbidden', 'Sec-Fetch-Site', 'none, or same-origin', site);
  }
  // A page may send other media types to any origin without a preflight.
  const hasBody = body !== undefined && body.length > 0;
  if (hasBody && method !== 'GET' && method !== 'HEAD' && !isJsonType(headers['content-type'])) {
    const got = headers['content-type'];

    return refuseHeader('unsupported-media-type', 'Content-Type', 'application/json', got);
  }

  return undefined;
}

function refuseHeader(code: RefusalCode, name: string, expected: string, value: unknown): Refusal {
  const got = value === undefined ? 'none' : maskHeader(name, String(value)).slice(0, LONGEST_SHOWN);

  return refuseBecause(code, `header ${name}: expected ${expected}, got ${got}`);
}

/** Without the port. Undefined without the header Host, which browsers always send. */
function hostnameOf(host: string | undefined): string | undefined {
  if (host === undefined) return undefined;

  return (/^\[(.*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, '')).toLowerCase();
}

/** Of an address, or of a name that resolves to this machine only. */
function isLoopback(address: string): boolean {
  if (address === 'localhost' || address.endsWith('.localhost')) return true;
  const bare = address.replace(/^::ffff:/, '');

  return bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
