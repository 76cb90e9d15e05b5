/** The coverage of the contract: one count for both sides of traffic, for clients, and for services. */
import { describe, expect, test } from 'vitest';
import { judge as judgeService, reportOf } from '../../test/reports/samples.ts';
import { FEE, judge, ok, type Story, tell } from '../../test/support/traffic-source.ts';
import { untouched } from './coverage.ts';
import { REPORTERS } from './reporters.ts';

/** The counts that are not 0. */
const touched = (counts: Readonly<Record<string, number>> = {}) =>
  Object.fromEntries(Object.entries(counts).filter(([, calls]) => calls > 0));

const orders: Story = ({ fee, sale }) => {
  fee(FEE, ok('s-1'));
  fee({ ...FEE, sTxId: 's-1' }, ok('s-1'));
  fee({ ...FEE, mTxId: 'order-2' }, ok('s-2'));
  fee({ ...FEE, mTxId: 'order-2', country: '840' }, ok('s-2'));
  fee({ ...FEE, mTxId: 'order-2', sTxId: 's-2' }, ok('s-2'));
  for (let n = 0; n < 2; n++) fee({ ...FEE, mTxId: 'order-2' }, ok('s-2'));
  sale({ sTxId: 's-2', mTxId: 'order-2', authCode: 'A1' }, { sTxId: 's-2' });
  sale({ sTxId: 's-2' }, { sTxId: 's-2' });
  fee({ ...FEE, sTxId: 's-2', undocumented: 1 }, ok('s-2'));
  fee({ ...FEE, sTxId: 's-2' }, {}, { status: 401 });
};

test('counts each call once by operation, field, place and merchant, alike for both sides of traffic', async () => {
  const { sides } = await judge(tell(orders), { sides: ['client', 'service'] });

  for (const { coverage } of sides) {
    expect(coverage?.operations).toEqual({ calculateFee: 8, attachSale: 2 });
    expect(touched(coverage?.fields.calculateFee)).toEqual({
      ...{ amount: 8, nicn: 8, region: 8, country: 1, mTxId: 5, sTxId: 3 },
    });
    expect(coverage?.fields.attachSale).toEqual({ sTxId: 2, mTxId: 1, authCode: 1 });
    expect(touched(coverage?.places)).toEqual({
      ...{ 'first call without mTxId': 1, 'first call with mTxId': 1 },
      ...{ 'first update by sTxId': 1, 'first update by mTxId': 1, 'second update by both': 1 },
      ...{ 'third update by mTxId': 2, 'sale by both': 1, 'second sale': 1, 'update after a sale': 1 },
    });
    expect(Object.values(coverage?.merchants ?? {})).toEqual([10]);
  }
});

test('a run of a service touches both merchants, every operation, and the choices that it observed', async () => {
  const { coverage, choices } = await judgeService({});

  expect(coverage?.operations.attachSale).toBeGreaterThan(0);
  expect(Object.keys(coverage?.merchants ?? {})).toEqual(['one', 'several']);
  expect(Object.keys(touched(coverage?.choices))).toEqual(expect.arrayContaining(Object.keys(choices)));
});

test('a run without a merchant with several processors touches none', async () => {
  const report = await judgeService({}, { file: { several: undefined } });

  expect(report.coverage?.merchants).toMatchObject({ one: expect.any(Number), several: 0 });
  expect(untouched(report)).toContain('the merchant several');
});

describe('what no call touched', () => {
  const report = async (story: Story) => {
    const { sides } = await judge(tell(story), { sides: ['client'] });

    return sides[0] ?? reportOf();
  };

  test('names fields and places, and joins those that are all alike', async () => {
    const untold = untouched(await report(orders));

    expect(untold).toEqual(
      expect.arrayContaining(['cardToken', 'totalAmount', 'second update by mTxId', 'sale by sTxId']),
    );
    expect(untold).not.toContain('amount');
  });

  test('needs a line or two for a client that only prices', async () => {
    const prices = await report(({ fee }) => void fee(FEE, ok('s')));

    expect(untouched(prices).slice(-3)).toEqual(['any sale', 'first call with mTxId', 'any update']);
    for (const kind of ['text', 'markdown', 'html'] as const)
      expect(REPORTERS[kind](prices)).toMatch(/No call touched: campaign, .*any\s+sale/s);
  });

  test('is silent of a report without coverage, and where nothing was called', async () => {
    for (const quiet of [reportOf(), await report(() => undefined)]) {
      expect(untouched(quiet)).toEqual([]);
      expect(REPORTERS.text(quiet)).not.toContain('No call touched');
    }
  });
});
