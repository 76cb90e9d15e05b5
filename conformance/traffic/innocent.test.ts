/** Recordings of sound services and clients: wrong clocks, several hosts and senders, masked and cut parts. */
import { expect, test } from 'vitest';
import type { SeenExchange } from '../../src/exchange/traffic-event.ts';
import {
  type ExchangeOptions,
  FEE,
  failedIn,
  judge,
  ok,
  type Story,
  TOKEN,
  tell,
} from '../../test/support/traffic-source.ts';

const BOTH = { sides: ['client', 'service'] } as const;
const TIMES = [0, 1, 2, 3];

/** The same mTxIds of two merchants that a header or a field tells apart. */
const twoMerchants =
  (
    optionsOf: (merchant: number) => ExchangeOptions,
    more: (merchant: number) => object = () => ({}),
  ): Story =>
  ({ fee }) => {
    for (const n of TIMES)
      for (const merchant of [0, 1])
        fee({ ...FEE, mTxId: `cart-${n}`, ...more(merchant) }, ok(`s-${merchant}-${n}`), optionsOf(merchant));
  };

const header = (name: string) => (merchant: number) => ({ headers: { [name]: `m${merchant}` } });

const INNOCENT: Readonly<Record<string, Story>> = {
  'a sale before the fee call, by a wrong clock': ({ fee, sale }) => {
    for (const n of TIMES) {
      sale({ sTxId: `s-${n}`, authCode: 'A' }, { sTxId: `s-${n}` });
      fee(FEE, ok(`s-${n}`));
    }
  },
  'an update before the first call, by a wrong clock': ({ fee }) => {
    for (const n of TIMES) {
      fee({ ...FEE, amount: 7, sTxId: `s-${n}` }, ok(`s-${n}`));
      fee(FEE, ok(`s-${n}`));
    }
  },
  'merchants by the host': twoMerchants(header('host')),
  'merchants by a cookie': twoMerchants(header('cookie')),
  'merchants by the address of the sender': twoMerchants(header('x-forwarded-for')),
  'merchants by a field of the body': twoMerchants(
    () => ({}),
    (merchant) => ({ merchantId: merchant }),
  ),
  'mTxIds that are all masked alike': ({ fee }) => {
    for (const n of TIMES) fee({ ...FEE, mTxId: '[REDACTED]' }, ok(`s-${n}`));
  },
  'a masked fee': ({ fee }) => {
    for (const n of TIMES) fee(FEE, ok(`s-${n}`, '***'));
  },
  'a masked message': ({ fee, sale }) => {
    fee(FEE, { ...ok('s-1'), message: '***' });
    sale({ sTxId: 's-1', authCode: 'A' }, { sTxId: 's-1' });
  },
  'a request that the recorder cut': ({ fee }) => fee('{"amount":100,"nicn":"42424', ok('s-1')),
  'a redirect that the browser follows with GET': ({ fee }) => {
    fee(FEE, '', { status: 301, location: '/v1/ch' });
    fee('', '', { method: 'GET', status: 405 });
  },
};

test.each(Object.entries(INNOCENT))('%s fails no rule', async (_, story) => {
  expect(failedIn(await judge(tell(story), BOTH))).toEqual([]);
});

const CLIENT = { sides: ['client'] } as const;
const OTHER = { ...FEE, nicn: '555555' };

/** Two orders under one mTxId, for which the service has two transactions. */
const twoOrders =
  (mTxId: string, [first, second]: readonly [string, string], header = 'x-unused'): Story =>
  ({ fee, sale }) => {
    for (const [sTxId, fields] of [
      [first, FEE],
      [second, OTHER],
    ] as const) {
      const options = { headers: { [header]: sTxId } };
      fee({ ...fields, mTxId }, ok(sTxId), options);
      sale({ mTxId, authCode: 'A1' }, { sTxId }, options);
    }
  };

