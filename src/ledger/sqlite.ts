/** The only file that knows node:sqlite: a ledger in a file, which outlives the process whatever becomes of it. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { createBatches } from './batches.ts';
import { attach, type Book, find, record } from './book.ts';
import { fromExactText, toExactText } from './exact-text.ts';
import { expectRetain } from './expect-retain.ts';
import type { Ledger, Transaction } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';
import { toLedgerError } from './sqlite-errors.ts';
import { APPLICATION_ID, CREATE, QUERIES, SCHEMA_VERSION } from './sqlite-schema.ts';
import { createStxids } from './stxids.ts';

export interface SqliteOptions {
  /** How many transactions to keep: the last ones opened or changed, of all merchants together. All, if not given. */
  readonly retain?: number | undefined;
  /** How large the file may become, in pages of 4 KiB. As large as the disk, if not given. */
  readonly maxPages?: number | undefined;
}

/** How long the start waits for a process that has the file to itself, in milliseconds. */
const PATIENCE = 1_000;

/**
 * Opens the ledger in this file, which is made where there is none. What a promise of the ledger resolved with is on
 * the disk. Several processes may have it open: each call is one transaction to all of them.
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
    // From here on who waits, waits by a timer.
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
  try {
    // As a path, and not as a name such as :memory: or file:, which SQLite reads otherwise.
    return new DatabaseSync(resolve(file), { timeout: PATIENCE });
  } catch (cause) {
    throw toLedgerError(cause, place);
  }
}

/** Looks before it writes: a file that is no ledger stays as it is. */
function prepare(database: DatabaseSync, place: string): void {
  const figure = (name: string) => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
  const isOurs = (): boolean => {
    const [application, version] = [figure('application_id'), figure('user_version')];
    if (application === APPLICATION_ID && version === SCHEMA_VERSION) return true;
    if (application === APPLICATION_ID) {
      const problem = `expected a ledger of version ${SCHEMA_VERSION}, got one of version ${version}: use the tollgate that made it, or another file`;
      throw new LedgerError('ledger-foreign', place, problem);
    }
    if (database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) return false;
    const problem = 'expected a ledger or no file, got a database of another program: choose another file';
    throw new LedgerError('ledger-foreign', place, problem);
  };

  isOurs();
  // FULL: a commit is over when it is on the disk, and not only with the operating system. Checkpoints, for which all
  // wait, come after 16 MiB and not after 4: a page that changes often is then moved less often.
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; BEGIN IMMEDIATE',
  );
  if (!isOurs()) database.exec(CREATE);
  database.exec('COMMIT');
}

function createLedger(database: DatabaseSync, place: string, retain: number | undefined): Ledger {
  const statements = prepareAll(database);
  const figureOf = (name: 'version' | 'lastChange' | 'count') => Number(statements[name].get()?.['figure']);
  const nextStxid = createStxids();
  /** What is known without asking, as long as no other process commits. */
  let known = { version: Number.NaN, changes: 0, count: 0 };

  const recall = () => {
    const version = figureOf('version');
    if (version === known.version) return;
    known = { version, changes: figureOf('lastChange'), count: retain === undefined ? 0 : figureOf('count') };
  };
  const forgetOldest = () => {
    if (retain === undefined || known.count <= retain) return;
    statements.forgetOldest.run(known.count - retain);
    known.count = retain;
  };
  const forgetPicked = (isPicked: (merchant: string) => boolean) => {
    for (const { merchant } of statements.merchants.all()) {
      if (isPicked(fromExactText(String(merchant)))) statements.forgetMerchant.run(merchant!);
    }
  };
  const commit = (works: readonly (() => unknown)[]): readonly unknown[] => {
    try {
      database.exec('BEGIN IMMEDIATE');
      recall();
      const values = works.map((work) => work());
      forgetOldest();
      database.exec('COMMIT');
      return values;
    } catch (cause) {
      if (database.isTransaction) database.exec('ROLLBACK');
      known.version = Number.NaN;
      throw toLedgerError(cause, place);
    }
  };
  const bookOf = (merchant: string): Book => {
    const owner = toExactText(merchant);
    const write = (statement: StatementSync, transaction: Transaction) => {
      known.changes += 1;
      statement.run(...toValues(transaction), known.changes, toExactText(transaction.sTxId), owner);
    };

    return {
      bySTxId: (sTxId) => toTransaction(statements.bySTxId.get(toExactText(sTxId), owner)),
      byMTxId: (mTxId) => toTransaction(statements.byMTxId.get(toExactText(mTxId), owner)),
      open(transaction) {
        write(statements.open, transaction);
        known.count += 1;
      },
      change: (transaction) => write(statements.change, transaction),
    };
  };
  const batches = createBatches(commit, place);
  commit([]);

  return {
    kind: 'sqlite',
    list: (merchant, limit) =>
      batches.ask(() =>
        statements.newest.all(toExactText(merchant), limit).flatMap((row) => toTransaction(row) ?? []),
      ),
    record: (merchant, by, calculation) =>
      batches.ask(() => record(bookOf(merchant), by, calculation, nextStxid)),
    attach: (merchant, by, sale) => batches.ask(() => attach(bookOf(merchant), by, sale)),
    find: (merchant, by) => batches.ask(() => find(bookOf(merchant), by)),
    clear: (isPicked) =>
      batches.ask(() => {
        if (isPicked === undefined) statements.forgetAll.run();
        else forgetPicked(isPicked);
        known.count = retain === undefined ? 0 : figureOf('count');
      }),
    close() {
      batches.end();
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

/** What the file holds is what this file wrote there. */
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
