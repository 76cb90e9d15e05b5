/** Public entry of the ledgers: memory, and SQLite and Redis, whose drivers are loaded on first use. */
import type { Ledger } from './ledger.ts';
import type { RedisOptions } from './redis.ts';
import type { SqliteOptions } from './sqlite.ts';

export type {
  Attached,
  Awaitable,
  Calculation,
  Found,
  Identifiers,
  Ledger,
  NotFound,
  Recorded,
  Sale,
  Transaction,
} from './ledger.ts';
export { LedgerError, type LedgerErrorCode } from './ledger.ts';
export { createMemoryLedger, type MemoryOptions } from './memory.ts';
export type { RedisOptions, SqliteOptions };

/**
 * Opens the ledger in a SQLite file and creates the file if it does not exist. Every result is in the file before its
 * promise resolves, so it survives kill -9. Several processes can open the same file.
 *
 * @param file path of the file
 * @throws LedgerError `ledger-options`, `ledger-unreachable`, `ledger-foreign`, `ledger-damaged`, `ledger-locked` or
 * `ledger-full`; later calls reject with `ledger-locked`, `ledger-full`, `ledger-lost` or `ledger-closed`
 */
export async function openSqliteLedger(file: string, options: SqliteOptions = {}): Promise<Ledger> {
  const sqlite = await import('./sqlite.ts');

  return sqlite.openSqliteLedger(file, options);
}

/**
 * Opens the ledger on a Redis or Valkey server. Mocks that use the same server act as one service.
 * While the connection is lost, calls reject and the client reconnects.
 *
 * @param url such as `redis://USER:PASSWORD@HOST:6379/0`, or `rediss://` with TLS; messages never contain the password
 * @throws LedgerError `ledger-options` or `ledger-unreachable`; later calls reject with `ledger-lost`, `ledger-full`,
 * `ledger-foreign` or `ledger-closed`
 */
export async function openRedisLedger(url: string, options: RedisOptions = {}): Promise<Ledger> {
  const redis = await import('./redis.ts');
  const { ledger } = await redis.openRedisLedger(url, options);

  return ledger;
}
