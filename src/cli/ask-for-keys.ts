/** Asks for the keys that tokens are verified by, by way of a proxy. */
import { getOnce } from '../../conformance/client/get-once.ts';
import { type Route, STRAIGHT } from '../../conformance/client/reach.ts';
import { ProxyFault } from '../../conformance/client/tunnel.ts';
import { type AskForKeys, KEYS_ARE_JSON, KeysUnavailable } from '../mock/auth/key-set.ts';

/** Milliseconds. */
const PATIENCE = 5000;

export function askForKeysBy(route: Route): AskForKeys {
  const reach = { ...STRAIGHT, route };

  return async (url, given) => {
    const signal = given ?? AbortSignal.timeout(PATIENCE);
    try {
      const answer = await getOnce(url, { reach, headers: KEYS_ARE_JSON, signal, patience: PATIENCE });
      let text = '';
      for await (const piece of answer.setEncoding('utf8')) text += piece;

      return { status: answer.statusCode ?? 0, text };
    } catch (error) {
      throw error instanceof ProxyFault ? new KeysUnavailable(`the proxy ${error.message}`) : error;
    }
  };
}
