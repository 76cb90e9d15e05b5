/** Clients with one mistake each, by the rule that must find it. */

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { RunContext } from '../../conformance/index.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import {
  createShop,
  type Fields,
  type Outgoing,
  type Priced,
  type Reply,
  readObject,
  type ShopBehavior,
} from './shop.ts';

export type RunShop = (context: RunContext) => Promise<void>;

const CART = { amount: 100, nicn: '424242', region: '85004' };

/** Sends a fee call, an update and the sale of one order. */
function selling(behavior: ShopBehavior, change: Fields = {}): RunShop {
  return async (context) => {
    const shop = createShop(context, behavior);
    const first = await shop.fee({ ...CART, mTxId: 'order-1', ...change });
    const { sTxId } = await shop.fee({ ...CART, amount: 120.5, sTxId: first.sTxId });
    await shop.sale({ sTxId, authCode: 'A1' });
  };
}

/** A correct client except for these steps. */
function doing(
  steps: (shop: ReturnType<typeof createShop>, context: RunContext) => Promise<unknown>,
): RunShop {
  return async (context) => {
    await steps(createShop(context), context);
  };
}

function withHeaders(change: (headers: Outgoing['headers']) => Outgoing['headers']): ShopBehavior {
  return { send: (request) => ({ ...request, headers: change(request.headers) }) };
}

/** Takes the fee from the text by a pattern with one group for it. */
function feeBy(pattern: RegExp): (reply: Reply) => Priced {
  return (reply) => {
    const fee = pattern.exec(reply.text)?.[1];
    if (fee === undefined) throw new Error('no fee in the response');

    return { transactionFee: Number(fee), sTxId: String(readObject(reply)['sTxId']) };
  };
}

/** Throws on each response that the predicate refuses. */
function refusing(isRefused: (reply: Reply, body: Fields) => boolean): ShopBehavior {
  return {
    check(reply) {
      if (isRefused(reply, readObject(reply))) throw new Error('unexpected response');
    },
  };
}

const DELIBERATE = { 'tollgate-deliberate': 'client-request/nicn-is-6-to-8-digits' };

/** Sells, and tests how a nicn of four digits is refused. */
function testingRefusals(expects: (reply: Reply) => boolean): RunShop {
  return doing(async (shop) => {
    const { sTxId } = await shop.fee(CART);
    await shop.sale({ sTxId });
    const reply = await shop.call('/v1/ch', { ...CART, nicn: '4242' }, DELIBERATE);
    if (!expects(reply)) throw new Error('expected another refusal');
  });
}

const DOCUMENTED = ['transactionFee', 'sTxId', 'message'];
/** In milliseconds. */
const NO_PAUSE = 2;

