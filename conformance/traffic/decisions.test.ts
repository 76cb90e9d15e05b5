/** Each ordinary service that a rule could wrong behaves as it does five times, and is not accused. */
import { expect, test } from 'vitest';
import { type Merchant, parseMerchants } from '../../src/engine/index.ts';
import {
  type ExchangeOptions,
  FEE,
  failedIn,
  judge,
  ok,
  type Story,
  type Teller,
  tell,
} from '../../test/support/traffic-source.ts';

const TIMES = [1, 2, 3, 4, 5];
const REFUSED = { message: 'card not supported' };
const ZERO = { message: 'refused', transactionFee: 0, sTxId: 'none' };

/** A cart that shows what a success looks like here, and has every field. */
const plainCart = ({ fee, sale }: Teller, n: number | string = 0) => {
  fee(FEE, ok(`plain-${n}`));
  sale({ sTxId: `plain-${n}` }, { sTxId: `plain-${n}` });
};

const times =
  (story: (teller: Teller, n: number) => void): Story =>
  (teller) => {
    plainCart(teller);
    for (const n of TIMES) story(teller, n);
    plainCart(teller, 'last');
  };

/** First calls, updates and sales as they may have to be refused. */
const bad = [
  { nicn: '424242', region: 'AZ' },
  { ...FEE, nicn: '4242' },
  { ...FEE, nicn: '4242424242424242' },
  { ...FEE, nicn: '42424a' },
  { ...FEE, amount: -5 },
  { ...FEE, amount: '5' },
  { ...FEE, totalAmount: 10 },
];

const without = (name: string) => Object.fromEntries(Object.entries(FEE).filter(([other]) => other !== name));

