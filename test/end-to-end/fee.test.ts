/** `tollgate fee` explains a fee. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../shape/source-files.ts';
import { tollgateHere } from './command.ts';

const SALE = ['fee', '--amount', '100', '--nicn', '424242', '--region', '85004'];
const SURCHARGING = ['--merchants', join(ROOT, 'fixtures/merchants/surcharging.yaml')];

describe('tollgate fee', () => {
  test('shows a table that ends with the fee', async () => {
    const { code, out } = await tollgateHere(SALE);

    expect(code).toBe(0);
    expect(out).toMatch(/^sale {7}US\$ 100\.00 on \d{4}-\d\d-\d\d\ncard {7}424242: visa/);
    expect(out).toMatch(
      /\n {2}sum +2\.63\n {2}cap +4\.00 .*\n {2}visa +3\.00 .*\n {2}visa-cost +2\.43 .*\n {2}fee +2\.43 {2}rounded half-up to 2 decimals\n$/,
    );
  });

  test('gives the quote as JSON, for the given day', async () => {
    const oklahoma = [...SALE.slice(0, -1), 'OK', ...SURCHARGING, '--json', '--as-of'];
    const [before, since] = await Promise.all([
      tollgateHere([...oklahoma, '2025-10-31']),
      tollgateHere([...oklahoma, '2025-11-01']),
    ]);

    expect(JSON.parse(before.out)).toMatchObject({
      transactionFee: 0,
      asOf: '2025-10-31',
      region: { value: 'OK', country: '840', state: 'OK' },
      obstacles: ['oklahoma-before prohibits a fee'],
      lines: [],
    });
    expect(JSON.parse(since.out).transactionFee).toBeGreaterThan(0);
  });

  test.each([
    [
      ['--as-of', '2026-02-30'],
      '--as-of: expected a day of the calendar, such as 2026-01-31, got "2026-02-30"',
    ],
    [['--total-amount', '99.99'], '--amount: expected no more than the totalAmount, got 100'],
    [['--country', '000'], '--country: expected an ISO 3166-1 numeric country code, such as 840, got "000"'],
    [['--merchant', 'three'], '--merchant: expected one of one, several, got three'],
  ])('refuses %j with a line that says what was expected', async (options, problem) => {
    const { code, problem: said, out } = await tollgateHere([...SALE, ...options]);

    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(said).toContain(problem);
  });
});
