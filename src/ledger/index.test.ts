import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { itKeepsTheContract, itRetainsTheLast } from '../../test/ledgers/contract.ts';
import { itKeepsTheLaws } from '../../test/ledgers/laws.ts';
import { ownFolder } from '../../test/support/folders.ts';
import { createMemoryLedger, openRedisLedger, openSqliteLedger } from './index.ts';

function newFile(): string {
  const folder = ownFolder();

  return join(folder, 'transactions.db');
}

describe('opening a ledger', () => {
  it.each(['http://user:hidden@127.0.0.1:6379', 'hidden', '', 'redis://', 'localhost:6379'])(
    'refuses the address %j',
    async (url) => {
      await expect(openRedisLedger(url)).rejects.toMatchObject({
        code: 'ledger-unreachable',
        message: expect.stringMatching(/^[^:]*: expected an address such as redis:(?!.*hidden)/),
      });
    },
  );

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses retain: %d', async (retain) => {
    const file = newFile();
    const refused = { name: 'LedgerError', code: 'ledger-options' };

    expect(() => createMemoryLedger({ retain })).toThrow(
      expect.objectContaining({
        ...refused,
        message: `the ledger in memory: retain: expected a whole number of transactions, at least 1, got ${retain}`,
      }),
    );
    await expect(openSqliteLedger(file, { retain })).rejects.toMatchObject(refused);
    await expect(openRedisLedger('redis://127.0.0.1:1', { retain })).rejects.toMatchObject(refused);
  });
});

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
