/** What `tollgate check-traffic` decides where a recording shows something wrong that it cannot prove. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TrafficReport } from '../../conformance/report/report.ts';
import { temporaryFolder } from '../support/folders.ts';
import { type Call, createService, createShop, type SendOptions, type Shop, toHar } from '../traffic/shop.ts';
import { tollgateHere } from './command.ts';

const folder = temporaryFolder();

const FEE = { amount: 100, nicn: '424242', region: '85004' };

type Change = (answer: Record<string, unknown>, number: number, call: Call) => unknown;

/** A recording of a shop at a service whose accepted answers are changed. */
function recorded(shopping: (shop: Shop) => void, change: Change = (answer) => answer): string {
  const serve = createService();
  let number = 0;
  const shop = createShop((call) => {
    const answer = serve(call);
    if (call.headers['authorization'] === undefined) return { status: 401, body: {} };
    if (answer.status !== 200) return answer;

    return { ...answer, body: change(answer.body as Record<string, unknown>, number++, call) };
  });
  shopping(shop);
  const path = join(folder, `${shop.entries.length}-${Math.random()}.har`);
  writeFileSync(path, toHar(shop.entries));

  return path;
}

const carts =
  (count: number, options: (number: number) => SendOptions = () => ({})) =>
  ({ fee, sale }: Shop) => {
    for (let n = 0; n < count; n++) {
      const { sTxId } = fee({ ...FEE, amount: 10 + n, mTxId: `order-${n}` }, options(n));
      sale({ sTxId, authCode: `A${n}` });
    }
  };

async function judged(file: string, ...options: string[]) {
  const { code, out } = await tollgateHere(['check-traffic', file, '--report', 'json', ...options]);
  const report = JSON.parse(out) as TrafficReport;
  const [client, service] = report.sides;
  const named = report.sides.flatMap(({ rules }) =>
    rules.flatMap(({ id, outcome }) =>
      outcome === 'fail' || outcome === 'unstable' ? [`${id} ${outcome}`] : [],
    ),
  );

  return { code, named, client, service };
}

const nullFee: Change = (answer, n) => (n === 4 ? { ...answer, transactionFee: null } : answer);

describe('a violation that could be an accident', () => {
  test('leaves the verdict as it is where it is tolerated', async () => {
    const { code, named, service } = await judged(recorded(carts(6), nullFee), '--tolerate', '1');

    expect([code, named]).toEqual([0, []]);
    expect(service?.notes?.[0]).toContain('Tolerated: fee-response/has-transaction-fee-number (1 of');
  });

  test('is a warning where the rule is a should', async () => {
    const half: Change = (answer, n) => (n === 4 ? { ...answer, transactionFee: 2.435 } : answer);
    const { code, named } = await judged(recorded(carts(6), half));

    expect([code, named]).toEqual([0, ['fee-response/fee-has-cents unstable']]);
  });
});

test('an update with another sTxId fails where nothing is missing, and leaves the verdict open elsewhere', async () => {
  const file = recorded(
    ({ fee }) => {
      for (let n = 0; n < 5; n++) {
        const { sTxId } = fee({ ...FEE, amount: 10 + n, mTxId: `order-${n}` });
        fee({ ...FEE, amount: 50 + n, sTxId });
        fee({ ...FEE, amount: 60 + n, sTxId });
      }
    },
    (answer, n) => (n === 8 ? { ...answer, sTxId: '00000000-0000-4000-8000-00000000002a' } : answer),
  );

  expect((await judged(file)).named).toEqual(['identity/update-by-stxid-keeps-stxid unstable']);
  expect((await judged(file, '--complete')).code).toBe(1);
  expect((await judged(recorded(carts(6)), '--complete')).code).toBe(0);
});

