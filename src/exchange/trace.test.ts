/** The memory of a trace: whatever calls name counts, and is forgotten beyond the budget. */
import { expect, test } from 'vitest';
import { createTrace } from './trace.ts';
import type { TracedCall } from './transaction.ts';

const BUDGET = 20_000;

const REFUSED = { outcome: { kind: 'refused' }, status: 404, given: undefined } as const;
const LOST = { outcome: { kind: 'lost' }, status: 0, given: undefined } as const;

test.each([
  ['unknown sTxIds', 'partial', (n: number) => ({ sTxId: `unknown-${n}` }), REFUSED],
  ['unknown sTxIds beside one mTxId', 'complete', (n: number) => ({ sTxId: `s-${n}`, mTxId: 'a' }), LOST],
  ['unknown mTxIds', 'complete', (n: number) => ({ mTxId: `order-${n}` }), REFUSED],
] as const)('%s count', (_, view, fieldsOf, response) => {
  const trace = createTrace({ keep: (call: TracedCall) => call, budget: BUDGET, view });
  const add = (n: number) =>
    trace.add({
      ...{ operation: 'attachSale', merchant: 'one', sentAt: n, endedAt: n, fields: fieldsOf(n) },
      ...response,
    });
  for (let n = 0; n < 20; n++) add(n);
  expect(trace.bytes()).toBeGreaterThan(20 * 100);
  for (let n = 20; n < 1000; n++) add(n);

  expect(trace.bytes()).toBeLessThanOrEqual(BUDGET);
});
