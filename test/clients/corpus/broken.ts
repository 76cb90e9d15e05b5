/** Clients with a mistake that costs money or leaks a card, each in a form of its own. None may pass in silence. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunContext } from '../../../conformance/index.ts';
import { again, CART, FEE, type Kit, OTHER_CARD, SALE } from './kit.ts';

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
