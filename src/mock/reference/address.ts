/** The address of the mock as its client knows it: from the header Host, or from the connection. */
import { isIPv6 } from 'node:net';

/** The mock's end of a connection. */
export interface LocalEnd {
  readonly isTls: boolean;
  /** Undefined for an injected request, as is the port. */
  readonly address: string | undefined;
  readonly port: number | undefined;
}

/** No other characters, since the address is written into HTML, YAML and shell commands. */
const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * An origin such as `http://127.0.0.1:4010`.
 *
 * @param host the header Host; one that is not a host name is ignored
 */
export function addressOf(host: string | undefined, { isTls, address, port }: LocalEnd): string {
  const scheme = isTls ? 'https' : 'http';
  const named = `${scheme}://${host}`;
  if (host !== undefined && HOST.test(host) && URL.canParse(named)) return new URL(named).origin;
  if (address === undefined || port === undefined) return `${scheme}://localhost`;

  return `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}
