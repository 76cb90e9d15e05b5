/** A small HTTP client, apart from that of the selftest: what the clients of the corpus are written with. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RunContext } from '../../../conformance/index.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Kit {
  /** Sends once. Rejects where no whole JSON object comes back. */
  readonly post: (path: string, fields: Fields, options?: PostOptions) => Promise<Answer>;
  /** A fee call that has to be accepted, sent again up to `retries` times where no answer comes. */
  readonly fee: (fields: Fields, retries?: number) => Promise<string>;
  readonly sale: (fields: Fields, retries?: number) => Promise<string>;
}

interface PostOptions {
  /** In milliseconds; 0 for none. */
  readonly timeout?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Fields;
}

export const CART = { amount: 64.5, nicn: '424242', region: '85004' };
export const OTHER_CARD = { amount: 31, nicn: '555555', region: '85004' };
export const FEE = '/v1/ch';
export const SALE = '/v1/ch/sale';

/** In milliseconds: longer than the two seconds of the late answers. */
const TIMEOUT = 2_600;

export function kit({ url, token, signal }: RunContext, limit = TIMEOUT): Kit {
  const post: Kit['post'] = async (path, fields, options = {}) => {
    const { timeout = limit } = options;
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Requested-With': 'xhr',
        Authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(fields),
      signal: timeout === 0 ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    });
    const text = await response.text();

    return { status: response.status, headers: response.headers, body: response.ok ? JSON.parse(text) : {} };
  };

  /** Waits longer each time, and as long as the service says. */
  const retried = async (path: string, fields: Fields, retries: number): Promise<Answer> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await post(path, fields);
        const isBusy = answer.status === 429 || answer.status === 503;
        if (!isBusy || attempt >= retries) return answer;
        await pause(1000 * Number(answer.headers.get('retry-after') ?? 0) + 20, undefined, { signal });
      } catch (error) {
        if (attempt >= retries) throw error;
        await pause(20 * 2 ** attempt, undefined, { signal });
      }
    }
  };

  return {
    post,
    async fee(fields, retries = 0) {
      const { status, body } = await retried(FEE, fields, retries);
      if (status > 299 || body['message'] !== 'ok') throw new Error(`no fee: ${status}`);

      return String(body['sTxId']);
    },
    async sale(fields, retries = 0) {
      const { status, body } = await retried(SALE, fields, retries);
      if (status > 299 || typeof body['sTxId'] !== 'string') throw new Error(`no sale: ${status}`);

      return body['sTxId'];
    },
  };
}

/** Again after any failure, up to so many times. The pauses grow by `ms`. */
export async function again<T>(times: number, attempt: (number: number) => Promise<T>, ms = 20): Promise<T> {
  for (let number = 1; ; number += 1)
    try {
      return await attempt(number);
    } catch (error) {
      if (number > times) throw error;
      await pause(ms * number);
    }
}
