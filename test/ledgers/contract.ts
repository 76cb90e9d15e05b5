/** Tests that every ledger must pass. */
import { describe, expect, it } from 'vitest';
import type { Calculation, Ledger, Recorded, Transaction } from '../../src/ledger/ledger.ts';
import { textsOfAnyKind } from './laws.ts';

/** Opens an empty ledger. The test closes it. */
export type OpenLedger = () => Promise<Ledger>;

const costing = (fee: number): Calculation => ({
  request: { amount: 100, nicn: '424242', region: '85004' },
  fee,
});

function transactionOf(recorded: Recorded): Transaction {
  if (recorded.kind === 'opened' || recorded.kind === 'updated') return recorded.transaction;
  throw new Error(`expected a transaction, got ${JSON.stringify(recorded)}`);
}

export function itKeepsTheContract(open: OpenLedger): void {
  /** Opens a ledger that closes at the end of the test. */
  async function empty(): Promise<{ readonly ledger: Ledger } & AsyncDisposable> {
    const ledger = await open();

    return { ledger, [Symbol.asyncDispose]: async () => ledger.close() };
  }

  /** The same with one transaction of the merchant `one`. */
  async function opened(mTxId?: string) {
    const used = await empty();
    const transaction = transactionOf(await used.ledger.record('one', { mTxId }, costing(2.43)));

    return { ...used, transaction };
  }

  describe('a fee call', () => {
    it('keeps the entries of data that waived the fee', async () => {
      await using used = await opened();
      const { ledger, transaction } = used;
      const calculation = { ...costing(0), waivers: ['waive-surcharge'] };
      await ledger.record('one', { sTxId: transaction.sTxId }, calculation);

      expect(await ledger.find('one', { sTxId: transaction.sTxId })).toMatchObject({
        transaction: { fee: 0, request: { ...calculation.request, data: ['waive-surcharge'] } },
      });
    });

    it('stores the fields that determine the fee and the day, without opaque data', async () => {
      await using used = await opened();
      const priced = {
        amount: 19.99,
        nicn: '42424242',
        region: 'US-AZ',
        country: '840',
        processor: 'alpha',
        totalAmount: 100,
      };
      const request = { ...priced, campaign: ['a'], data: ['b'], cardToken: 'c', mTxId: 'order-1' };
      const recorded = transactionOf(
        await used.ledger.record('one', { mTxId: 'order-1' }, { request, fee: 1, asOf: '2026-01-31' }),
      );

      expect(recorded).toEqual({
        sTxId: recorded.sTxId,
        mTxId: 'order-1',
        request: priced,
        fee: 1,
        asOf: '2026-01-31',
        sale: undefined,
      });
      expect(await used.ledger.find('one', { sTxId: recorded.sTxId })).toEqual({
        kind: 'found',
        transaction: recorded,
      });
    });
  });

  describe('a sale', () => {
    it('stores its authCode; a second sale replaces it', async () => {
      await using used = await opened('order-1');
      const { ledger, transaction } = used;
      await ledger.attach('one', { mTxId: 'order-1' }, { authCode: 'first' });
      await ledger.attach('one', { sTxId: transaction.sTxId }, {});

      expect(await ledger.find('one', { mTxId: 'order-1' })).toEqual({
        kind: 'found',
        transaction: { ...transaction, sale: { authCode: undefined } },
      });
    });
  });

  describe('identifiers', () => {
    it('and authCodes of any text are stored losslessly and kept apart', async () => {
      await using used = await empty();
      const { ledger } = used;
      const texts = textsOfAnyKind();
      const sTxIds = new Map<string, string>();
      for (const text of texts) {
        const recorded = await ledger.record('one', { mTxId: text }, costing(1));
        expect(recorded.kind).toBe('opened');
        sTxIds.set(text, transactionOf(recorded).sTxId);
        await ledger.attach('one', { mTxId: text }, { authCode: text });
      }

      expect(new Set(sTxIds.values()).size).toBe(texts.length);
      for (const text of texts) {
        expect(await ledger.find('one', { mTxId: text })).toMatchObject({
          transaction: { sTxId: sTxIds.get(text), mTxId: text, sale: { authCode: text } },
        });
      }
    });
  });

  describe('two merchants', () => {
    it('can have any name', async () => {
      await using used = await empty();
      const { ledger } = used;
      const names = textsOfAnyKind();
      for (const [fee, name] of names.entries()) {
        const recorded = await ledger.record(name, { mTxId: '__proto__' }, costing(fee));
        expect(recorded.kind).toBe('opened');
      }

      for (const [fee, name] of names.entries()) {
        expect(await ledger.find(name, { mTxId: '__proto__' })).toMatchObject({ transaction: { fee } });
        expect(await ledger.find(name, { mTxId: 'constructor' })).toMatchObject({ kind: 'unknown' });
      }
    });
  });

  describe('at the same time', () => {
    it('first uses of one mTxId open one transaction, and the others update it', async () => {
      await using used = await empty();
      const { ledger } = used;
      const recorded = await Promise.all(
        Array.from({ length: 40 }, async (_, at) =>
          ledger.record('one', { mTxId: `order-${at % 4}` }, costing(at)),
        ),
      );

      expect(recorded.filter(({ kind }) => kind === 'opened')).toHaveLength(4);
      expect(recorded.filter(({ kind }) => kind === 'updated')).toHaveLength(36);
      expect(new Set(recorded.map((one) => transactionOf(one).sTxId)).size).toBe(4);
    });

    it('one mTxId added to two transactions belongs to one of them', async () => {
      await using used = await empty();
      const { ledger } = used;
      const [first, second] = [
        transactionOf(await ledger.record('one', {}, costing(1))),
        transactionOf(await ledger.record('one', {}, costing(2))),
      ];
      const attached = await Promise.all(
        [first, second].map(async ({ sTxId }) => ledger.attach('one', { sTxId, mTxId: 'late' }, {})),
      );
      const named = await ledger.find('one', { mTxId: 'late' });

      expect(attached.map(({ kind }) => kind).toSorted()).toEqual(['attached', 'mismatched']);
      expect(named).toMatchObject({
        transaction: { sTxId: attached[0]?.kind === 'attached' ? first.sTxId : second.sTxId },
      });
    });
  });

  describe('the whole ledger', () => {
    it('is empty after it is cleared, and accepts new transactions', async () => {
      await using used = await opened('order-1');
      const { ledger, transaction } = used;
      await ledger.record('two', { mTxId: 'order-1' }, costing(1));
      await ledger.clear();

      expect(await ledger.find('one', { sTxId: transaction.sTxId })).toMatchObject({ kind: 'unknown' });
      expect(await ledger.find('two', { mTxId: 'order-1' })).toMatchObject({ kind: 'unknown' });
      expect(await ledger.record('one', { mTxId: 'order-1' }, costing(1))).toMatchObject({ kind: 'opened' });
    });

    it('deletes only the selected merchants', async () => {
      await using used = await opened('order-1');
      const { ledger, transaction } = used;
      await ledger.record('two\u0000', { mTxId: 'order-1' }, costing(1));
      await ledger.record('three', { mTxId: 'order-1' }, costing(1));
      await ledger.clear((merchant) => merchant !== 'one');

      expect(await ledger.find('one', { mTxId: 'order-1' })).toEqual({ kind: 'found', transaction });
      for (const merchant of ['two\u0000', 'three']) {
        expect(await ledger.find(merchant, { mTxId: 'order-1' })).toMatchObject({ kind: 'unknown' });
        expect(await ledger.record(merchant, { mTxId: 'order-1' }, costing(2))).toMatchObject({
          kind: 'opened',
        });
      }
    });

    it('lists the transactions of one merchant, last changed first, if it supports lists', async () => {
      await using used = await opened('order-1');
      const { ledger } = used;
      await ledger.record('one', { mTxId: 'order-2' }, costing(1));
      await ledger.record('two', { mTxId: 'order-1' }, costing(1));
      await ledger.record('one', { mTxId: 'order-3' }, costing(1));
      await ledger.attach('one', { mTxId: 'order-1' }, {});
      const listed = await ledger.list?.('one', 2);

      expect(listed?.map(({ mTxId }) => mTxId) ?? ['order-1', 'order-3']).toEqual(['order-1', 'order-3']);
      expect((await ledger.list?.('unknown', 2)) ?? []).toEqual([]);
    });

    it('completes pending calls before it closes, and refuses later ones', async () => {
      await using used = await opened('order-1');
      const { ledger, transaction } = used;
      const before = Promise.all([ledger.record('one', {}, costing(1)), ledger.find('one', transaction)]);
      const closed = Promise.all([ledger.close(), ledger.close()]);

      expect(await before).toMatchObject([{ kind: 'opened' }, { kind: 'found' }]);
      await closed;
      await ledger.close();
      const later = await Promise.allSettled([
        (async () => ledger.record('one', {}, costing(1)))(),
        (async () => ledger.attach('one', transaction, {}))(),
        (async () => ledger.find('one', transaction))(),
        (async () => ledger.clear())(),
      ]);
      expect(later).toMatchObject(
        later.map(() => ({ status: 'rejected', reason: { code: 'ledger-closed' } })),
      );
    });
  });
}

