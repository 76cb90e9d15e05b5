import { describe, expect, test } from 'vitest';
import {
  createFeeEngine,
  explain,
  parseDay,
  parseMerchants,
  type QuoteRequest,
} from '../../src/engine/index.ts';
import { feeTable } from './fee.ts';

const SHOP = `
merchants:
  shop:
    processors:
      - mid: "700100"
        name: alpha
        pricing:
          model: percent-plus-fixed
          percent: "2.9"
          fixed: "0.30"
          cap: { fixed: "9.00" }
    multiPay: { fixed: shared, cap: shared }
    cards: { kinds: test-cards }
    eligibility: { rules: illustrative, countries: ["840"] }
`;
const sale: QuoteRequest = { amount: 100, nicn: '424242', region: '80202' };

describe('the table of a fee', () => {
  test('says what was priced, by which rules, and every figure up to the fee', () => {
    expect(tableOf(sale, '2022-07-01').split('\n')).toEqual([
      'sale       US$ 100.00 on 2022-07-01',
      'card       424242: visa, credit',
      'region     80202: state CO, country 840',
      'processor  alpha (700100): percent-plus-fixed',
      'rules      colorado: at most the larger of 2 % of the amount and the cost of accepting the card, from 2022-07-01 (Colo. Rev. Stat. § 5-2-212: either of the two, as the merchant chooses)',
      '',
      '  share     2.90  2.9 % of 100.00',
      '  fixed     0.30  for each transaction',
      '  sum       3.20',
      '  cap       9.00  at most 9.00',
      '  colorado  3.20  the larger of 2 % of the amount and the cost of accepting the card (3.20)',
      '  fee       3.20  rounded half-up to 2 decimals',
      '',
    ]);
  });

  test('puts decimal points below each other and cuts digits that never end', () => {
    const table = tableOf({ ...sale, totalAmount: 300, region: 'AZ' }, '2022-07-01');

    expect(table).toContain('sale       US$ 100.00 of a total of 300.00 on 2022-07-01\n');
    expect(table.slice(table.indexOf('\n\n')).split('\n')).toEqual([
      '',
      '',
      '  share  2.90  2.9 % of 100.00',
      '  fixed  0.10  0.30 × 100.00 / 300.00',
      '  sum    3.00',
      '  cap    3.00  at most 9.00 × 100.00 / 300.00',
      '  fee    3.00  rounded half-up to 2 decimals',
      '',
    ]);
    expect(tableOf({ ...sale, totalAmount: 700, region: 'AZ' }, '2022-06-30')).toContain(
      '  fixed  0.0428571428…  0.30 × 100.00 / 700.00\n',
    );
  });

  test('says which limit made the fee', () => {
    expect(tableOf({ ...sale, amount: 1000, region: 'AZ' }, '2022-07-01')).toContain(
      '  cap     9.00  at most 9.00: less than the sum, so it applies\n  fee     9.00  rounded',
    );
  });

  test('shows nothing that a terminal would obey', () => {
    expect(tableOf({ ...sale, region: 'Ja\u001b[31mlisco\n', country: '484' }, '2022-07-01')).toContain(
      'region     Ja\ufffd[31mlisco',
    );
  });

  test('of a sale for which none may be asked says why', () => {
    const table = tableOf({ ...sale, nicn: '510510', region: '484', country: '484' }, '2022-07-01');

    expect(table).toContain('card       510510: mastercard, prepaid\n');
    expect(table).toMatch(
      /\n\n {2}fee {2}0\.00 {2}the merchant charges no fee in country 484; prepaid prohibits a fee\n$/,
    );
  });
});

function tableOf(request: QuoteRequest, day: string): string {
  const [shop] = parseMerchants(SHOP, 'shop.yaml');
  const quote = createFeeEngine(shop!).quote(request, parseDay(day));
  if (quote.kind === 'refused') throw new Error(JSON.stringify(quote.reasons));

  return feeTable(explain(quote));
}
