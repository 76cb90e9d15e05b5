import creditCardType from 'credit-card-type';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runsOf } from '../../../test/support/sampled.ts';
import { brandOf } from './card.ts';

/** First digits of known brands, so that most cases are near a boundary. */
const claimed = creditCardType('').flatMap(({ patterns }) => patterns.flat().map(String));
const digits = (length: number) =>
  fc
    .tuple(fc.constantFrom('', ...claimed), fc.stringMatching(/^[0-9]{8}$/))
    .map(([first, rest]) => (first + rest).slice(0, length));

describe('the brand of a card', () => {
  test.each([
    ['424242', 'visa'],
    ['42424242', 'visa'],
    ['555555', 'mastercard'],
    ['2223003', 'mastercard'],
    ['378282', 'american-express'],
    ['601111', 'discover'],
    ['353011', 'jcb'],
    ['305693', 'diners-club'],
    ['62000000', 'unionpay'],
    ['000000', 'unknown'],
    ['999999', 'unknown'],
    ['', 'unknown'],
  ])('with the digits %s is %s', (nicn, brand) => {
    expect(brandOf(nicn)).toBe(brand);
  });

  test('is the one that six digits prove, even if eight digits could prove another', () => {
    expect(creditCardType('637374').map(({ type }) => type)).toEqual(['maestro', 'hiper']);
    expect(brandOf('637374')).toBe('maestro');
    expect(brandOf('63737423')).toBe('hiper');
  });

  test('equals the result of credit-card-type for eight digits', () => {
    fc.assert(
      fc.property(digits(8), (nicn) => {
        expect(brandOf(nicn)).toBe(creditCardType(nicn)[0]?.type ?? 'unknown');
      }),
      { numRuns: runsOf(1000) },
    );
  });

  test('is among the candidates of credit-card-type for six and seven digits', () => {
    fc.assert(
      fc.property(fc.constantFrom(6, 7).chain(digits), (nicn) => {
        const proven = creditCardType(nicn).filter(({ matchStrength }) => matchStrength !== undefined);
        expect(brandOf(nicn)).toBeOneOf(proven.length > 0 ? proven.map(({ type }) => type) : ['unknown']);
      }),
      { numRuns: runsOf(1000) },
    );
  });
});
