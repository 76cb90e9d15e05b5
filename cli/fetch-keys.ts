/** Fetches the JWK set through an HTTP proxy. */

import { type NetworkRoute, STRAIGHT } from '../conformance/deployment/deployment.ts';
import { ProxyError } from '../conformance/runner/client/network-error.ts';
import { type AskForKeys, KEYS_ARE_JSON, KeysUnavailable, readKeys } from '../src/mock/auth/key-set.ts';
import { getStream } from './get-stream.ts';

/** Milliseconds. */
const TIMEOUT = 5000;

export function fetchKeysBy(route: NetworkRoute): AskForKeys {
  const reach = { ...STRAIGHT, route };

  return async (url, input) => {
    const signal = input ?? AbortSignal.timeout(TIMEOUT);
    try {
      const { status, body } = await getStream(url, {
        reach,
        headers: KEYS_ARE_JSON,
        signal,
        timeout: TIMEOUT,
      });
      return { status, text: await readKeys(body) };
    } catch (error) {
      throw error instanceof ProxyError ? new KeysUnavailable(`the proxy ${error.message}`) : error;
    }
  };
}
