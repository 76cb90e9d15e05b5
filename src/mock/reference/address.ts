/** The address by which a client reached the mock: what it says itself, as far as that can be one. */
import { isIPv6 } from 'node:net';

/** The end of a connection at which the mock is. */
export interface LocalEnd {
  readonly isTls: boolean;
  /** Both undefined where there is no connection. */
  readonly address: string | undefined;
  readonly port: number | undefined;
}

/** Whatever has another character in it is no host, and could be anything in a page or a contract. */
const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Such as `http://127.0.0.1:4010`, from the header Host or else from the connection. */
export function addressOf(host: string | undefined, { isTls, address, port }: LocalEnd): string {
  const scheme = isTls ? 'https' : 'http';
  const said = `${scheme}://${host}`;
  if (host !== undefined && HOST.test(host) && URL.canParse(said)) return new URL(said).origin;
  if (address === undefined || port === undefined) return `${scheme}://localhost`;

  return `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}