export const MISTAKES: { readonly [Id in ClientRuleId]: RunShop } = {
  'client-request/is-json-post': selling(withHeaders((sent) => ({ ...sent, 'content-type': 'text/plain' }))),
  'client-request/has-x-requested-with': selling(withHeaders(({ 'x-requested-with': _, ...sent }) => sent)),
  'client-request/has-bearer-jwt': selling(
    withHeaders((sent) => ({ ...sent, authorization: 'Bearer secret' })),
  ),
  'client-request/has-required-fields': selling({}, { region: undefined }),
  'client-request/has-right-types': selling({}, { amount: '100.00' }),
  'client-request/nicn-is-6-to-8-digits': selling({}, { nicn: '4242' }),
  'client-request/never-sends-card-number': selling({}, { mTxId: '4242424242424242' }),
  'client-request/region-has-a-documented-form': selling({}, { region: 'Arizona' }),
  'client-request/country-is-iso-numeric': selling({}, { country: 'US' }),
  'client-request/names-processor-with-several': (context) =>
    selling({})({ ...context, token: context.tokenOf('several') }),
  'client-request/part-is-within-total': selling({}, { totalAmount: 60 }),
  'client-request/sends-no-nulls': selling({}, { campaign: null }),
  'client-request/looks-free-of-card-data': selling({}, { cvv: '123' }),
  'client-request/amount-has-whole-cents': selling({}, { amount: 107.97999999999999 }),
  'client-request/uses-documented-fields': selling({}, { mTxId: undefined, mtxid: 'order-1' }),
  'client-request/keeps-secrets-out-of-the-address': (context) =>
    selling({ send: (sent) => ({ ...sent, path: `${sent.path}?access_token=${context.token}` }) })(context),

  'client-flow/uses-identifiers-it-was-given': doing(async (shop) => {
    const { sTxId } = await shop.fee(CART);
    await shop.call('/v1/ch/sale', { sTxId: sTxId.toUpperCase() });
  }),
  'client-flow/sells-what-was-priced': doing(async (shop) => {
    await shop.fee({ ...CART, mTxId: 'order-1' });
    await shop.call('/v1/ch/sale', { mTxId: 'order-2' });
  }),
  'client-flow/prices-anew-by-identifier': doing(async (shop) => {
    for (const [at, region] of ['85004', '02134', '94103'].entries()) {
      await shop.fee({ ...CART, region, amount: 100 + at });
      const { sTxId } = await shop.fee({ ...CART, region, amount: 150 + at });
      await shop.sale({ sTxId });
    }
  }),
  'client-flow/sells-at-an-accepted-price': doing(async (shop) => {
    const { sTxId } = await shop.fee({ ...CART, mTxId: 'order-1' });
    await shop.call('/v1/ch', { ...CART, amount: 250, sTxId, mTxId: 'order-2' });
    await shop.sale({ sTxId });
  }),
  'client-flow/sells-once': doing(async (shop) => {
    const { sTxId } = await shop.fee(CART);
    await shop.sale({ sTxId, authCode: 'A1' });
    await shop.sale({ sTxId, authCode: 'B2' });
  }),
  'client-flow/sells-at-the-last-price': doing(async (shop, context) => {
    const { sTxId } = await shop.fee(CART);
    const update = { ...CART, amount: 250, sTxId };
    await overtaken(context, '/v1/ch', update, () => shop.sale({ sTxId }));
  }),

  'client-flow/one-order-per-mtxid': doing(async (shop) => {
    await shop.fee({ ...CART, mTxId: 'cart' });
    await shop.sale({ mTxId: 'cart' });
    await shop.fee({ ...CART, nicn: '555555', mTxId: 'cart' });
  }),

  'client-tolerance/success-status': selling(refusing(({ status }) => status !== 200)),
  'client-tolerance/extra-response-fields': selling(
    refusing((_, body) => Object.keys(body).some((name) => !DOCUMENTED.includes(name))),
  ),
  'client-tolerance/field-order': selling({ readFee: feeBy(/^\s*\{\s*"transactionFee"\s*:\s*([^,}\s]+)/) }),
  'client-tolerance/json-layout': selling({ readFee: feeBy(/"transactionFee":([^,}\s]+)/) }),
  'client-tolerance/number-form': selling({ readFee: feeBy(/ee"\s*:\s*(\d+(?:\.\d{1,2})?)\s*[,}]/) }),
  'client-tolerance/stxid-form': selling(refusing((_, { sTxId }) => String(sTxId).length > 36)),
  'client-tolerance/json-charset': selling(
    refusing(({ headers }) => headers.get('content-type') !== 'application/json'),
  ),
  'client-tolerance/refusal-form': testingRefusals(({ text }) => text.includes('violations')),
  'client-tolerance/refusal-status': testingRefusals(({ status }) => status === 422),
  'client-tolerance/response-media-type': selling(
    refusing(({ headers }) => headers.get('content-type')?.includes('json') !== true),
  ),
  'client-tolerance/zero-fee': selling(refusing((_, { transactionFee = 1 }) => Number(transactionFee) <= 0)),
  // Just below the latency of the run, so that a busy machine is not taken for the fault.
  'client-tolerance/late-answers': selling({ timeout: 1_900 }),
  'client-tolerance/connection-close': selling(
    refusing(({ headers }) => headers.get('connection') === 'close'),
  ),

  'client-resilience/no-sale-after-refused-fee': selling({
    readFee: (reply) => readObject(reply) as unknown as Priced,
  }),
  'client-resilience/waits-for-retry-after': selling({
    retry: (attempt, outcome) => (attempt < 3 && !(outcome instanceof Error) ? NO_PAUSE : undefined),
  }),
  'client-resilience/repeats-safely': selling(
    { retry: (attempt, outcome) => (attempt < 3 && outcome instanceof Error ? 20 : undefined) },
    { mTxId: undefined },
  ),
  'client-resilience/gives-up': selling({
    retry: (attempt, outcome) => (attempt < 60 && outcome instanceof Error ? NO_PAUSE : undefined),
  }),
  'client-resilience/survives-malformed-answers': doing(async (shop) => {
    await shop.fee({ ...CART, mTxId: 'order-1' }).catch((error: unknown) => {
      if (!(error instanceof SyntaxError)) throw error;
    });
    await shop.sale({ mTxId: 'order-1' });
  }),
};

/** Sends the body of a call only after another one, which begins when the server has the headers of this one. */
async function overtaken(
  { url, token, signal }: RunContext,
  path: string,
  fields: Fields,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const sent = request(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: `Bearer ${token}`,
      expect: '100-continue',
    },
    signal,
  });
  // Errors are reported where an event is awaited.
  sent.on('error', () => undefined);
  sent.flushHeaders();
  await once(sent, 'continue');
  await meanwhile();
  sent.end(JSON.stringify(fields));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
}