const STORIES: Readonly<Record<string, Story>> = {
  'reads the value from another field, such as bin or total': times(({ fee }, n) => {
    fee({ ...without('nicn'), bin: '424242' }, ok(`a-${n}`));
    fee({ ...without('amount'), total: 100 }, ok(`b-${n}`));
    fee({ ...without('region'), zip: '85004' }, ok(`c-${n}`));
    fee(without('region'), ok(`d-${n}`), { query: '?region=AZ' });
  }),
  'updates a transaction that an earlier call has opened': times(({ fee }, n) => {
    for (const field of ['amount', 'nicn', 'region']) {
      fee({ ...without(field), mTxId: `order-${n}` }, ok(`s-${n}`));
      fee({ ...without(field), sTxId: `s-${n}` }, ok(`s-${n}`));
    }
  }),
  'has a recorder that removes the field from every body': ({ fee }) => {
    for (const n of TIMES) fee({}, ok(`s-${n}`));
  },
  'has a recorder that cuts every nicn to four digits': ({ fee }) => {
    for (const n of TIMES) fee({ ...FEE, nicn: '4242' }, ok(`s-${n}`));
  },
  'has a recorder that replaces every nicn by a longer number': ({ fee }) => {
    for (const n of TIMES) fee({ ...FEE, nicn: '9999999999' }, ok(`s-${n}`));
  },
  'has a recorder that writes 4242XX in place of 424242': times(({ fee }, n) => {
    fee({ ...FEE, nicn: '4242XX' }, ok(`a-${n}`));
    fee({ ...FEE, nicn: '4242**' }, ok(`b-${n}`));
    fee({ ...FEE, nicn: '[REDACTED]' }, ok(`c-${n}`));
  }),
  'refuses it with 2xx and a message': times(({ fee }) => {
    for (const fields of bad) fee(fields, REFUSED);
  }),
  'refuses it with 2xx, a fee of 0 and an sTxId': times(({ fee }) => {
    for (const fields of bad) fee(fields, ZERO);
  }),
  'knows one processor of the merchant, but the merchant file lists a new one': ({ fee }) => {
    for (const n of TIMES) {
      fee(FEE, ok(`s-${n}`, right(100)));
      fee({ ...FEE, processor: 'alpha' }, ok(`t-${n}`, right(100)));
    }
  },
  'knows one processor, which clients name by MID and by name': ({ fee }) => {
    for (const n of TIMES) {
      fee({ ...FEE, processor: '700100' }, ok(`s-${n}`, right(100)));
      fee({ ...FEE, processor: 'alpha' }, ok(`t-${n}`, right(100)));
      fee(FEE, ok(`u-${n}`, right(100)));
    }
  },
  'keeps the processor for an update': ({ fee }) => {
    for (const n of TIMES) {
      fee({ ...FEE, processor: n % 2 === 0 ? 'alpha' : 'beta' }, ok(`s-${n}`, right(100)));
      fee({ ...FEE, sTxId: `s-${n}` }, ok(`s-${n}`, right(100)));
    }
  },
  'has a gateway that answers 200 with an HTML page': times(({ fee, sale }, n) => {
    fee(FEE, '<html>We are back soon</html>', { type: 'text/html' });
    sale({ sTxId: 'plain-0' }, `<html>${n}</html>`, { type: 'text/html' });
  }),
  'refuses with 2xx, without a fee': times(({ fee }) => fee(FEE, { message: 'no price', sTxId: 'x' })),
  'refuses with 2xx, without an sTxId': times(({ fee }) =>
    fee(FEE, { message: 'no price', transactionFee: 0 }),
  ),
  'refuses with 2xx and a message beside a fee and an sTxId': times(({ fee }, n) =>
    fee(FEE, { message: 'over the limit', transactionFee: n, sTxId: `x-${n}` }),
  ),
  'refuses a sale with 2xx, without an sTxId': times(({ sale }) => {
    sale({ sTxId: 'plain-0' }, { message: 'sold already' });
    sale({ sTxId: 'plain-0' }, {});
  }),
  'refuses with 2xx and a fee of -1': times(({ fee }) =>
    fee(FEE, { message: 'no price', transactionFee: -1 }),
  ),
  'writes trailing zeros': times(({ fee }, n) =>
    fee(FEE, `{"transactionFee":2.430000,"sTxId":"s-${n}","message":"ok"}`),
  ),
  'answers one request through a broken cache': (teller) => {
    for (const n of TIMES) plainCart(teller, n);
    teller.fee(FEE, { message: 'ok', sTxId: 's' });
    teller.fee(FEE, { message: 'ok', transactionFee: '2.43' });
    teller.fee(FEE, '[{"transactionFee":2.43}]');
    teller.sale({ sTxId: 'plain-1' }, { sTxId: 7 });
    teller.fee(FEE, ok('t', -1));
    teller.fee(FEE, ok('u', 2.433));
    teller.fee(FEE, ok('v'), { type: 'text/plain' });
  },
  'answers in another form while it starts': (teller) => {
    for (const n of TIMES) teller.fee(FEE, { message: 'starting', transactionFee: n, sTxId: `early-${n}` });
    for (const n of TIMES) plainCart(teller, n);
  },
  'gives a transaction an mTxId in an update or a sale': times(({ fee, sale }, n) => {
    fee(FEE, ok(`s-${n}`));
    fee({ ...FEE, sTxId: `s-${n}`, mTxId: `order-${n}` }, ok(`s-${n}`));
    sale({ mTxId: `order-${n}`, sTxId: `s-${n}` }, { sTxId: `s-${n}` });
    fee({ ...FEE, mTxId: `order-${n}` }, ok(`s-${n}`));
  }),
  'ignores the case of an mTxId, or the space around it': times(({ fee }, n) => {
    for (const mTxId of [`order-${n}`, `Order-${n}`, ` order-${n} `, `órder-${n}`])
      fee({ ...FEE, mTxId }, ok(`s-${n}`));
  }),
  'has an mTxId that an earlier call gave to another transaction': times(({ fee, sale }, n) => {
    fee({ ...FEE, mTxId: `order-${n}` }, ok(`s-${n}`));
    fee(FEE, ok(`t-${n}`));
    sale({ sTxId: `t-${n}`, mTxId: `order-${n}` }, { sTxId: `s-${n}` });
  }),
  'refuses a sale with another mTxId': times(({ fee, sale }, n) => {
    fee(FEE, ok(`s-${n}`));
    sale({ sTxId: `s-${n}`, mTxId: `order-${n}` }, { detail: 'another mTxId' }, { status: 409 });
  }),
  'answers a repeated sale with an Idempotency-Key as before': times(({ fee, sale }, n) => {
    const options: ExchangeOptions = { headers: { 'idempotency-key': 'k' } };
    fee(FEE, ok(`s-${n}`));
    sale({ sTxId: `s-${n}`, mTxId: `order-${n}` }, { sTxId: 's-1' }, options);
  }),
  'answers a repeated first call with an Idempotency-Key as before': times(({ fee }, n) => {
    const options: ExchangeOptions = { headers: { 'idempotency-key': `k-${n}` } };
    fee({ ...FEE, amount: n }, ok(`s-${n}`), options);
    fee({ ...FEE, amount: n }, ok(`s-${n}`), options);
    fee({ ...FEE, amount: n }, ok(`s-${n}`), options);
  }),
  'has an exchange that stands twice in the recording': (teller) => {
    for (const n of TIMES) {
      plainCart(teller, n);
      teller.fee({ ...FEE, amount: n }, ok(`s-${n}`), { date: undefined });
      teller.fee({ ...FEE, amount: n, sTxId: `s-${n}` }, ok(`s-${n}`), { date: undefined });
    }
    teller.repeat();
  },
  'has two environments, chosen by a header, that count by themselves': times(({ fee }, n) => {
    for (const environment of ['live', 'staging'])
      fee({ ...FEE, amount: n }, ok(`s-${n}`), { headers: { 'x-environment': environment } });
    fee({ ...FEE, amount: n }, ok('always the same'), { headers: { 'x-test-mode': '1' } });
    fee({ ...FEE, amount: n }, ok('an example'), { headers: { prefer: 'example=1' } });
  }),
  'forgets a transaction after its lifetime, and opens a new one': times(({ fee, sale, wait }, n) => {
    fee({ ...FEE, mTxId: `order-${n}` }, ok(`s-${n}`));
    wait(3_600_000);
    fee({ ...FEE, sTxId: `s-${n}` }, ok(`new-${n}`));
    fee({ ...FEE, mTxId: `order-${n}` }, ok(`newer-${n}`));
    wait(3_600_000);
    sale({ sTxId: `new-${n}` }, { sTxId: `newest-${n}` });
  }),
  'has lost its memory in a restart': (teller) => {
    const { fee, sale } = teller;
    plainCart(teller);
    for (const n of TIMES) fee({ ...FEE, mTxId: `order-${n}` }, ok(`s-${n}`));
    for (const n of TIMES) {
      fee({ ...FEE, sTxId: `s-${n}` }, ok(`new-${n}`));
      fee({ ...FEE, mTxId: `order-${n}` }, ok(`newer-${n}`));
      sale({ mTxId: `order-${n}` }, { sTxId: `newer-${n}` });
    }
  },
  'has another process sell the transaction, so that the identifier is free again': times(
    ({ fee, sale, wait }, n) => {
      fee({ ...FEE, mTxId: 'table-7' }, ok(`s-${n}`));
      wait(5000);
      fee({ ...FEE, mTxId: 'table-7' }, ok(`t-${n}`));
      wait(5000);
      sale({ mTxId: 'table-7' }, { sTxId: `u-${n}` });
    },
  ),
  'takes the identifier from another field or from the query': times(({ sale }) => {
    sale({ transactionId: 'plain-0' }, { sTxId: 'plain-0' });
    sale({ authCode: 'A1' }, { sTxId: 'plain-0' }, { query: '?sTxId=plain-0' });
  }),
  'has a recorder that removes all identifiers': ({ fee, sale }) => {
    for (const n of TIMES) {
      fee(FEE, ok(`s-${n}`));
      sale({ authCode: 'A1' }, { sTxId: `s-${n}` });
    }
  },
  'refuses with 2xx and a message': times(({ sale }) => sale({ authCode: 'A1' }, { message: 'which one?' })),
  'knows the client by a cookie or an API key': times(({ fee }, n) => {
    fee(FEE, ok(`s-${n}`), { headers: { authorization: undefined, cookie: 'session=1' } });
    fee(FEE, ok(`t-${n}`), { headers: { authorization: undefined, 'x-api-key': 'k' } });
  }),
  'has a recorder that drops some tokens': times(({ fee }, n) =>
    fee(FEE, ok(`s-${n}`), { headers: { authorization: undefined }, lacks: ['authorization'] }),
  ),
  'answers requests without a token with 401': times(({ fee }) =>
    fee(FEE, {}, { headers: { authorization: undefined }, status: 401 }),
  ),
  'answers GET with a page': times(({ fee }) =>
    fee('', '<html></html>', { method: 'GET', type: 'text/html' }),
  ),
  'answers PUT with 405': times(({ fee }) => fee(FEE, '', { method: 'PUT', status: 405 })),
  'answers GET with 200 and no fee': times(({ fee }) => fee('', { status: 'up' }, { method: 'GET' })),
  'writes the type in capitals or with a charset': times(({ fee }, n) => {
    fee(FEE, ok(`s-${n}`), { type: 'Application/JSON' });
    fee(FEE, ok(`t-${n}`), { type: 'application/json ; charset=utf-8' });
  }),
  'has a recorder that leaves the type out': times(({ fee }, n) =>
    fee(FEE, ok(`s-${n}`), { type: undefined }),
  ),
  'answers refusals as HTML': times(({ fee }) => fee(FEE, '<p>no</p>', { status: 400, type: 'text/html' })),
  'repeats a masked number in its refusal': times(({ fee }) =>
    fee({ ...FEE, nicn: '4242424242424242' }, { detail: '424242******4242 is too long' }, { status: 422 }),
  ),
  'repeats an mTxId with the same digits': times(({ fee }, n) =>
    fee({ ...FEE, mTxId: `4242424242424242-${n}` }, { ...ok(`s-${n}`), mTxId: `4242424242424242-${n}` }),
  ),
  'counts in an sTxId of digits': times(({ fee }, n) => fee(FEE, ok(`424242424242424${n}`))),
  'accepts an amount that equals the total': times(({ fee }, n) =>
    fee({ ...FEE, totalAmount: 100 }, ok(`s-${n}`)),
  ),
  'accepts amounts that differ from the total in binary noise': times(({ fee }, n) =>
    fee({ ...FEE, amount: 0.30000000000000004, totalAmount: 0.3 }, ok(`s-${n}`)),
  ),
  'answers with the HTML page of a gateway': times(({ fee }) =>
    fee(FEE, '<html><h1>502 Bad Gateway</h1><hr>nginx/1.25.3</html>', { status: 502, type: 'text/html' }),
  ),
  'names a path of its own API in a refusal': times(({ fee }) =>
    fee(FEE, { title: 'Not Found', instance: '/v1/ch', type: '/errors/not-found' }, { status: 404 }),
  ),
  'repeats the text of a client': times(({ fee }) =>
    fee(
      { ...FEE, data: ['SELECT a FROM b WHERE c = 1'] },
      { detail: 'data: SELECT a FROM b WHERE c = 1 is unknown' },
      { status: 422 },
    ),
  ),
  'has changed its prices once': times(({ fee }, n) => {
    fee({ ...FEE, amount: n }, ok(`s-${n}`, n));
  }),
  'tests two prices (A/B) for one request': times(({ fee }, n) => {
    fee(FEE, ok(`s-${n}`, 1));
    fee(FEE, ok(`t-${n}`, 2));
  }),
  'keeps the fee of a transaction that was sold elsewhere': times(({ fee }, n) => {
    fee({ ...FEE, amount: n }, ok(`s-${n}`, right(n)));
    fee({ ...FEE, amount: 50, sTxId: `s-${n}` }, ok(`s-${n}`, right(n)));
  }),
};

const PRICED = /merchant file|MID and by name|keeps the|changed its prices|two prices/;

const PRICES = `
merchants:
  one:
    processors:
      - { mid: "700100", name: alpha, pricing: &prices { model: percent-plus-fixed, percent: "3", fixed: "0.10" } }
      - { mid: "700200", name: beta, pricing: *prices }
`;

/** Three percent and ten cents. */
function right(amount: number): number {
  return Math.round(amount * 3 + 10) / 100;
}

function merchants(): readonly Merchant[] {
  return parseMerchants(PRICES, 'prices.yaml');
}

/** Each behaves so for another reason than the one for which traffic may fail a rule. */
test.each(Object.entries(STORIES))('traffic fails no rule for a service that %s', async (innocent, story) => {
  const pricing = { path: 'prices.yaml', merchants: merchants() };
  const report = await judge(tell(story), PRICED.test(innocent) ? { pricing } : {});

  expect(failedIn(report)).toEqual([]);
});
