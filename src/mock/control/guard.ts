/** Who may ask the control routes: nobody from elsewhere, and no page of another site by way of somebody's browser. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { type Refusal, refuseBecause } from '../refusal.ts';
import { isJsonType } from '../required-headers.ts';

/** From which machines: this one, or all. */
export type Access = 'loopback' | 'anyone';

export interface Caller {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The address that the connection comes from. */
  readonly peer: string | undefined;
  readonly scheme: string;
  readonly bytes: Buffer | undefined;
}

/**
 * @param host what the mock was told to listen on
 * @returns undefined where the caller may ask
 */
export function guard(caller: Caller, access: Access, host: string): Refusal | undefined {
  const { method, headers, peer, scheme, bytes = { length: 0 } } = caller;
  const name = hostnameOf(headers.host);
  if (access === 'loopback') {
    if (!isLoopback(peer ?? '')) {
      return forbid('only this machine may ask; tollgate mock --control anyone lets others do so too');
    }
    // A page whose name was made to lead here comes from this machine too, under its own name.
    if (name !== undefined && !isLoopback(name) && name !== host.toLowerCase()) {
      return forbid('the header Host: expected localhost, a loopback address or what the mock listens on');
    }
  }
  const { origin } = headers;
  if (origin !== undefined && origin.toLowerCase() !== `${scheme}://${headers.host ?? ''}`.toLowerCase()) {
    return forbid('the header Origin: expected none or that of the mock itself');
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return forbid('the header Sec-Fetch-Site: expected none or same-origin');
  }
  // A page may send other media types to anybody without asking first.
  if (bytes.length > 0 && method !== 'GET' && method !== 'HEAD' && !isJsonType(headers['content-type'])) {
    return refuseBecause(
      'unsupported-media-type',
      'header Content-Type: expected application/json, got something else',
    );
  }

  return undefined;
}

function forbid(detail: string): Refusal {
  return refuseBecause('control-forbidden', detail);
}

/** Without the port; browsers always say one, so who says none is no page. */
function hostnameOf(host: string | undefined): string | undefined {
  if (host === undefined) return undefined;

  return (/^\[(.*)\](?::\d*)?$/.exec(host)?.[1] ?? host.replace(/:\d*$/, '')).toLowerCase();
}

/** Of an address, or of a name that leads to this machine and nowhere else. */
function isLoopback(address: string): boolean {
  if (address === 'localhost' || address.endsWith('.localhost')) return true;
  const bare = address.replace(/^::ffff:/, '');

  return bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
