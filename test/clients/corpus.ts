/** A small HTTP client, apart from that of the selftest: what the clients of the corpus are written with. */

import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunContext } from '../../conformance/index.ts';

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

/** Again after any failure, up to `times` times. The pauses grow by `ms`. */
export async function again<T>(times: number, attempt: (number: number) => Promise<T>, ms = 20): Promise<T> {
  for (let number = 1; ; number += 1)
    try {
      return await attempt(number);
    } catch (error) {
      if (number > times) throw error;
      await pause(ms * number);
    }
}

// Clients with a mistake that costs money or leaks a card, each in a form of its own. None may pass in silence.

export type Steps = (client: Kit, context: RunContext) => Promise<unknown>;

const order = () => `order-${randomUUID().slice(0, 8)}`;
const code = () => randomUUID().slice(0, 6);
const quietly = (promise: Promise<unknown>) => promise.catch(() => undefined);

export const BROKEN: Readonly<Record<string, Steps>> = {
  // Double sales.
  'a new authCode for each attempt of a sale': async ({ fee, sale }) => {
    const sTxId = await fee(CART);
    await again(2, () => sale({ sTxId, authCode: code() }));
  },
  'the sale by sTxId, then by mTxId': async ({ fee, sale }) => {
    const mTxId = order();
    const sTxId = await fee({ ...CART, mTxId });
    await again(2, (attempt) => sale(attempt === 1 ? { sTxId } : { mTxId }));
  },
  'a webhook and a page that both sell, each with its authCode': async ({ fee, sale }) => {
    const sTxId = await fee(CART);
    await Promise.all([sale({ sTxId, authCode: 'page' }), sale({ sTxId, authCode: 'webhook' })]);
  },
  'the whole checkout again, under a new mTxId': async ({ fee, sale }) =>
    again(1, async () => {
      const mTxId = order();
      await fee({ ...CART, mTxId });
      await sale({ mTxId, authCode: 'A1' });
    }),
  'the whole checkout again without an mTxId': async ({ fee, sale }) =>
    again(1, async () => sale({ sTxId: await fee(CART), authCode: 'A1' })),
  'a second capture after the sale': async ({ fee, sale }) => {
    const sTxId = await fee({ ...CART, mTxId: order() });
    await sale({ sTxId, authCode: 'authorised' });
    await sale({ sTxId, authCode: 'captured' });
  },
  'sale, update with another card, the same sale again': async ({ fee, sale }) => {
    const sTxId = await fee(CART);
    await sale({ sTxId, authCode: 'A1' });
    await fee({ ...OTHER_CARD, sTxId });
    await sale({ sTxId, authCode: 'A1' });
  },
  'a sale again without its authCode after a broken answer': async ({ fee, sale }) => {
    const sTxId = await fee(CART);
    await sale({ sTxId, authCode: 'A1' }).catch(() => sale({ sTxId }));
  },
  'a sale that is given up, and one of the next cart in its place': async ({ fee, sale }) => {
    const first = await fee({ ...CART, mTxId: order() });
    await sale({ sTxId: first }).catch(async () => sale({ sTxId: await fee({ ...CART, mTxId: order() }) }));
  },
  // Prices that are not those of the sale.
  'a price after the sale, by sTxId': async ({ fee, sale }) => {
    const sTxId = await fee(CART);
    await sale({ sTxId });
    await fee({ ...CART, amount: 99, sTxId });
  },
  'a price after the sale, by mTxId, for the receipt': async ({ fee, sale }) => {
    const mTxId = order();
    await fee({ ...CART, mTxId });
    await sale({ mTxId });
    await fee({ ...CART, mTxId });
  },
  'one mTxId for two orders': async ({ fee, sale }) => {
    for (const card of [CART, OTHER_CARD]) await sale({ sTxId: await fee({ ...card, mTxId: 'cart' }) });
  },
  'the number of the customer as mTxId': async ({ fee, sale }) => {
    for (const card of [CART, OTHER_CARD]) {
      await fee({ ...card, mTxId: 'customer-7' });
      await sale({ mTxId: 'customer-7', authCode: code() });
    }
  },
  'a sale beside the update': async ({ fee, sale, post }) => {
    const sTxId = await fee(CART);
    const update = quietly(post(FEE, { ...CART, amount: 80, sTxId }));
    await pause(50);
    await sale({ sTxId });
    await update;
  },
  'a sale at the old price where the update is refused': async ({ fee, sale, post }) => {
    const sTxId = await fee(CART);
    await quietly(post(FEE, { ...CART, amount: 80, sTxId }));
    await sale({ sTxId });
  },
  'a sale at the old price where the update is lost': async ({ fee, sale, post }) => {
    const sTxId = await fee(CART);
    let isRefused = false;
    await quietly(post(FEE, { ...CART, amount: 80, sTxId }).then(({ status }) => (isRefused = status > 299)));
    if (isRefused) throw new Error('refused');
    await sale({ sTxId });
  },
  // Sales that should not be.
  'a sale whatever the fee call says': async ({ post }) => {
    const mTxId = order();
    await quietly(post(FEE, { ...CART, mTxId }));
    await post(SALE, { mTxId });
  },
  'a sale by the status of the fee call alone': async ({ post, sale }) => {
    const { status, body } = await post(FEE, CART);
    if (status !== 200 && status !== 201 && status !== 202) throw new Error(`status ${status}`);
    await sale({ sTxId: body['sTxId'] });
  },
  'a sale wherever there is an sTxId': async ({ post, sale }) => {
    const { body } = await post(FEE, CART);
    if (body['sTxId'] === undefined) throw new Error('no sTxId');
    await sale({ sTxId: body['sTxId'] });
  },
  'a sale after a lost fee call': async ({ post, sale }) => {
    const mTxId = order();
    const { status } = await post(FEE, { ...CART, mTxId }).catch(() => ({ status: 200 }));
    if (status > 299) throw new Error(`status ${status}`);
    await sale({ mTxId });
  },
  // Time.
  'no time limit': async ({ post, sale }) => {
    const { status, body } = await post(FEE, CART, { timeout: 0 });
    if (status > 299 || body['message'] !== 'ok') throw new Error('no fee');
    await sale({ sTxId: body['sTxId'] });
  },
  'no time limit, in a test that its runner ends': async ({ post }, { signal }) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(2_700)]);
    const ended = new Promise<never>((_, reject) =>
      limit.addEventListener('abort', () => reject(new Error('Test timed out in 5000ms.')), { once: true }),
    );
    const { status, body } = await Promise.race([post(FEE, CART, { timeout: 0 }), ended]);
    if (status > 299 || body['message'] !== 'ok') throw new Error('no fee');
  },
  'no time limit for the sale, in a test that its runner ends': async ({ fee, post }, { signal }) => {
    const sTxId = await fee(CART);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(2_700)]);
    const ended = new Promise<never>((_, reject) =>
      limit.addEventListener('abort', () => reject(new Error('Exceeded timeout of 5000 ms for a test.')), {
        once: true,
      }),
    );
    const { status } = await Promise.race([post(SALE, { sTxId }, { timeout: 0 }), ended]);
    if (status > 299) throw new Error('no sale');
  },
  'attempts without an end': async ({ fee }) => again(200, () => fee({ ...CART, mTxId: 'order-1' })),
  'attempts without a pause': async ({ fee }) => {
    for (let attempt = 0; attempt < 15; attempt += 1)
      if ((await quietly(fee({ ...CART, mTxId: 'order-1' }))) !== undefined) return;
    throw new Error('no fee');
  },
  'a sale again before Retry-After': async ({ fee, post }) => {
    const sTxId = await fee(CART);
    for (let attempt = 0; attempt < 4; attempt += 1)
      if ((await post(SALE, { sTxId, authCode: 'A1' })).status < 300) return;
    throw new Error('no sale');
  },
  'a fee call again before Retry-After': async ({ post, sale }) => {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { status, body } = await post(FEE, { ...CART, mTxId: 'order-1' });
      if (status < 300 && body['message'] === 'ok') return sale({ sTxId: body['sTxId'] });
    }
    throw new Error('no fee');
  },
  'a sale again and again': async ({ fee, sale }) => {
    const sTxId = await fee({ ...CART, mTxId: order() });
    await again(1_000, () => sale({ sTxId }), 0);
  },
  'a fee call again until its answer is JSON': async ({ fee, sale }) => {
    const mTxId = order();
    const priced = (): Promise<string> =>
      fee({ ...CART, mTxId }).catch((error) => {
        if (!(error instanceof SyntaxError)) throw error;

        return pause(20).then(priced);
      });
    await sale({ sTxId: await priced() });
  },
  'a fee call again until it is accepted': async ({ post, sale }) => {
    const mTxId = order();
    for (;;) {
      const { status, body } = await post(FEE, { ...CART, mTxId });
      if (status < 300 && body['message'] === 'ok') return sale({ mTxId });
      if (status > 499) throw new Error('no fee');
      await pause(20);
    }
  },
  'a new mTxId for each attempt of the first call': async ({ fee, sale }) =>
    sale({ sTxId: await again(2, () => fee({ ...CART, mTxId: order() })) }),
  'a second first call after a time limit': async ({ post, sale }) => {
    const { status, body } = await post(FEE, CART).catch((error: Error) => {
      if (error.name !== 'TimeoutError') throw error;

      return post(FEE, CART);
    });
    if (status > 299 || body['message'] !== 'ok') throw new Error('no fee');
    await sale({ sTxId: body['sTxId'] });
  },
};

