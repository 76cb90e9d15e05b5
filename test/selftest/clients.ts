/** Clients with one mistake each, by the rule that must find it. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunContext } from '../../conformance/index.ts';
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import {
  createShop,
  type Fields,
  type Outgoing,
  type Priced,
  type Reply,
  readObject,
  type Shop,
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

  'client-flow/identifiers-agree': doing(async (shop) => {
    const [one] = await Promise.all([
      shop.fee({ ...CART, mTxId: 'order-1' }),
      shop.fee({ ...CART, mTxId: 'order-2' }),
    ]);
    await shop.sale({ sTxId: one.sTxId, mTxId: 'order-2' }).catch(() => undefined);
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
  'client-tolerance/refusal-status': testingRefusals(({ status }) => status === 400 || status === 422),
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

// Legal clients that no rule may fail, each with the should rules that may warn of it.

export interface Style {
  readonly name: string;
  readonly run: RunShop;
  readonly warnings?: readonly ClientRuleId[];
}

type Steps = (shop: Shop, context: RunContext) => Promise<unknown>;

function style(
  name: string,
  steps: Steps,
  behavior: ShopBehavior = {},
  warnings: readonly ClientRuleId[] = [],
): Style {
  return {
    name,
    warnings,
    run: async (context) => {
      await steps(createShop(context, behavior), context);
    },
  };
}

/** As retry libraries do: a few attempts, growing pauses with jitter, never before Retry-After. */
const patiently: ShopBehavior['retry'] = (attempt, outcome) => {
  if (attempt > 3) return undefined;
  const growing = 20 * 2 ** attempt * (0.5 + Math.random());

  return outcome instanceof Error ? growing : Math.max(growing, 1000 * secondsIn(outcome));
};

function secondsIn({ headers }: Reply): number {
  return Number(headers.get('retry-after') ?? 0);
}

/** Sends a request again only where it names its transaction. */
const onlyNamed: ShopBehavior['retry'] = (attempt, outcome, request) =>
  outcome instanceof Error && !/[ms]TxId/.test(request.body)
    ? undefined
    : patiently(attempt, outcome, request);

const newOrder = () => `order-${randomUUID()}`;

export const STYLES: readonly Style[] = [
  style('required fields alone, and never a sale', (shop) => shop.fee(CART)),
  style('an update and a sale by sTxId', async (shop) => {
    const { sTxId } = await shop.fee(CART);
    await shop.fee({ ...CART, amount: 250, sTxId });
    await shop.sale({ sTxId, authCode: '012345' });
  }),
  style('an update and a sale by mTxId', async (shop) => {
    const mTxId = newOrder();
    await shop.fee({ ...CART, mTxId });
    await shop.fee({ ...CART, amount: 250, mTxId });
    await shop.sale({ mTxId });
  }),
  style('mTxId only at the sale', async (shop) => {
    const { sTxId } = await shop.fee(CART);
    await shop.sale({ sTxId, mTxId: newOrder() });
  }),
  style('every field', async (shop) => {
    const all = {
      ...{ campaign: ['spring'], country: '840', processor: 'alpha', cardToken: 'tok_1', data: ['coupon-7'] },
      totalAmount: 250,
    };
    const { sTxId } = await shop.fee({ ...CART, nicn: '42424242', ...all, mTxId: newOrder() });
    await shop.sale({ sTxId, authCode: 'any text' });
  }),
  style('regions in every form', async (shop) => {
    for (const region of ['85004', '02134-1000', 'AZ', 'ma', 'US-CA']) await shop.fee({ ...CART, region });
  }),
  style('a merchant with several processors', async (_, context) => {
    const shop = createShop({ ...context, token: context.tokenOf('several') });
    const { sTxId } = await shop.fee({ ...CART, processor: '700200' });
    await shop.sale({ sTxId });
  }),
  style('parallel workers with the same cart', (shop) =>
    Promise.all(
      Array.from({ length: 6 }, async () => {
        const { sTxId } = await shop.fee(CART);
        await shop.sale({ sTxId });
      }),
    ),
  ),
  style(
    'tests in a row with the same order, each on its own',
    async (shop) => {
      let failed = 0;
      for (let test = 0; test < 5; test += 1) {
        try {
          await shop.fee({ ...CART, mTxId: 'order-1' });
          await shop.sale({ mTxId: 'order-1', authCode: 'A1' });
        } catch {
          failed += 1;
        }
      }
      if (failed > 0) throw new Error(`${failed} tests failed`);
    },
    {},
    // A shop that sells two orders under one number looks the same.
    ['client-flow/sells-once', 'client-flow/sells-at-the-last-price'],
  ),
  style('tests that depend on each other: one prices the order, another sells it', async (shop) => {
    const tests = [
      () => shop.fee({ ...CART, mTxId: 'order-1' }),
      () => shop.fee({ ...CART, amount: 250, mTxId: 'order-1' }),
      () => shop.sale({ mTxId: 'order-1' }),
    ];
    let failed = 0;
    for (const one of tests) await one().catch(() => (failed += 1));
    if (failed > 0) throw new Error(`${failed} tests failed`);
  }),
  style(
    'a retry library with jitter',
    async (shop) => {
      const mTxId = newOrder();
      await shop.fee({ ...CART, mTxId });
      await shop.sale({ mTxId });
    },
    { retry: patiently, timeout: 3_000 },
  ),
  style(
    'retries of named requests alone',
    async (shop) => {
      const { sTxId } = await shop.fee(CART);
      await shop.sale({ sTxId });
    },
    { retry: onlyNamed, timeout: 3_000 },
  ),
  style('a new price after a failed call', async (shop) => {
    const mTxId = newOrder();
    await shop.fee({ ...CART, mTxId }).catch(() => shop.fee({ ...CART, amount: 99, mTxId }));
    await shop.sale({ mTxId });
  }),
  style('the same fee call twice', async (shop) => {
    const { sTxId } = await shop.fee({ ...CART, mTxId: 'order-1' });
    await shop.fee({ ...CART, mTxId: 'order-1' });
    await shop.sale({ sTxId, authCode: 'A1' });
  }),
  style('the same card for two carts, one of them abandoned', async (shop) => {
    await shop.fee(CART);
    const { sTxId } = await shop.fee({ ...CART, amount: 42 });
    await shop.sale({ sTxId });
  }),
  style('tests of refusals that say so', async (shop) => {
    const { sTxId } = await shop.fee(CART);
    const header = { 'tollgate-deliberate': '*' };
    const refused = await shop.call('/v1/ch', { ...CART, nicn: '4242' }, header);
    if (refused.status < 300 && refused.text.includes('"message":"ok"')) throw new Error('it was accepted');
    await shop.call('/v1/ch/sale', { mTxId: 'never-priced' }, header);
    await shop.sale({ sTxId });
  }),
  style('headers in other letters', (shop) => shop.fee(CART), {
    send: (sent) => ({
      ...sent,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'X-Requested-With': 'xhr',
        Authorization: (sent.headers['authorization'] ?? '').replace('Bearer', 'bearer'),
      },
    }),
  }),
  style(
    'tests of the exact fee',
    async (shop) => {
      const { transactionFee, sTxId } = await shop.fee(CART);
      if (transactionFee !== 2.43) throw new Error(`expected 2.43, got ${transactionFee}`);
      await shop.sale({ sTxId });
    },
    {},
    ['client-tolerance/zero-fee'],
  ),
  style('a short pause between calls', async (shop) => {
    const { sTxId } = await shop.fee(CART);
    await pause(10);
    await shop.sale({ sTxId });
  }),
];
