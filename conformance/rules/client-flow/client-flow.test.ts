/** The flow in recordings, and beyond the budget of a history. */
import { describe, expect, it } from 'vitest';
import {
  clientUnderTest,
  FEE,
  S1,
  S2,
  SALE,
  type Story,
  violatedBy,
} from '../../../test/support/client-exchanges.ts';

describe('a recording', () => {
  it.each([S1.toUpperCase(), S1.slice(0, 20), ` ${S1}`])(
    'shows that %j is a given sTxId, changed',
    (sTxId) => {
      const story: Story = ({ fee, refused }) => {
        fee(FEE, S1);
        refused(SALE, { sTxId });
      };

      expect(violatedBy(story, { source: 'recording' })).toEqual([
        'client-flow/uses-identifiers-it-was-given',
      ]);
    },
  );

  it('does not show where an identifier comes from that no response has carried', () => {
    const story: Story = ({ fee, refused }) => {
      fee(FEE, S1);
      refused(SALE, { sTxId: S2 });
      refused('/v1/ch', { ...FEE, mTxId: 'order-1' });
      refused(SALE, { mTxId: 'order-1' });
      refused(SALE, { mTxId: 'order-2' });
    };

    expect(violatedBy(story, { source: 'recording' })).toEqual([]);
  });
});

describe('beyond its budget', () => {
  it('the history forgets the oldest transactions, and judges less', () => {
    const client = clientUnderTest({ budget: { transactions: 50_000, exchanges: 50_000 } });
    for (let order = 0; order < 1000; order++)
      client.fee({ ...FEE, mTxId: `order-${order}` }, `transaction-${order}`);
    client.refused(SALE, { sTxId: 'transaction-1' });
    client.refused(SALE, { mTxId: 'order-2' });
    client.sale({ sTxId: 'transaction-999', authCode: 'A1' }, 'transaction-999');
    client.sale({ sTxId: 'transaction-999', authCode: 'B2' }, 'transaction-999');

    expect(client.observed.exchanges().length).toBeLessThan(100);
    expect(client.violated()).toEqual(['client-flow/sells-once']);
    expect([...client.observed.identifiers()].length).toBeLessThan(400);
  });

  it('it does the same with transactions that no call has named', () => {
    const client = clientUnderTest({ budget: { transactions: 50_000, exchanges: 50_000 } });
    for (let order = 0; order < 1000; order++) client.fee(FEE, `transaction-${order}`);
    client.refused(SALE, { sTxId: 'transaction-1' });
    client.sale({ sTxId: 'transaction-999', authCode: 'A1' }, 'transaction-999');
    client.fee(FEE, 'transaction-1000');
    client.sale({ sTxId: 'transaction-1000' }, 'transaction-1000');
    client.sale({ sTxId: 'transaction-999', authCode: 'B2' }, 'transaction-999');

    expect(client.violated()).toEqual(['client-flow/sells-once']);
    expect([...client.observed.identifiers()].length).toBeLessThan(100);
  });

  it('it counts the fields of sales', () => {
    const client = clientUnderTest({ budget: { transactions: 50_000, exchanges: 50_000 } });
    for (let order = 0; order < 100; order++)
      client.refused(SALE, { mTxId: `order-${order}`, authCode: 'A'.repeat(10_000) });

    expect([...client.observed.identifiers()].length).toBeLessThan(10);
  });

  it('it keeps 100 findings of a rule, and counts all', () => {
    const client = clientUnderTest();
    for (let turn = 0; turn < 150; turn++) client.fee({ ...FEE, mtxid: 'a' }, `transaction-${turn}`);

    expect(client.observed.findings).toHaveLength(100);
    expect(client.observed.counts('client-request/uses-documented-fields')?.violated).toBe(150);
  });
});
