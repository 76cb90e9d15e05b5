/** The database of a ledger in an SQLite file: its tables, how it is opened, what its errors mean. Alone imports node:sqlite. */
import { closeSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LedgerError, type LedgerErrorCode } from './ledger.ts';

export type Database = DatabaseSync;

/** "toll": identifies a database as a ledger. */
const APPLICATION_ID = 0x74_6f_6c_6c;

/** Increment with every change of the table. */
const SCHEMA_VERSION = 1;

/** How long a call waits for the lock of another process, in milliseconds. The mock waits too. */
const LOCK_TIMEOUT = 1_000;

/** Identifiers are encoded by `toExactText`; request and sale are JSON. */
const CREATE = `
  CREATE TABLE transactions (
    stxid TEXT NOT NULL PRIMARY KEY,
    merchant TEXT NOT NULL,
    mtxid TEXT,
    fee REAL NOT NULL,
    request TEXT NOT NULL,
    as_of TEXT,
    sale TEXT,
    changed INTEGER NOT NULL
  );
  CREATE UNIQUE INDEX transactions_by_mtxid ON transactions (merchant, mtxid) WHERE mtxid IS NOT NULL;
  CREATE INDEX transactions_by_change ON transactions (changed);
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

const LOCKED = 'expected a free file, got one that another process has locked: stop that process, or wait';

/** By SQLite's primary result code. */
const MEANINGS: Readonly<Record<number, readonly [code: LedgerErrorCode, problem: string]>> = {
  3: ['ledger-unreachable', 'expected a writable file, got one without write permission'],
  5: ['ledger-locked', LOCKED],
  6: ['ledger-locked', LOCKED],
  8: ['ledger-unreachable', 'expected a writable file, got a read-only one'],
  11: [
    'ledger-damaged',
    'expected an intact database, got a damaged one: restore it, or choose another file',
  ],
  13: ['ledger-full', 'expected space for a transaction, got a full disk: free some space'],
  14: [
    'ledger-unreachable',
    'expected a file that can be opened or created, got none: check that its folder exists and is writable',
  ],
  26: ['ledger-foreign', 'expected a ledger or no file, got a file in another format: choose another file'],
};

/** Converts errors of SQLite, and returns others unchanged. */
export function toLedgerError(cause: unknown, place: string): unknown {
  if (!(cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number')) return cause;
  // The low byte is the primary result code.
  const [code, problem] = MEANINGS[cause.errcode & 0xff] ?? [
    'ledger-lost',
    `expected to read and write, got an SQLite error: ${cause.message} (${cause.errcode})`,
  ];

  return new LedgerError(code, place, problem, { cause });
}

/** Opens the database of the ledger in this file, or creates both. @throws LedgerError */
export function openDatabase(file: string, place: string): DatabaseSync {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
    const problem = `expected a file, got a folder: name a file in it, such as ${file}/tollgate.db`;
    throw new LedgerError('ledger-unreachable', place, problem);
  }
  createPrivately(file);
  let database: DatabaseSync | undefined;
  try {
    // An absolute path: SQLite gives names such as :memory: and file: a special meaning.
    database = new DatabaseSync(resolve(file), { timeout: LOCK_TIMEOUT });
    prepare(database, place);

    return database;
  } catch (cause) {
    database?.close();
    throw toLedgerError(cause, place);
  }
}

/** Transactions concern their owner alone. SQLite gives the files beside it (`-wal`, `-shm`) the mode of this one. */
function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It exists, or SQLite says why it cannot be created.
  }
}

/** Checks the file before writing: a foreign database stays unchanged. */
function prepare(database: DatabaseSync, place: string): void {
  const pragma = (name: string) => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
  const isOurs = (): boolean => {
    const [application, version] = [pragma('application_id'), pragma('user_version')];
    if (application === APPLICATION_ID && version === SCHEMA_VERSION) return true;
    if (application === APPLICATION_ID) {
      const problem = `expected a ledger of version ${SCHEMA_VERSION}, got one of version ${version}: use the tollgate version that created it, or another file`;
      throw new LedgerError('ledger-foreign', place, problem);
    }
    if (database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) return false;
    const problem = 'expected a ledger or no file, got a database of another program: choose another file';
    throw new LedgerError('ledger-foreign', place, problem);
  };

  isOurs();
  // NORMAL: what is committed survives a crash of the process, though not one of the machine.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE');
  if (!isOurs()) database.exec(CREATE);
  database.exec('COMMIT');
}
