/** Sends one GET as the connection options say, and returns the response with its body as a stream, such as an endless journal. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type ConnectionOptions, type NetworkRoute, STRAIGHT } from '../conformance/deployment/deployment.ts';
import { openConnections } from '../conformance/runner/client/connections.ts';
import { ProxyError } from '../conformance/runner/client/network-error.ts';
import { type AskForKeys, KEYS_ARE_JSON, KeysUnavailable, readKeys } from '../src/mock/auth/key-set.ts';

interface GetOptions {
  readonly reach: ConnectionOptions;
  readonly headers?: Readonly<Record<string, string>>;
  /** Also ends the body. */
  readonly signal: AbortSignal;
  /** Milliseconds until the headers of the response. */
  readonly timeout: number;
}

export interface StreamedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Read it to its end, or destroy it: that closes the connection. */
  readonly body: Readable;
}

/** @throws ProxyError; Error where the connection fails or no response arrives in time */
export async function getStream(
  url: URL,
  { reach, headers = {}, signal, timeout }: GetOptions,
): Promise<StreamedResponse> {
  const connections = openConnections(url, reach, { connections: 1, timeout });
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new Error(`no answer within ${timeout / 1000} s`)), timeout);
  try {
    const response = await connections.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers,
      signal: AbortSignal.any([signal, deadline.signal]),
    });
    response.body.once('close', () => void connections.close());

    return { status: response.statusCode, headers: response.headers, body: response.body };
  } catch (error) {
    await connections.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds. */
const KEYS_TIMEOUT = 5000;

/** Fetches a JWK set through an HTTP proxy. */
export function fetchKeysBy(route: NetworkRoute): AskForKeys {
  return async (url, input) => {
    const signal = input ?? AbortSignal.timeout(KEYS_TIMEOUT);
    const how = { reach: { ...STRAIGHT, route }, headers: KEYS_ARE_JSON, signal, timeout: KEYS_TIMEOUT };
    try {
      const { status, body } = await getStream(url, how);

      return { status, text: await readKeys(body) };
    } catch (error) {
      throw error instanceof ProxyError ? new KeysUnavailable(`the proxy ${error.message}`) : error;
    }
  };
}
