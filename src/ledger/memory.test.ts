import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

it('takes no more memory with each change of transactions that it does not keep', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const ledger = createMemoryLedger({ retain: 1_000 });
  const calculation = { request: { amount: 1, nicn: '424242', region: 'AZ' }, fee: 1 };
  const heapAfter = async (changes: number) => {
    for (let count = 0; count < changes; count += 1)
      await ledger.record('one', { mTxId: `${changes}-${Math.floor(count / 3)}` }, calculation);
    collect();

    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const before = await heapAfter(50_000);

  expect((await heapAfter(300_000)) - before).toBeLessThan(5);
});