/** The service may be at fault. */
const INNOCENT_CLIENTS: Readonly<Record<string, Story>> = {
  'mTxIds that the recorder has masked alike': twoOrders('[REDACTED]', ['s-1', 's-2']),
  'identifiers that the recorder has masked alike': twoOrders('***', ['***', '***']),
  'one mTxId of two merchants that a header tells apart': twoOrders('cart-1', ['s-1', 's-2'], 'x-tenant'),
  'one mTxId of two services': ({ fee, sale }) => {
    for (const [service, fields] of [
      ['https://a.test', FEE],
      ['https://b.test', OTHER],
    ] as const) {
      fee({ ...fields, mTxId: 'cart-1' }, ok(`s-${service}`), { service });
      sale({ mTxId: 'cart-1', authCode: service }, { sTxId: `s-${service}` }, { service });
    }
  },
  'a nicn that the recorder has masked': ({ fee, sale }) => {
    fee({ ...FEE, mTxId: 'cart-1' }, ok('s-1'));
    sale({ mTxId: 'cart-1' }, { sTxId: 's-1' });
    fee({ ...FEE, nicn: '******', mTxId: 'cart-1' }, ok('s-1'));
  },
  'a recording that was joined twice': ({ fee, sale, repeat }) => {
    fee({ ...FEE, mTxId: 'cart-1' }, ok('s-1'));
    sale({ mTxId: 'cart-1' }, { sTxId: 's-1' });
    repeat();
  },
  'a service that mixes up an mTxId whose fee call had no sTxId': ({ fee, sale }) => {
    fee(FEE, ok('s-1'));
    fee({ ...FEE, mTxId: 'cart-2' }, { transactionFee: 2.43, message: 'ok' });
    sale({ mTxId: 'cart-2', authCode: 'B2' }, { sTxId: 's-1' });
    sale({ sTxId: 's-1', authCode: 'A1' }, { sTxId: 's-1' });
  },
  'a service that mixes up two mTxIds': ({ fee, sale }) => {
    for (const mTxId of ['cart-1', 'cart-2']) {
      fee({ ...FEE, mTxId }, ok('s-1'));
      sale({ mTxId, authCode: mTxId }, { sTxId: 's-1' });
    }
  },
  'headers that the recorder left out': ({ fee }) => {
    const headers = { authorization: undefined, 'x-requested-with': undefined, 'content-type': undefined };
    for (const n of TIMES) fee(FEE, ok(`s-${n}`), { headers, lacks: ['authorization', 'request-headers'] });
  },
  'a token that the recorder replaced': ({ fee }) => {
    for (const n of TIMES) fee(FEE, ok(`s-${n}`), { headers: { authorization: 'Bearer [REDACTED]' } });
  },
  'bodies that the recorder left out': ({ fee, sale }) => {
    fee('', ok('s'), { lacks: ['request-body'] });
    fee(FEE, '', { lacks: ['response-body'] });
    sale('', { sTxId: 's' }, { lacks: ['request-body'] });
    sale({ sTxId: 's' }, '', { lacks: ['response-body'] });
  },
  'identifiers from before the recording': ({ fee, sale }) => {
    fee({ amount: 120, sTxId: 'from-before' }, ok('from-before'));
    fee({ amount: 120, mTxId: 'order-0' }, ok('from-before-too'));
    sale({ sTxId: '4111111111111111' }, { sTxId: '4111111111111111' });
    sale({ mTxId: 'order-before' }, { sTxId: 'another' });
  },
  'a merchant whose processors are unknown': ({ fee }) => {
    fee(FEE, { message: 'which processor?' }, { status: 422 });
  },
  'one mTxId of two merchants whose tokens were left out': ({ fee, sale }) => {
    const options = { headers: { authorization: undefined }, lacks: ['authorization'] } as const;
    fee({ ...FEE, mTxId: 'order-1' }, ok('s-1'), options);
    sale({ mTxId: 'order-1', authCode: 'A' }, { sTxId: 's-1' }, options);
    fee({ ...FEE, mTxId: 'order-1' }, ok('s-2'), options);
    fee({ ...FEE, mTxId: 'order-1' }, { message: 'no' }, { ...options, status: 422 });
    sale({ mTxId: 'order-1', authCode: 'B' }, { sTxId: 's-2' }, options);
  },
  'a 503 whose Retry-After was left out': ({ fee, sale }) => {
    fee(FEE, ok('s'));
    fee({ ...FEE, sTxId: 's' }, '', { status: 503, lacks: ['response-headers'] });
    sale({ sTxId: 's' }, { sTxId: 's' });
  },
};