// Sound clients, each in a way of its own: none may be accused.

/** A client of node:http, which reads answers by hand. */
function viaHttp(
  { url, token, signal }: RunContext,
  path: string,
  fields: Fields,
  agent: boolean,
): Promise<Fields> {
  const body = JSON.stringify(fields);

  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      {
        ...{ method: 'POST', signal, timeout: 2_600 },
        ...(agent ? {} : { agent: false }),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'x-requested-with': 'xhr',
          authorization: `bearer ${token}`,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode = 0 } = response;
          if (statusCode < 200 || statusCode > 299) return reject(new Error(`status ${statusCode}`));
          try {
            resolve(JSON.parse(Buffer.concat(chunks).toString()));
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end(body);
  });
}

const byHttp =
  (agent: boolean): Steps =>
  async (_, context) => {
    const { message, sTxId } = await viaHttp(context, FEE, CART, agent);
    if (message !== 'ok') throw new Error(String(message));
    await viaHttp(context, SALE, { sTxId, authCode: 'A1' }, agent);
  };

export const SOUND: Readonly<Record<string, Steps>> = {
  'one order by mTxId, which it retries': async ({ fee, sale }) => {
    const mTxId = order();
    await fee({ ...CART, mTxId }, 2);
    await sale({ mTxId, authCode: 'A1' }, 2);
  },
  'both identifiers at the sale': async ({ fee, sale }) => {
    const mTxId = order();
    const sTxId = await fee({ ...CART, mTxId }, 1);
    await sale({ sTxId, mTxId, authCode: 'A1' }, 1);
  },
  'an update to another card, before the sale': async ({ fee, sale }) => {
    const mTxId = order();
    await fee({ ...CART, mTxId }, 2);
    await fee({ ...OTHER_CARD, mTxId }, 2);
    await sale({ mTxId }, 2);
  },
  'many updates, and a sale with the same code in each attempt': async ({ fee, sale }) => {
    const mTxId = order();
    for (const amount of [10, 20, 30, 40]) await fee({ ...CART, amount, mTxId }, 2);
    await sale({ mTxId, authCode: 'A1' }, 2);
  },
  'the whole checkout again under the same mTxId': async ({ fee, sale }) => {
    const mTxId = order();
    const checkout = async () => {
      await fee({ ...CART, mTxId }, 1);
      await sale({ mTxId, authCode: 'A1' }, 1);
    };
    // Longer than the Retry-After of any scenario.
    await again(1, checkout, 1_100);
  },
  'three orders, one after another': async ({ fee, sale }) => {
    for (const card of [CART, OTHER_CARD, CART])
      await sale({ sTxId: await fee({ ...card, mTxId: order() }) });
  },
  'parts of one cart on two cards': async ({ fee, sale }) => {
    const part = { totalAmount: 95.5, mTxId: order() };
    await sale({ sTxId: await fee({ ...CART, ...part }), authCode: 'A1' });
    await fee({ ...OTHER_CARD, ...part });
  },
  'a basket that asks again while it changes, and an abandoned one': async ({ fee, sale }) => {
    const sTxId = await fee(CART);
    for (const amount of [70, 75, 64.5]) await fee({ ...CART, amount, sTxId });
    await fee(OTHER_CARD);
    await sale({ sTxId, authCode: 'A1' });
  },
  'node:http with a pool': byHttp(true),
  'node:http without a pool': byHttp(false),
  'a time limit that leaves the request behind': async ({ post, sale }) => {
    const limited = <T>(answer: Promise<T>) =>
      Promise.race([answer, pause(2_600).then(() => Promise.reject(new Error('no answer in time')))]);
    const { status, body } = await limited(post(FEE, CART));
    if (status > 299 || body['message'] !== 'ok') throw new Error('no fee');
    await limited(sale({ sTxId: body['sTxId'] }));
  },
  'one time limit for the whole checkout': async ({ fee, sale }) => {
    const checkout = (async () => sale({ sTxId: await fee(CART) }))();
    await Promise.race([
      checkout,
      pause(5_200).then(() => Promise.reject(new Error('checkout took too long'))),
    ]);
  },
  'a queue that sends a lost sale again later': async ({ fee, sale }) => {
    const sTxId = await fee(CART, 0);
    const job = { sTxId, authCode: 'A1' };
    await sale(job, 1).catch(async () => {
      await pause(30);
      await sale(job, 1);
    });
  },
  'another card after a refused sale': async ({ fee, post }) => {
    const mTxId = order();
    await fee({ ...CART, mTxId }, 1);
    const { status } = await post(SALE, { mTxId, authCode: 'A1' });
    if (status < 300) return;
    await fee({ ...OTHER_CARD, mTxId }, 1);
    throw new Error('the customer has to confirm the other card');
  },
  'a client that shows the error and ends well': async ({ fee, sale }) => {
    await fee({ ...CART, mTxId: order() }, 1)
      .then((sTxId) => sale({ sTxId, authCode: 'A1' }, 1))
      .catch(() => 'try again later');
  },
};
