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
