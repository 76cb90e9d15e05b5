/** Public entry of the ledgers: memory, SQLite and Redis. */
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
export { LedgerError, type LedgerErrorCode } from './ledger-error.ts';
export { createMemoryLedger, type MemoryOptions } from './memory.ts';
export { openRedisLedger, openSqliteLedger } from './open.ts';
export type { RedisOptions } from './redis.ts';
export type { SqliteOptions } from './sqlite.ts';
