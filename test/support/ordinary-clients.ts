/** Ordinary traffic: carts that are priced, updated and sold, several at the same time, some with mistakes. */
import fc from 'fast-check';
import type { CallOptions, Fields, TrafficSource } from './traffic-source.ts';

export interface Cart {
  readonly merchant: 'one' | 'several';
  /** The identifier that the client uses. */
  readonly by: 'sTxId' | 'mTxId' | 'both';
  readonly first: Fields;
  /** The amounts of the updates. */
  readonly amounts: readonly number[];
  readonly sale: Fields | undefined;
  /** Headers that clients and gateways add. */
  readonly headers: Readonly<Record<string, string>>;
}

const cents = fc.integer({ min: 100, max: 90_000 }).map((value) => value / 100);

const legalFields = fc.record(
  {
    nicn: fc.constantFrom('424242', '4242424', '42424242', '411111', '4111111', '555555', '37828224'),
    region: fc.constantFrom('85004', '02134', 'AZ', 'CA', 'US-AZ', 'US-NY'),
    country: fc.constant('840'),
    campaign: fc.array(fc.constantFrom('spring', 'phase B', 'é'), { maxLength: 3 }),
    cardToken: fc.constantFrom('tok_test_1', 'tok_test_2'),
    data: fc.array(fc.constantFrom('COUPON10', '{"a":1}', "it's"), { maxLength: 3 }),
  },
  { requiredKeys: ['nicn', 'region'] },
);

const noise = fc.record(
  {
    'user-agent': fc.constant('shop/1.0'),
    cookie: fc.constantFrom('a=1', 'b=2'),
    'x-tenant': fc.constantFrom('a', 'b'),
    traceparent: fc.uuid(),
    'x-request-id': fc.uuid(),
    'idempotency-key': fc.uuid(),
  },
  { requiredKeys: [] },
);

export const legalCart: fc.Arbitrary<Cart> = fc.record({
  merchant: fc.constantFrom('one', 'several'),
  by: fc.constantFrom('sTxId', 'mTxId', 'both'),
  first: fc.tuple(legalFields, cents, fc.boolean()).map(([fields, amount, isPart]) => ({
    ...fields,
    amount,
    ...(isPart ? { totalAmount: 1000 } : {}),
  })),
  amounts: fc.array(cents, { maxLength: 3 }),
  sale: fc.option(fc.record({ authCode: fc.constantFrom('A1', 'B2') }, { requiredKeys: [] }), {
    nil: undefined,
  }),
  headers: noise,
});

/** Each request has its own id and key. */
function headersOf({ headers }: Cart, call: number): Cart['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      /-id$|key/.test(name) ? `${value}-${call}` : value,
    ]),
  );
}

/** Sends the calls of a cart one after another, and sells it only at an accepted price. */
export async function shop(cart: Cart, number: number, { fee, sale }: TrafficSource): Promise<void> {
  const { merchant, by, first, amounts } = cart;
  let calls = 0;
  const options = () => ({ merchant, headers: headersOf(cart, ++calls) });
  const processor = merchant === 'several' ? { processor: 'alpha' } : {};
  const other = merchant === 'several' ? { processor: number % 2 === 0 ? 'alpha' : 'beta' } : {};
  const mTxId = by === 'sTxId' ? {} : { mTxId: `order-${number}` };
  let answer = await fee({ ...first, ...processor, ...mTxId }, options());
  const sTxId = answer['sTxId'];
  if (answer['message'] !== 'ok') return;
  const identifiers = by === 'mTxId' ? mTxId : { ...mTxId, sTxId };
  for (const amount of amounts) {
    answer = await fee({ ...first, ...other, amount, ...identifiers }, options());
    if (answer['message'] !== 'ok') return;
  }
  if (cart.sale !== undefined) await sale({ ...identifiers, ...cart.sale }, options());
}

/** Sends a few carts at a time, as several clients do. */
export async function shopAll(carts: readonly Cart[], source: TrafficSource, atOnce = 4): Promise<void> {
  const waiting = [...carts.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await shop(next[1], next[0], source);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const FEE = { amount: 100, nicn: '424242', region: '85004' };

/** Sends the usual mistakes of clients and users, each a few times for each merchant. */
export async function stumble(source: TrafficSource, rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const merchant of ['one', 'several'] as const) await stumbleAs(merchant, round, source);
}

async function stumbleAs(merchant: Cart['merchant'], round: number, source: TrafficSource): Promise<void> {
  const fee = (fields: unknown, options: CallOptions = {}) => source.fee(fields, { merchant, ...options });
  const sale = (fields: unknown) => source.sale(fields, { merchant });
  const plain = merchant === 'one' ? FEE : { ...FEE, processor: 'alpha' };
  const mTxId = `mistake-${round}`;
  for (const wrong of [
    without(plain, 'amount'),
    without(plain, 'nicn'),
    without(plain, 'region'),
    ...WRONG_NICNS.map((nicn) => ({ ...plain, nicn })),
    { ...plain, nicn: '42424a', mTxId: `wrong-${round}` },
    { ...plain, amount: '100' },
    { ...plain, amount: -100 },
    { ...plain, totalAmount: 40 },
    { ...plain, region: 85004 },
    { ...plain, region: 'Nowhere' },
    '{"amount":100,',
    '[]',
  ])
    await fee(wrong);
  await fee(plain, { headers: { authorization: null } });
  await fee(plain, { method: 'PUT' });
  await fee({ ...plain, amount: 0.5 });
  for (const processor of ['alpha', 'beta']) if (merchant === 'several') await fee({ ...plain, processor });
  await fee(FEE);
  const { sTxId } = await fee({ ...plain, mTxId });
  for (const lost of [{ authCode: 'A1' }, {}, { mTxId: null }, { sTxId: null, authCode: 'A1' }])
    await sale(lost);
  const names = [{ sTxId }, { mTxId }, { sTxId, mTxId }];
  for (const by of names) {
    for (const nicn of WRONG_NICNS) await fee({ ...plain, ...by, nicn });
    await fee({ ...plain, ...by, amount: '100' });
    await fee({ ...plain, ...by, amount: -100 });
    await fee({ ...plain, ...by, amount: 120 });
  }
  await sale({ sTxId, authCode: 'A1' });
  await sale({ sTxId, authCode: 'A1' });
  await fee({ ...plain, sTxId, amount: 130 });
  for (const nicn of WRONG_NICNS) await fee({ ...plain, sTxId, nicn });
  const twice = await fee(plain);
  await fee(plain);
  await sale({ sTxId: twice['sTxId'] });
  await sale({ sTxId, authCode: 'B2' });
}

const WRONG_NICNS = ['42424', '', '4242424242424242', '4242 42', '42424a', '4242 424'];

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
}
