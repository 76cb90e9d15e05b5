/** Traffic of a service and its clients: recorded from a mock in this process, or given exchange by exchange. */

import fc from 'fast-check';
import { checkTraffic } from '../../conformance/index.ts';
import type { TrafficReport } from '../../conformance/report/report.ts';
import type { CheckTrafficOptions } from '../../conformance/traffic/check-traffic.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { SeenExchange, TrafficEvent } from '../../src/exchange/traffic-event.ts';
import type { Mock } from '../../src/mock/index.ts';
import { headersFor } from './ask-mock.ts';

const SERVICE = 'https://fees.example.com';

export type Fields = Readonly<Record<string, unknown>>;

export interface CallOptions {
  /** The default merchant unless given. */
  readonly merchant?: string;
  /** Null leaves a header out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly lacks?: NonNullable<Exchange['lacks']>;
  readonly method?: 'POST' | 'GET' | 'PUT';
}

export interface TrafficSource {
  readonly fee: (fields: unknown, options?: CallOptions) => Promise<Fields>;
  readonly sale: (fields: unknown, options?: CallOptions) => Promise<Fields>;
  /** In the order in which they ended. */
  readonly events: SeenExchange[];
}

/** The server's clock advances by a second with each call. */
export function recordMock(mock: Mock): TrafficSource {
  const events: SeenExchange[] = [];
  const tokens = new Map<string, string>();
  let seconds = 0;
  let ticks = 0;
  const send = async (path: string, fields: unknown, options: CallOptions = {}): Promise<Fields> => {
    const { merchant = mock.merchants[0] ?? '', lacks = [], method = 'POST' } = options;
    const token = tokens.get(merchant) ?? mock.token(merchant);
    tokens.set(merchant, token);
    const headers = Object.fromEntries(
      Object.entries({ ...headersFor(token), ...options.headers }).flatMap(([name, value]) =>
        value === null ? [] : [[name, value]],
      ),
    );
    const body = typeof fields === 'string' ? fields : JSON.stringify(fields);
    const sentAt = ++ticks;
    const answer = await mock.inject({ method, path, headers, body });
    const endedAt = ++ticks;
    const date = new Date(1_800_000_000_000 + ++seconds * 1000);
    events.push({
      kind: 'exchange',
      exchange: {
        service: SERVICE,
        lacks,
        id: `x-${endedAt}`,
        world: undefined,
        merchant: headers['authorization'] === undefined ? undefined : merchant,
        startedAt: date.getTime(),
        ...{ endedAt, duration: endedAt - sentAt },
        request: { method, url: path, headers, body },
        response: {
          status: answer.status,
          headers: {
            ...Object.fromEntries(
              Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
            ),
            date: date.toUTCString(),
          },
          body: answer.text,
        },
      },
    });
    try {
      return answer.json() as Fields;
    } catch {
      return {};
    }
  };

  return {
    fee: (fields, options) => send('/v1/ch', fields, options),
    sale: (fields, options) => send('/v1/ch/sale', fields, options),
    events,
  };
}

// Makes the traffic of a service and its clients, exchange by exchange, and judges it.

export const TOKEN = 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJvbmUifQ.c2lnbmF0dXJl';

export const FEE = { amount: 100, nicn: '424242', region: '85004' };

export interface ExchangeOptions {
  /** Undefined leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly method?: string;
  readonly query?: string;
  readonly status?: number;
  readonly type?: string | undefined;
  readonly date?: string | undefined;
  readonly lacks?: NonNullable<Exchange['lacks']>;
  readonly service?: string;
  /** The header Location of a redirect. */
  readonly location?: string;
}

export interface Teller {
  /** A fee call with the body of its response; a string is sent unchanged. */
  readonly fee: (fields: unknown, answer: unknown, options?: ExchangeOptions) => void;
  readonly sale: (fields: unknown, answer: unknown, options?: ExchangeOptions) => void;
  /** Lets time pass, in milliseconds. */
  readonly wait: (ms: number) => void;
  /** Repeats every exchange so far. */
  readonly repeat: () => void;
}

export type Story = (teller: Teller) => void;

/** The body of an accepted fee call. */
export function ok(sTxId: unknown, transactionFee: unknown = 2.43) {
  return { transactionFee, sTxId, message: 'ok' };
}

export function tell(story: Story): readonly SeenExchange[] {
  const events: SeenExchange[] = [];
  let now = 1_800_000_000_000;
  const send = (path: string, fields: unknown, answer: unknown, options: ExchangeOptions = {}) => {
    const { status = 200, method = 'POST', query = '', lacks = [], service = SERVICE } = options;
    const date = 'date' in options ? options.date : new Date(now).toUTCString();
    const type = 'type' in options ? options.type : 'application/json';
    const headers = {
      'content-type': 'application/json',
      'x-requested-with': 'xhr',
      authorization: TOKEN,
      ...options.headers,
    };
    const startedAt = now;
    now += 100;
    events.push({
      kind: 'exchange',
      exchange: {
        service,
        lacks,
        ...{ id: `x-${now}`, world: undefined, startedAt, endedAt: now - 50, duration: 50 },
        merchant: headers.authorization,
        request: {
          ...{ method, url: path + query },
          headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
          body: typeof fields === 'string' ? fields : JSON.stringify(fields),
        },
        response: {
          status,
          headers: {
            ...(type === undefined ? {} : { 'Content-Type': type }),
            ...(date === undefined ? {} : { Date: date }),
            ...(options.location === undefined ? {} : { Location: options.location }),
          },
          body: typeof answer === 'string' ? answer : JSON.stringify(answer),
        },
      },
    });
    now += 900;
  };
  story({
    fee: (fields, answer, options) => send('/v1/ch', fields, answer, options),
    sale: (fields, answer, options) => send('/v1/ch/sale', fields, answer, options),
    wait: (ms) => {
      now += ms;
    },
    repeat: () => {
      events.push(...events);
    },
  });

  return events;
}

export const LOST = 'the service closed the connection before a response';

/** As the proxy has a call whose response was lost. */
export function withoutResponse({ kind, exchange }: SeenExchange): SeenExchange {
  const response = { status: 0, statusText: LOST, headers: {}, body: '' };

  return { kind, exchange: { ...exchange, delivery: 'lost', response } };
}

export async function judge(
  events: readonly TrafficEvent[],
  options: Partial<Pick<CheckTrafficOptions, 'pricing' | 'sides' | 'tolerated' | 'isComplete'>> = {},
): Promise<TrafficReport> {
  async function* inOrder() {
    yield* events;
  }

  return checkTraffic({ events: inOrder(), target: 'recording', sides: ['service'], ...options });
}

export function failedIn({ sides }: TrafficReport): readonly string[] {
  return sides.flatMap(({ rules }) => rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id));
}

// Ordinary traffic: carts that are priced, updated and sold, several at the same time, some with mistakes.

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

const ORDINARY_FEE = { amount: 100, nicn: '424242', region: '85004' };

/** Sends the usual mistakes of clients and users, each a few times for each merchant. */
export async function stumble(source: TrafficSource, rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const merchant of ['one', 'several'] as const) await stumbleAs(merchant, round, source);
}

async function stumbleAs(merchant: Cart['merchant'], round: number, source: TrafficSource): Promise<void> {
  const fee = (fields: unknown, options: CallOptions = {}) => source.fee(fields, { merchant, ...options });
  const sale = (fields: unknown) => source.sale(fields, { merchant });
  const plain = merchant === 'one' ? ORDINARY_FEE : { ...FEE, processor: 'alpha' };
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
  await fee(ORDINARY_FEE);
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
