/** Opens ledgers for programs: what a store needs is loaded when it is asked for, and not before. */
import type { Ledger } from './ledger.ts';
import type { RedisOptions } from './redis.ts';
import type { SqliteOptions } from './sqlite.ts';

/**
 * Opens the ledger in this file, which is made where there is none. What a call resolved with is on the disk, and
 * survives kill -9. Several processes may have the file open.
 *
 * @param file its path
 * @throws LedgerError `ledger-options`, `ledger-unreachable`, `ledger-foreign`, `ledger-damaged`, `ledger-locked` or
 * `ledger-full`; later calls reject with `ledger-locked`, `ledger-full`, `ledger-lost` or `ledger-closed`
 */
export async function openSqliteLedger(file: string, options: SqliteOptions = {}): Promise<Ledger> {
  const sqlite = await import('./sqlite.ts');

  return sqlite.openSqliteLedger(file, options);
}

/**
 * Opens the ledger on a server of Redis or Valkey, or on a cluster of which the server is a node. Mocks that use the
 * same one are one service. While the connection is lost calls reject, and it comes back by itself.
 *
 * @param url such as `redis://USER:PASSWORD@HOST:6379/0`, or `rediss://` with TLS; no message repeats the password
 * @throws LedgerError `ledger-options` or `ledger-unreachable`; later calls reject with `ledger-lost`, `ledger-full`,
 * `ledger-foreign` or `ledger-closed`
 */
export async function openRedisLedger(url: string, options: RedisOptions = {}): Promise<Ledger> {
  const redis = await import('./redis.ts');
  const { ledger } = await redis.openRedisLedger(url, options);

  return ledger;
}