/** Tests of the option `retain` as a number of transactions. */
export function itRetainsTheLast(open: (retain: number) => Promise<Ledger>): void {
  async function keeping(retain: number): Promise<{ readonly ledger: Ledger } & AsyncDisposable> {
    const ledger = await open(retain);

    return { ledger, [Symbol.asyncDispose]: async () => ledger.close() };
  }

  describe('a ledger that retains three', () => {
    it('deletes both identifiers of old transactions, and keeps those of the others', async () => {
      await using used = await keeping(3);
      const { ledger } = used;
      const transactions: Transaction[] = [];
      for (const [at, merchant] of ['one', 'two', 'one', 'one', 'two'].entries()) {
        const mTxId = at === 1 ? undefined : `order-${at}`;
        transactions.push(transactionOf(await ledger.record(merchant, { mTxId }, costing(at))));
      }

      for (const [at, { sTxId, mTxId }] of transactions.entries()) {
        const merchant = [1, 4].includes(at) ? 'two' : 'one';
        const kind = at < 2 ? 'unknown' : 'found';
        expect(await ledger.find(merchant, { sTxId })).toMatchObject({ kind });
        if (mTxId !== undefined) expect(await ledger.find(merchant, { mTxId })).toMatchObject({ kind });
      }
      const again = await ledger.record('one', { mTxId: 'order-0' }, costing(9));
      expect(again).toMatchObject({ kind: 'opened' });
      expect(transactionOf(again).sTxId).not.toBe(transactions[0]?.sTxId);
    });

    it('counts a transaction as new after a fee call or a sale', async () => {
      await using used = await keeping(3);
      const { ledger } = used;
      const open = async (mTxId: string) => ledger.record('one', { mTxId }, costing(1));
      const kinds = () =>
        Promise.all(
          ['a', 'b', 'c', 'd', 'e'].map(async (mTxId) => (await ledger.find('one', { mTxId })).kind),
        );
      for (const mTxId of ['a', 'b', 'c']) await open(mTxId);
      await ledger.record('one', { mTxId: 'a' }, costing(2));
      await ledger.attach('one', { mTxId: 'b' }, {});
      await ledger.find('one', { mTxId: 'c' });
      await open('d');
      expect(await kinds()).toEqual(['found', 'found', 'unknown', 'found', 'unknown']);
      await open('e');
      expect(await kinds()).toEqual(['unknown', 'found', 'unknown', 'found', 'found']);
    });

    it('keeps three of thousands, also after it is cleared', async () => {
      await using used = await keeping(3);
      const { ledger } = used;
      const fill = async (rounds: number): Promise<readonly Transaction[]> => {
        const recorded = await Promise.all(
          Array.from({ length: rounds }, async (_, at) => ledger.record('one', {}, costing(at))),
        );
        return recorded.map(transactionOf);
      };
      const kept = async (transactions: readonly Transaction[]) =>
        (await Promise.all(transactions.map(async ({ sTxId }) => ledger.find('one', { sTxId })))).filter(
          ({ kind }) => kind === 'found',
        ).length;

      expect(await kept(await fill(2000))).toBe(3);
      await ledger.clear();
      expect(await kept(await fill(2))).toBe(2);
      expect(await kept(await fill(500))).toBe(3);
    });
  });
}
