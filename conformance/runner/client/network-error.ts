/** Classifies network errors: why a request got no response, and whether the proxy is to blame. */
import type { FailureCause } from '../../rule/http-result.ts';

/** The proxy failed or refused: nothing reached the deployment. The message names the proxy without its password. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code = 'proxy';
}

/** From an error of the connection to the proxy. */
export function proxyFailure({ origin }: URL, error: Error): ProxyError {
  if (error.name === 'HTTPParserError') return new ProxyError(`${origin} does not speak HTTP`);
  const code = codeOf(error.cause ?? error);

  return new ProxyError(
    code === 'ECONNRESET' || code === 'UND_ERR_SOCKET'
      ? `${origin} closes the connection without an answer`
      : `${origin} cannot be reached (${code})`,
  );
}

/** From the proxy's response. */
export function proxyRefusal(
  { origin, username, password }: URL,
  status: number,
  target: string,
): ProxyError {
  if (status !== 407) return new ProxyError(`${origin} does not lead to ${target}: it answers ${status}`);

  return new ProxyError(
    username + password === ''
      ? `${origin} requires a login (407)`
      : `${origin} rejects the given login (407)`,
  );
}

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
]);

/** Matches the codes of TLS errors, by OpenSSL and by Node. */
export const TLS_ERROR = /CERT|SIGNED|SIGNATURE|ISSUER|CRL|SSL|TLS|HOSTNAME_MISMATCH|EPROTO/;

/** By code, or by message where undici closes the socket itself. */
const NOT_HTTP: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: 'its header is longer than 16 KiB',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its body has two lengths',
  'bad response': 'it sends a response without a request, such as 100 Continue',
  'bad upgrade': 'it switches to another protocol',
};

export interface NetworkFailure {
  readonly cause: FailureCause;
  readonly detail: string;
}

/** `timeout` in milliseconds; `hasHeaders`: whether the headers of a response have arrived. */
export function describeNetworkError(error: unknown, timeout = 0, hasHeaders = false): NetworkFailure {
  if (error instanceof ProxyError) return { cause: 'proxy', detail: error.message };
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const code = codeOf(error);
  if (['TimeoutError', 'AbortError', 'ConnectTimeoutError'].includes(name))
    return { cause: 'timeout', detail: `nothing within ${timeout} ms` };
  if (UNREACHABLE.has(code)) return { cause: 'unreachable', detail: code };
  if (TLS_ERROR.test(code)) return { cause: 'unreachable', detail: `TLS: ${code}` };
  const notHttp = NOT_HTTP[code] ?? NOT_HTTP[message];
  if (notHttp !== undefined) return { cause: 'not-http', detail: notHttp };
  if (name === 'HTTPParserError') return { cause: 'not-http', detail: 'the answer is not HTTP' };

  return hasHeaders
    ? { cause: 'cut-off', detail: 'the answer broke off' }
    : { cause: 'reset', detail: 'the connection was closed without an answer' };
}

/** Its code, or its name where it has none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';

  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