test.each(Object.entries(INNOCENT_CLIENTS))('%s fails no rule of the client', async (_, story) => {
  expect(failedIn(await judge(tell(story), CLIENT))).toEqual([]);
});

/** That such recordings are judged at all. */
test('one mTxId for two orders with two cards fails the client', async () => {
  const story: Story = ({ fee, sale }) => {
    for (const [authCode, fields] of Object.entries({ A1: FEE, B2: OTHER })) {
      fee({ ...fields, mTxId: 'cart-1' }, ok('s-1'));
      sale({ mTxId: 'cart-1', authCode }, { sTxId: 's-1' });
    }
  };

  expect(failedIn(await judge(tell(story), CLIENT))).toEqual([
    'client-flow/sells-once',
    'client-flow/one-order-per-mtxid',
  ]);
});

test.each([false, true])(
  'without tokens, one mTxId may be that of two merchants, also in a complete view: %s',
  async (isComplete) => {
    const headers = { authorization: undefined };
    const events = tell(({ fee }) => {
      fee(FEE, ok('s-1'), { headers });
      fee({ ...FEE, sTxId: 's-1', mTxId: 'cart-1' }, ok('s-1'), { headers });
      fee({ ...FEE, mTxId: 'cart-1' }, ok('s-2'), { headers });
      fee({ ...FEE, mTxId: 'cart-2' }, ok('s-3'), { headers });
      fee({ ...FEE, mTxId: 'cart-2' }, ok('s-3'), { headers });
      fee({ ...FEE, mTxId: 'cart-2' }, ok('s-4'), { headers });
    });
    const { sides } = await judge(events, { isComplete });
    const found = sides[0]?.rules.filter(({ id, outcome }) => /^identity/.test(id) && outcome !== 'skipped');

    expect(found?.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
  },
);

test('tokens that differ in jti alone may be those of two merchants', async () => {
  const jti = twoMerchants((merchant) => ({ headers: { authorization: `${TOKEN}${merchant}` } }));
  const events = tell(jti).map((event) => ({ ...event, exchange: { ...event.exchange, merchant: 'one' } }));

  expect(failedIn(await judge(events))).toEqual([]);
});

test('a success without a fee is counted once', async () => {
  const report = await judge(
    tell(({ fee, sale }) => {
      for (const n of TIMES.slice(1)) {
        fee(FEE, { sTxId: `s-${n}`, message: 'ok' });
        sale({ sTxId: `s-${n}` }, { sTxId: `s-${n}` });
      }
    }),
  );
  const failed = report.sides[0]?.rules.filter(({ outcome }) => outcome === 'fail');

  expect(failed?.map(({ id, reason }) => [id, reason?.slice(0, 12)])).toEqual([
    ['fee-response/has-transaction-fee-number', '3 of 3 times'],
  ]);
});

test('a message that is never ok fails the service, and not the client that sells', async () => {
  const report = await judge(
    tell(({ fee, sale }) => {
      for (const n of TIMES) {
        fee(FEE, { ...ok(`s-${n}`), message: 'OK' });
        sale({ sTxId: `s-${n}`, authCode: 'A' }, { sTxId: `s-${n}` });
      }
    }),
    BOTH,
  );

  expect(failedIn(report)).toEqual(['fee-response/has-message-ok']);
});

const ABSENT: readonly (readonly [string, NonNullable<ExchangeOptions['headers']>])[] = [
  ['client-request/has-x-requested-with', { 'x-requested-with': undefined }],
  ['client-request/is-json-post', { 'content-type': undefined }],
  ['client-request/has-bearer-jwt', { authorization: 'Bearer opaque' }],
];

test.each(ABSENT)(
  '%s fails where the source leaves nothing out, and leaves the verdict open elsewhere',
  async (id, headers) => {
    const events = tell(({ fee }) => {
      fee(FEE, ok('s-1'));
      fee(FEE, ok('s-2'), { headers });
    });
    const whole = events.map(
      ({ exchange }): SeenExchange => ({ kind: 'exchange', exchange: { ...exchange, isWhole: true } }),
    );
    const outcomeIn = async (all: readonly SeenExchange[]) =>
      (await judge(all, BOTH)).sides[0]?.rules.find((rule) => rule.id === id)?.outcome;

    expect([await outcomeIn(events), await outcomeIn(whole)]).toEqual(['unstable', 'fail']);
  },
);
