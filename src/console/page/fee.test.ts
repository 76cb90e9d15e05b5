import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFeeEngine, explain, parseMerchants } from '../../engine/index.ts';
import { type Explained, stepsOf } from './fee.tsx';

function feeOf(pricing: object, amount = 100): Explained {
  const text = JSON.stringify({ merchants: { one: { processors: [{ mid: '1', name: 'p', pricing }] } } });
  const [merchant] = parseMerchants(text, 'test');
  const quote = createFeeEngine(merchant!).quote({ amount, nicn: '424242', region: 'AZ' });
  if (quote.kind === 'refused') throw new Error(JSON.stringify(quote));

  return explain(quote);
}

it('puts each line on top of those before it, and the fee below all', () => {
  const steps = stepsOf(feeOf({ model: 'percent-plus-fixed', percent: '2.9', fixed: '0.30' }));

  expect(steps.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['line', '2.90'],
    ['line', '0.30'],
    ['fee', '3.20'],
  ]);
  expect(steps.map(({ from, to }) => [from, to])).toEqual([
    [0, expect.closeTo(2.9 / 3.2)],
    [expect.closeTo(2.9 / 3.2), expect.closeTo(1)],
    [0, 1],
  ]);
});

it('shows what a cap takes away, and what rounding adds', () => {
  const pricing = { model: 'percent-plus-fixed', percent: '3', fixed: '0.00' };
  const rounded = stepsOf(feeOf(pricing, 33.5));
  const capped = stepsOf(feeOf({ ...pricing, percent: '9', cap: { percent: '4' } }));

  expect(rounded.find(({ label }) => label === 'rounding')).toMatchObject({ amount: '0.005' });
  expect(capped.find(({ label }) => label === 'cap')).toMatchObject({
    ...{ kind: 'change', amount: '−5.00', note: '4 % of the amount' },
    ...{ from: expect.closeTo(4 / 9), to: 1 },
  });
});

it('shows why a fee is 0 by rule', () => {
  const free = { ...feeOf({ model: 'flat', fixed: '1.00' }), transactionFee: 0, obstacles: ['a debit card'] };

  expect(stepsOf(free)).toMatchObject([
    { kind: 'line', amount: '1.00' },
    { kind: 'change', amount: '−1.00', note: 'a debit card' },
    { kind: 'fee', amount: '0.00' },
  ]);
});

it('keeps every bar within its drawing', () => {
  const explained = fc.record({
    transactionFee: fc.double({ min: 0, max: 1e6, noNaN: true }),
    lines: fc.array(
      fc.integer({ min: -1000, max: 100_000 }).map((n) => ({ label: 'l', note: '', amount: String(n) })),
    ),
    sum: fc.integer({ min: 0, max: 100_000 }).map(String),
    limits: fc.constant([]),
    rounding: fc.constant({ mode: 'half-up', decimals: 2 } as const),
    obstacles: fc.constant([]),
  });
  fc.assert(
    fc.property(explained, (fee) => {
      for (const { from, to } of stepsOf(fee)) expect(0 <= from && from <= to && to <= 1).toBe(true);
    }),
  );
});