test('two mTxIds with one sTxId fail the service, and their sales are not held against the client', async () => {
  const ids = new Map<string, unknown>();
  const file = recorded(carts(8), (answer, _, { fields }) => {
    const order = String(fields['mTxId'] ?? '');
    const pair = String(Math.floor(Number(order.replace('order-', '')) / 2));
    if (order === '') return answer;
    if (!ids.has(pair)) ids.set(pair, answer['sTxId']);

    return { ...answer, sTxId: ids.get(pair) };
  });
  const { code, named } = await judged(file);

  expect([code, named]).toEqual([1, ['identity/distinct-mtxids-are-distinct fail']]);
});

describe('a client', () => {
  test('that once sells without a token leaves its verdict open', async () => {
    const { code, named } = await judged(
      recorded((shop) => {
        carts(4)(shop);
        shop.sale({ mTxId: 'order-3' }, { headers: { authorization: undefined } });
      }),
    );

    expect([code, named]).toEqual([3, ['client-request/has-bearer-jwt unstable']]);
  });

  test('whose region was refused may be abroad, and is named', async () => {
    const { code, named } = await judged(
      recorded((shop) => {
        carts(4)(shop);
        shop.fee({ ...FEE, region: 'Arizona', mTxId: 'order-7' });
      }),
    );

    expect([code, named]).toEqual([3, ['client-request/region-has-a-documented-form unstable']]);
  });
});

describe('a side is inconclusive', () => {
  test('where most requests ask for a test', async () => {
    const asks = (n: number) => (n < 18 ? { headers: { 'x-test': '1' } } : {});
    const { client, service } = await judged(
      recorded(({ fee }) => {
        for (let n = 0; n < 20; n++) fee({ ...FEE, amount: 10 + n }, asks(n));
      }),
    );

    expect([client?.verdict, service?.verdict]).toEqual(['conformant', 'inconclusive']);
    expect(service?.summary).toContain('18 of 20 calls were not judged');
  });

  test('but a header of the service exempts nothing', async () => {
    const serve = createService();
    const shop = createShop((call) => ({
      ...serve(call),
      body: { transactionFee: null, sTxId: `s-${shop.entries.length}`, message: 'ok' },
      headers: { 'tollgate-proxy': 'loop' },
    }));
    for (let n = 0; n < 9; n++) shop.fee({ ...FEE, amount: 10 + n });
    const path = join(folder, 'marked.har');
    writeFileSync(path, toHar(shop.entries));

    expect((await judged(path)).code).toBe(1);
  });
});

describe('fees', () => {
  const PRICES = `merchants:
  shop:
    processors:
      - { mid: "7", name: a, pricing: { model: percent-plus-fixed, percent: "3", fixed: "0.10" } }
`;
  const priced = (file: string, ...options: string[]) => {
    const path = join(folder, 'prices.yaml');
    writeFileSync(path, PRICES);

    return judged(file, '--pricing', path, ...options);
  };
  const altered: Change = (answer) =>
    'transactionFee' in answer ? { ...answer, transactionFee: Number(answer['transactionFee']) + 1 } : answer;

  test('of calls with mTxIds are compared, and the report counts them', async () => {
    const sound = await priced(recorded(carts(6)));
    const wrong = await priced(recorded(carts(6), altered));

    expect([sound.code, sound.service?.fees]).toEqual([0, { compared: 6, differ: 0, notComparable: [] }]);
    expect([wrong.code, wrong.service?.fees]).toEqual([1, { compared: 6, differ: 6, notComparable: [] }]);
  });

  test('that cannot be compared leave the verdict open', async () => {
    const { code, service } = await priced(
      recorded(({ fee }) => {
        for (let n = 0; n < 4; n++) fee({ ...FEE, channel: 'web' });
      }),
    );
    const why = 'a field is undocumented, or has another type';

    expect([code, service?.verdict]).toEqual([3, 'inconclusive']);
    expect(service?.fees).toEqual({ compared: 0, differ: 0, notComparable: [{ why, count: 4 }] });
  });
});
