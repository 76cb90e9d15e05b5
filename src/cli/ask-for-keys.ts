/** Asks for the keys that tokens are verified by, by way of a proxy. */

import { type Route, STRAIGHT } from '../../conformance/deployment/connection-options.ts';
import { getStream } from '../../conformance/runner/client/get-stream.ts';
import { ProxyError } from '../../conformance/runner/client/network-error.ts';
import { type AskForKeys, KEYS_ARE_JSON, KeysUnavailable } from '../mock/auth/key-set.ts';

/** Milliseconds. */
const PATIENCE = 5000;

export function askForKeysBy(route: Route): AskForKeys {
  const reach = { ...STRAIGHT, route };

  return async (url, given) => {
    const signal = given ?? AbortSignal.timeout(PATIENCE);
    try {
      const { status, body } = await getStream(url, {
        reach,
        headers: KEYS_ARE_JSON,
        signal,
        timeout: PATIENCE,
      });
      let text = '';
      for await (const piece of body.setEncoding('utf8')) text += piece;

      return { status, text };
    } catch (error) {
      throw error instanceof ProxyError ? new KeysUnavailable(`the proxy ${error.message}`) : error;
    }
  };
}
