import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { itKeepsTheContract, itRetainsTheLast } from '../../test/ledgers/contract.ts';
import { itKeepsTheLaws } from '../../test/ledgers/laws.ts';
import { temporaryFolder } from '../../test/support/folders.ts';
import { createMemoryLedger, openSqliteLedger as openLedgerFile, openRedisLedger } from './index.ts';
import type { Calculation, Ledger } from './ledger.ts';
import { openSqliteLedger } from './sqlite.ts';

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
    await expect(openLedgerFile(file, { retain })).rejects.toMatchObject(refused);
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

it('lists the same newest transactions, however many are asked for', async () => {
  const ledger = createMemoryLedger();
  const calculation = { request: { amount: 1, nicn: '424242', region: 'AZ' }, fee: 1 };
  for (let count = 0; count < 5_000; count += 1) {
    await ledger.record('one', { mTxId: `${(count * 7) % 4_000}` }, calculation);
    if (count % 100 === 0) await ledger.record('two', { mTxId: `${count}` }, calculation);
  }
  const all = (await ledger.list?.('one', 10_000)) ?? [];

  expect(all).toHaveLength(4_000);
  for (const limit of [1, 20, 700, 2_500])
    expect(await ledger.list?.('one', limit)).toEqual(all.slice(0, limit));
  expect((await ledger.list?.('two', 60))?.map(({ mTxId }) => mTxId).slice(0, 2)).toEqual(['4900', '4800']);
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

const folder = temporaryFolder();

/** Returns a path without a file. */
const newFile = (() => {
  let count = 0;

  return () => join(folder, `ledger-${++count}.db`);
})();

const costing = (fee: number): Calculation => ({
  request: { amount: 100, nicn: '424242', region: '85004' },
  fee,
});

itKeepsTheContract(async () => openSqliteLedger(newFile()));
itKeepsTheLaws(async () => openSqliteLedger(newFile()), 100);
itRetainsTheLast(async (retain) => openSqliteLedger(newFile(), { retain }));

describe('an SQLite ledger', () => {
  it('deletes the oldest transactions when it is reopened with a smaller limit', async () => {
    const file = newFile();
    const first = openSqliteLedger(file);
    for (const mTxId of ['a', 'b', 'c']) await first.record('one', { mTxId }, costing(1));
    await first.close();
    const second = openSqliteLedger(file, { retain: 1 });

    expect(await second.find('one', { mTxId: 'b' })).toMatchObject({ kind: 'unknown' });
    expect(await second.find('one', { mTxId: 'c' })).toMatchObject({ kind: 'found' });
    await second.close();
  });

  it('stays consistent when it is opened twice', async () => {
    const file = newFile();
    const both = [openSqliteLedger(file, { retain: 10 }), openSqliteLedger(file, { retain: 10 })];
    const record = async (at: number, mTxId: string) => both[at % 2]!.record('one', { mTxId }, costing(at));
    const recorded = await Promise.all(Array.from({ length: 40 }, (_, at) => record(at, 'order-1')));
    for (let at = 0; at < 12; at++) await record(at, `other-${at}`);
    const kinds = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => both[0]!.find('one', { mTxId: `other-${at}` })),
    );

    expect(recorded.filter(({ kind }) => kind === 'opened')).toHaveLength(1);
    expect(recorded.filter(({ kind }) => kind === 'updated')).toHaveLength(39);
    expect(kinds.filter(({ kind }) => kind === 'found')).toHaveLength(10);
    for (const ledger of both) await ledger.close();
  });

  it('treats :memory: as a file name', async () => {
    const file = join(folder, ':memory:');
    const ledger = openSqliteLedger(file);
    await ledger.close();

    expect(readFileSync(file).toString('latin1', 0, 15)).toBe('SQLite format 3');
  });
});

describe('opening an invalid file', () => {
  it.each<[string, (file: string) => string, string, string]>([
    ['a folder', () => folder, 'ledger-unreachable', 'expected a file, got a folder'],
    [
      'a file in a missing folder',
      (file) => join(file, 'below.db'),
      'ledger-unreachable',
      'check that its folder exists',
    ],
    [
      'a file with other content',
      (file) => {
        writeFileSync(file, 'amount,fee\n'.repeat(500));
        return file;
      },
      'ledger-foreign',
      'a file in another format',
    ],
    [
      'a database of another program',
      (file) => {
        const database = new DatabaseSync(file);
        database.exec('CREATE TABLE bookmarks (url TEXT)');
        database.close();
        return file;
      },
      'ledger-foreign',
      'a database of another program',
    ],
    [
      'a ledger of another version',
      (file) => {
        openSqliteLedger(file).close();
        const database = new DatabaseSync(file);
        database.exec('PRAGMA user_version = 7');
        database.close();
        return file;
      },
      'ledger-foreign',
      'expected a ledger of version 1, got one of version 7',
    ],
    [
      'a damaged file',
      (file) => {
        openSqliteLedger(file).close();
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.fill(0x41, 100, 4096));
        return file;
      },
      'ledger-damaged',
      'got a damaged one',
    ],
  ])('refuses %s and names it', (_what, prepare, code, problem) => {
    const file = prepare(newFile());

    expect(() => openSqliteLedger(file)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(`^sqlite:${file}: .*${problem}`) }),
    );
  });

  it('leaves a foreign database unchanged', () => {
    const file = newFile();
    const database = new DatabaseSync(file);
    database.exec('CREATE TABLE bookmarks (url TEXT)');
    database.close();
    copyFileSync(file, `${file}.before`);

    expect(() => openSqliteLedger(file)).toThrow();
    expect(readFileSync(file)).toEqual(readFileSync(`${file}.before`));
  });

  it('reports that another process holds the lock', () => {
    const file = newFile();
    openSqliteLedger(file).close();
    const other = lock(file);

    expect(() => openSqliteLedger(file)).toThrow(expect.objectContaining({ code: 'ledger-locked' }));
    other.close();
  });
});

describe('a failure after opening', () => {
  it('reports a full disk, keeps existing transactions and recovers once there is space', async () => {
    const file = newFile();
    const ledger = openSqliteLedger(file, { maxPages: 60 });
    const kept: string[] = [];
    const full = await fill(ledger, kept);

    expect(full).toMatchObject({ code: 'ledger-full', message: expect.stringContaining(file) });
    expect(kept.length).toBeGreaterThan(10);
    for (const mTxId of kept) {
      expect(await ledger.find('one', { mTxId })).toMatchObject({ kind: 'found' });
    }
    await ledger.clear();
    expect(await ledger.record('one', { mTxId: 'again' }, costing(1))).toMatchObject({ kind: 'opened' });
    await ledger.close();
  });

  it('reports a long lock, and recovers after it', async () => {
    const file = newFile();
    const ledger = openSqliteLedger(file);
    const other = lock(file);

    await expect(ledger.record('one', {}, costing(1))).rejects.toMatchObject({ code: 'ledger-locked' });
    other.close();
    expect(await ledger.record('one', {}, costing(1))).toMatchObject({ kind: 'opened' });
    await ledger.close();
  });
});

/** Locks the file as another process would. */
function lock(file: string): DatabaseSync {
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');

  return other;
}

/** Opens transactions until the ledger fails, and returns the error. */
async function fill(ledger: Ledger, kept: string[]): Promise<unknown> {
  for (let at = 0; at < 10_000; at++) {
    try {
      await ledger.record('one', { mTxId: `order-${at}` }, costing(1));
      kept.push(`order-${at}`);
    } catch (error) {
      return error;
    }
  }

  return undefined;
}
