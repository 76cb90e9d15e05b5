/** Sound clients, each in a way of its own: none may be accused. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunContext } from '../../../conformance/index.ts';
import type { Steps } from './broken.ts';
import { again, CART, FEE, type Fields, OTHER_CARD, SALE } from './kit.ts';

const order = () => `order-${randomUUID().slice(0, 8)}`;

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
