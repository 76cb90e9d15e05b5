import { describe, expect, it } from 'vitest';
import type { Calculation, Ledger, Transaction } from './ledger.ts';
import { createMemoryLedger } from './memory.ts';

const costing = (fee: number): Calculation => ({
  request: { amount: 100, nicn: '424242', region: '85004' },
  fee,
});

/** A ledger with one transaction of the merchant `one`. */
async function opened(
  mTxId?: string,
): Promise<{ readonly ledger: Ledger; readonly transaction: Transaction }> {
  const ledger = createMemoryLedger();
  const recorded = await ledger.record('one', { mTxId }, costing(2.43));
  if (recorded.kind !== 'opened') throw new Error(recorded.kind);

  return { ledger, transaction: recorded.transaction };
}

describe('a fee call', () => {
  it('without identifiers opens a transaction each time', async () => {
    const { ledger, transaction } = await opened();
    const second = await ledger.record('one', {}, costing(2.43));

    expect(second).toMatchObject({ kind: 'opened' });
    expect(second).not.toMatchObject({ transaction: { sTxId: transaction.sTxId } });
  });

  it('with an mTxId that is not known opens a transaction', async () => {
    const { ledger, transaction } = await opened('order-1');
    const second = await ledger.record('one', { mTxId: 'order-2' }, costing(2.43));

    expect(second).toMatchObject({ kind: 'opened', transaction: { mTxId: 'order-2' } });
    expect(second).not.toMatchObject({ transaction: { sTxId: transaction.sTxId } });
  });

  it.each([
    ['sTxId', ({ sTxId }: Transaction) => ({ sTxId })],
    ['mTxId', ({ mTxId }: Transaction) => ({ mTxId })],
    ['both', ({ sTxId, mTxId }: Transaction) => ({ sTxId, mTxId })],
  ])('by %s updates the transaction and keeps its sTxId', async (_by, naming) => {
    const { ledger, transaction } = await opened('order-1');

    expect(await ledger.record('one', naming(transaction), costing(5.78))).toEqual({
      kind: 'updated',
      transaction: { ...transaction, ...costing(5.78) },
    });
  });

  it('with an sTxId that is not known is refused', async () => {
    const { ledger } = await opened('order-1');

    expect(await ledger.record('one', { sTxId: 'nobody' }, costing(1))).toEqual({
      kind: 'unknown',
      field: 'sTxId',
    });
    expect(await ledger.record('one', { sTxId: 'nobody', mTxId: 'order-1' }, costing(1))).toEqual({
      kind: 'unknown',
      field: 'sTxId',
    });
  });

  it('gives a transaction without an mTxId the one that comes later', async () => {
    const { ledger, transaction } = await opened();
    await ledger.record('one', { sTxId: transaction.sTxId, mTxId: 'order-1' }, costing(3));

    expect(await ledger.find('one', { mTxId: 'order-1' })).toMatchObject({
      transaction: { sTxId: transaction.sTxId },
    });
  });

  it('is refused where a transaction has another mTxId already', async () => {
    const { ledger, transaction } = await opened('order-1');

    expect(await ledger.record('one', { sTxId: transaction.sTxId, mTxId: 'order-2' }, costing(3))).toEqual({
      kind: 'mismatched',
    });
    expect(await ledger.find('one', { mTxId: 'order-2' })).toEqual({ kind: 'unknown', field: 'mTxId' });
  });

  it('is refused with the identifiers of two transactions', async () => {
    const { ledger, transaction } = await opened();
    await ledger.record('one', { mTxId: 'order-2' }, costing(3));

    expect(await ledger.record('one', { sTxId: transaction.sTxId, mTxId: 'order-2' }, costing(3))).toEqual({
      kind: 'mismatched',
    });
  });

  it('after the sale is an update like any other', async () => {
    const { ledger, transaction } = await opened();
    await ledger.attach('one', transaction, { authCode: '012345' });

    expect(await ledger.record('one', { sTxId: transaction.sTxId }, costing(9))).toMatchObject({
      kind: 'updated',
      transaction: { sale: { authCode: '012345' } },
    });
  });
});

describe('a sale', () => {
  it('keeps its note, and a second one replaces it', async () => {
    const { ledger, transaction } = await opened('order-1');
    await ledger.attach('one', { mTxId: 'order-1' }, { authCode: 'first' });
    await ledger.attach('one', { sTxId: transaction.sTxId }, {});

    expect(await ledger.find('one', { mTxId: 'order-1' })).toEqual({
      kind: 'found',
      transaction: { ...transaction, sale: { authCode: undefined } },
    });
  });

  it('may bring the mTxId late, and later calls find the transaction by it', async () => {
    const { ledger, transaction } = await opened();
    await ledger.attach('one', { sTxId: transaction.sTxId, mTxId: 'late' }, {});

    expect(await ledger.attach('one', { mTxId: 'late' }, {})).toMatchObject({
      kind: 'attached',
      transaction: { sTxId: transaction.sTxId },
    });
  });

  it('of an unknown transaction is refused', async () => {
    const { ledger } = await opened();

    expect(await ledger.attach('one', { sTxId: 'nobody' }, {})).toEqual({ kind: 'unknown', field: 'sTxId' });
    expect(await ledger.attach('one', { mTxId: 'nothing' }, {})).toEqual({ kind: 'unknown', field: 'mTxId' });
  });
});

describe('two merchants', () => {
  it('know nothing of each other', async () => {
    const { ledger, transaction } = await opened('order-1');

    expect(await ledger.find('two', { sTxId: transaction.sTxId })).toMatchObject({ kind: 'unknown' });
    expect(await ledger.record('two', { mTxId: 'order-1' }, costing(1))).toMatchObject({ kind: 'opened' });
    expect(await ledger.find('one', { mTxId: 'order-1' })).toEqual({ kind: 'found', transaction });
  });

  it('may be called anything', async () => {
    const ledger = createMemoryLedger();
    await ledger.record('__proto__', { mTxId: '__proto__' }, costing(1));

    expect(await ledger.find('__proto__', { mTxId: '__proto__' })).toMatchObject({ kind: 'found' });
    expect(await ledger.find('__proto__', { mTxId: 'constructor' })).toMatchObject({ kind: 'unknown' });
  });
});
