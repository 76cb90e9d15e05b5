import { expect, it } from 'vitest';
import { itKeepsTheContract, itRetainsTheLast } from '../../test/ledgers/contract.ts';
import { itKeepsTheLaws } from '../../test/ledgers/laws.ts';
import { createMemoryLedger } from './memory.ts';

itKeepsTheContract(async () => createMemoryLedger());
itKeepsTheLaws(async () => createMemoryLedger(), 400);
itRetainsTheLast(async (retain) => createMemoryLedger({ retain }));

it('lists the newest transactions first after thousands of changes, without the evicted ones', async () => {
  const ledger = createMemoryLedger({ retain: 3 });
  const calculation = { request: { amount: 1, nicn: '424242', region: 'AZ' }, fee: 1 };
  for (const mTxId of ['a', 'b', 'c', 'd']) await ledger.record('one', { mTxId }, calculation);
  for (let count = 0; count < 5_000; count += 1)
    await ledger.record('one', { mTxId: count % 2 === 0 ? 'c' : 'b' }, calculation);
  const mTxIds = async (limit: number) => (await ledger.list?.('one', limit))?.map(({ mTxId }) => mTxId);

  expect(await mTxIds(2)).toEqual(['b', 'c']);
  expect(await mTxIds(20)).toEqual(['b', 'c', 'd']);
});
