/** A ledger in an SQLite file, which survives crashes. The only file that imports node:sqlite. */
import { closeSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Account, attach, find, record } from './accounts.ts';
import { fromExactText, toExactText } from './exact-text.ts';
import { expectRetain } from './expect-retain.ts';
import { createGroupCommit } from './group-commit.ts';
import type { Ledger, Transaction } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';
import { toLedgerError } from './sqlite-errors.ts';
import { APPLICATION_ID, CREATE, QUERIES, SCHEMA_VERSION } from './sqlite-schema.ts';
import { createStxids } from './stxids.ts';

export interface SqliteOptions {
  /** Number of transactions to keep, the last changed ones of all merchants together; unlimited by default. */
  readonly retain?: number | undefined;
  /** Maximum size of the file, in pages of 4 KiB; unlimited by default. */
  readonly maxPages?: number | undefined;
}

/** How long opening waits for a lock of another process, in milliseconds. */
const OPEN_TIMEOUT = 1_000;

/**
 * Opens the ledger in this file and creates the file if it does not exist. A result is on disk before its promise
 * resolves. Several processes can open the same file: each call is atomic.
 *
 * @throws LedgerError `ledger-options`, `ledger-unreachable`, `ledger-foreign`, `ledger-damaged`, `ledger-locked`,
 * `ledger-full`
 */
export function openSqliteLedger(file: string, options: SqliteOptions = {}): Ledger {
  const place = `sqlite:${file}`;
  expectRetain(options.retain, place, 'transactions');
  const database = open(file, place);
  try {
    prepare(database, place);
    if (options.maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${options.maxPages}`);
    const ledger = createLedger(database, place, options.retain);
    // From here on, `group-commit.ts` waits for locks with a timer.
    database.exec('PRAGMA busy_timeout = 0');

    return ledger;
  } catch (cause) {
    database.close();
    throw toLedgerError(cause, place);
  }
}

function open(file: string, place: string): DatabaseSync {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
    const problem = `expected a file, got a folder: name a file in it, such as ${file}/tollgate.db`;
    throw new LedgerError('ledger-unreachable', place, problem);
  }
  createPrivately(file);
  try {
    // An absolute path: SQLite gives names such as :memory: and file: a special meaning.
    return new DatabaseSync(resolve(file), { timeout: OPEN_TIMEOUT });
  } catch (cause) {
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
  // FULL: a commit returns once it is on disk. Checkpoints block all calls; with 16 MiB between them instead of 4,
  // frequently changed pages are copied less often.
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; BEGIN IMMEDIATE',
  );
  if (!isOurs()) database.exec(CREATE);
  database.exec('COMMIT');
}

function createLedger(database: DatabaseSync, place: string, retain: number | undefined): Ledger {
  const statements = prepareAll(database);
  const numberOf = (name: 'version' | 'lastChange' | 'count') => Number(statements[name].get()?.['number']);
  const nextStxid = createStxids();
  /** Cached until another process commits. */
  let cached = { version: Number.NaN, changes: 0, count: 0 };

  const refreshCache = () => {
    const version = numberOf('version');
    if (version === cached.version) return;
    cached = {
      version,
      changes: numberOf('lastChange'),
      count: retain === undefined ? 0 : numberOf('count'),
    };
  };
  const deleteOldest = () => {
    if (retain === undefined || cached.count <= retain) return;
    statements.deleteOldest.run(cached.count - retain);
    cached.count = retain;
  };
  const deletePicked = (isPicked: (merchant: string) => boolean) => {
    for (const { merchant } of statements.merchants.all()) {
      if (isPicked(fromExactText(String(merchant)))) statements.deleteMerchant.run(merchant!);
    }
  };
  const commit = (tasks: readonly (() => unknown)[]): readonly unknown[] => {
    try {
      database.exec('BEGIN IMMEDIATE');
      refreshCache();
      const values = tasks.map((task) => task());
      deleteOldest();
      database.exec('COMMIT');
      return values;
    } catch (cause) {
      if (database.isTransaction) database.exec('ROLLBACK');
      cached.version = Number.NaN;
      throw toLedgerError(cause, place);
    }
  };
  const accountOf = (merchant: string): Account => {
    const owner = toExactText(merchant);
    const write = (statement: StatementSync, transaction: Transaction) => {
      cached.changes += 1;
      statement.run(...toValues(transaction), cached.changes, toExactText(transaction.sTxId), owner);
    };

    return {
      bySTxId: (sTxId) => toTransaction(statements.bySTxId.get(toExactText(sTxId), owner)),
      byMTxId: (mTxId) => toTransaction(statements.byMTxId.get(toExactText(mTxId), owner)),
      insert(transaction) {
        write(statements.insert, transaction);
        cached.count += 1;
      },
      update: (transaction) => write(statements.update, transaction),
    };
  };
  const groupCommit = createGroupCommit(commit, place);
  commit([]);

  return {
    kind: 'sqlite',
    list: (merchant, limit) =>
      groupCommit.submit(() =>
        statements.newest.all(toExactText(merchant), limit).flatMap((row) => toTransaction(row) ?? []),
      ),
    record: (merchant, by, calculation) =>
      groupCommit.submit(() => record(accountOf(merchant), by, calculation, nextStxid)),
    attach: (merchant, by, sale) => groupCommit.submit(() => attach(accountOf(merchant), by, sale)),
    find: (merchant, by) => groupCommit.submit(() => find(accountOf(merchant), by)),
    clear: (isPicked) =>
      groupCommit.submit(() => {
        if (isPicked === undefined) statements.deleteAll.run();
        else deletePicked(isPicked);
        cached.count = retain === undefined ? 0 : numberOf('count');
      }),
    close() {
      groupCommit.close();
      if (database.isOpen) database.close();
    },
  };
}

type Statements = { readonly [Name in keyof typeof QUERIES]: StatementSync };

function prepareAll(database: DatabaseSync): Statements {
  const prepared = Object.entries(QUERIES).map(([name, text]) => [name, database.prepare(text)]);

  return Object.fromEntries(prepared);
}

function toValues({ mTxId, fee, request, asOf, sale }: Transaction): readonly SQLInputValue[] {
  return [
    mTxId === undefined ? null : toExactText(mTxId),
    fee,
    JSON.stringify(request),
    asOf ?? null,
    sale === undefined ? null : JSON.stringify(sale),
  ];
}

/** The values need no validation: only this file writes them. */
function toTransaction(row: Readonly<Record<string, unknown>> | undefined): Transaction | undefined {
  if (row === undefined) return undefined;
  const { stxid, mtxid, fee, request, as_of, sale } = row as Readonly<Record<string, string | null>>;

  return {
    sTxId: fromExactText(stxid!),
    mTxId: mtxid == null ? undefined : fromExactText(mtxid),
    request: JSON.parse(request!),
    fee: Number(fee),
    asOf: as_of ?? undefined,
    sale: sale == null ? undefined : JSON.parse(sale),
  };
}
