/** Laws that compare the two calculations of the engine, in whole numbers and in decimals, with a third. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Charge, exactFee, quickFee } from '../../../src/engine/fee/exact-fee.ts';
import { runsOf } from '../../support/sampled.ts';
import { expectedOf } from './expected.ts';
import { merchants } from './merchant-cases.ts';
import { type MerchantMapping, merchantOf } from './merchant-mapping.ts';
import { textOf } from './rounded.ts';
import { type SaleCase, sales, wholeCents } from './sale-cases.ts';

const runs = { numRuns: runsOf(1_000) };

describe('the calculations in whole numbers and in decimals', () => {
  test('agree on each charge, with each other and with the one in fractions', () => {
    fc.assert(
      fc.property(merchants, sales, (merchant, sale) => {
        const charge = chargeOf(merchant, sale);
        if (charge === undefined) return;

        const fee = Number(textOf(expectedOf(merchant, sale).fee));
        expect(exactFee(charge).toNumber()).toBe(fee);
        expect(quickFee(charge) ?? fee).toBe(fee);
      }),
      runs,
    );
  });

  test('use whole numbers for whole cents and ordinary prices', () => {
    const cents = fc.constantFrom('0', '0.05', '0.30', '0.305', '25.00');
    const percents = fc.constantFrom('0', '0.13', '2.9', '3.125');

    fc.assert(
      fc.property(wholeCents, percents, cents, cents, (amount, percent, fixed, cap) => {
        const pricing = { model: 'percent-plus-fixed' as const, percent, fixed, cap: { fixed: cap } };
        const sale = { amount, nicn: '424242', brand: 'visa', place: { region: 'AZ', homeCountry: '840' } };
        const charge = chargeOf({ pricing }, sale);

        expect(charge && quickFee(charge)).toBe(Number(textOf(expectedOf({ pricing }, sale).fee)));
      }),
      runs,
    );
  });

  test.each([
    ['has parts of a cent', { amount: 0.125 }],
    ['has binary noise', { amount: 0.1 + 0.2 }],
    ['is too large for exact cents', { amount: 1e13 + 0.01 }],
    ['is a part of a total that shares fixed parts', { amount: 1, totalAmount: 3 }],
  ])('use decimals where an amount %s', (_, amounts) => {
    const merchant = {
      pricing: { model: 'flat' as const, fixed: '0.10' },
      multiPay: { fixed: 'shared' as const },
    };
    const place = { region: 'AZ', homeCountry: '840' };
    const charge = chargeOf(merchant, { ...amounts, nicn: '424242', brand: 'visa', place });

    expect(charge && quickFee(charge)).toBeUndefined();
  });
});

/** What the engine calculates a fee from; undefined where no fee may be charged. */
function chargeOf(mapping: MerchantMapping, sale: SaleCase): Charge | undefined {
  const { multiPay, rounding, processors, kindOf, eligibility } = merchantOf(mapping);
  const { amount, totalAmount: total = amount, nicn: prefix, brand, place } = sale;
  const { homeCountry: country, state, region: value } = place;
  const card = { brand, kind: kindOf(prefix), prefix };
  const region = { kind: 'state' as const, country, state, value };
  const whole = { amount, total, card, country, region, multiPay, data: [], asOf: undefined };
  const terms = processors[0]?.price(whole);
  const { rules, chargeable } = expectedOf(mapping, sale);
  if (terms === undefined || typeof terms === 'string' || !chargeable) return undefined;

  const effects = eligibility.rules.filter(({ name }) => rules.includes(name)).map(({ effect }) => effect);
  const limits = effects.flatMap((effect) => (effect.kind === 'limit' ? [effect.limit] : []));
  return { sale: whole, terms, limits: [...(processors[0]?.caps ?? []), ...limits], rounding };
}
