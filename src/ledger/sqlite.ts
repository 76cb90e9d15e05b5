/** A ledger in an SQLite file, which survives crashes. Calls at the same time share one write to disk: 20 times as many a second. */
import {
  type Account,
  attach,
  createStxids,
  expectRetain,
  find,
  fromExactText,
  record,
  toExactText,
} from './accounts.ts';
import type { Ledger, Transaction } from './ledger.ts';
import { closedError, LedgerError } from './ledger-error.ts';
import { type Database, openDatabase, toLedgerError } from './sqlite-database.ts';

export interface SqliteOptions {
  /** Number of transactions to keep, the last changed ones of all merchants together; unlimited by default. */
  readonly retain?: number | undefined;
  /** Maximum size of the file, in pages of 4 KiB; unlimited by default. */
  readonly maxPages?: number | undefined;
}

/** How long a call retries while another process holds the lock, and the delay between two retries; in milliseconds. */
const LOCK_TIMEOUT = 1_000;
const RETRY_DELAY = 10;

const COLUMNS = 'stxid, mtxid, fee, request, as_of, sale';

const QUERIES = {
  bySTxId: `SELECT ${COLUMNS} FROM transactions WHERE stxid = ? AND merchant = ?`,
  byMTxId: `SELECT ${COLUMNS} FROM transactions WHERE mtxid = ? AND merchant = ?`,
  insert: `INSERT INTO transactions (mtxid, fee, request, as_of, sale, changed, stxid, merchant)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  update: `UPDATE transactions SET mtxid = ?, fee = ?, request = ?, as_of = ?, sale = ?, changed = ?
    WHERE stxid = ? AND merchant = ?`,
  deleteOldest: `DELETE FROM transactions WHERE stxid IN
    (SELECT stxid FROM transactions ORDER BY changed LIMIT ?)`,
  deleteAll: 'DELETE FROM transactions',
  deleteMerchant: 'DELETE FROM transactions WHERE merchant = ?',
  merchants: 'SELECT DISTINCT merchant FROM transactions',
  newest: `SELECT ${COLUMNS} FROM transactions WHERE merchant = ? ORDER BY changed DESC LIMIT ?`,
  lastChange: 'SELECT max(changed) AS number FROM transactions',
  count: 'SELECT count(*) AS number FROM transactions',
  /** Changes with every commit of another connection. */
  version: 'SELECT data_version AS number FROM pragma_data_version',
} as const;

type Statement = ReturnType<Database['prepare']>;
type Statements = { readonly [Name in keyof typeof QUERIES]: Statement };

interface Submitted {
  readonly task: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens the ledger in this file and creates the file if it does not exist. A result is on disk before its promise
 * resolves. Several processes can open the same file: each call is atomic.
 *
 * @throws LedgerError `ledger-options`, `ledger-unreachable`, `ledger-foreign`, `ledger-damaged`, `ledger-locked`,
 * `ledger-full`
 */
export function openSqliteLedger(file: string, { retain, maxPages }: SqliteOptions = {}): Ledger {
  const place = `sqlite:${file}`;
  expectRetain(retain, place, 'transactions');
  const database = openDatabase(file, place);
  try {
    if (maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${maxPages}`);
    const ledger = createLedger(database, place, retain);
    // From here on, calls wait for locks with a timer: waiting inside SQLite would block the whole process.
    database.exec('PRAGMA busy_timeout = 0');

    return ledger;
  } catch (cause) {
    database.close();
    throw toLedgerError(cause, place);
  }
}

function createLedger(database: Database, place: string, retain: number | undefined): Ledger {
  const prepared = Object.entries(QUERIES).map(([name, text]) => [name, database.prepare(text)]);
  const statements: Statements = Object.fromEntries(prepared);
  const numberOf = (name: 'version' | 'lastChange' | 'count') => Number(statements[name].get()?.['number']);
  const countAll = () => (retain === undefined ? 0 : numberOf('count'));
  const nextStxid = createStxids();
  /** Cached until another process commits. */
  let cached = { version: Number.NaN, changes: 0, count: 0 };
  let waiting: Submitted[] = [];
  let isClosed = false;

  const commit = (tasks: readonly Submitted[]): readonly unknown[] => {
    try {
      database.exec('BEGIN IMMEDIATE');
      const version = numberOf('version');
      if (version !== cached.version)
        cached = { version, changes: numberOf('lastChange'), count: countAll() };
      const values = tasks.map(({ task }) => task());
      if (retain !== undefined && cached.count > retain) {
        statements.deleteOldest.run(cached.count - retain);
        cached.count = retain;
      }
      database.exec('COMMIT');
      return values;
    } catch (cause) {
      if (database.isTransaction) database.exec('ROLLBACK');
      cached.version = Number.NaN;
      throw toLedgerError(cause, place);
    }
  };
  /** Commits what was submitted by now together. */
  const flush = (since: number) => {
    if (waiting.length === 0) return;
    try {
      const values = commit(waiting);
      for (const [at, { resolve }] of takeAll().entries()) resolve(values[at]);
    } catch (error) {
      const isLocked = error instanceof LedgerError && error.code === 'ledger-locked' && !isClosed;
      if (isLocked && performance.now() - since < LOCK_TIMEOUT) setTimeout(flush, RETRY_DELAY, since);
      else for (const { reject } of takeAll()) reject(error);
    }
  };
  const takeAll = () => {
    const all = waiting;
    waiting = [];

    return all;
  };
  const submit = <T>(task: () => T): Promise<T> => {
    if (isClosed) return Promise.reject(closedError(place));

    return new Promise<T>((resolve, reject) => {
      waiting.push({ task, resolve: resolve as (value: unknown) => void, reject });
      // Later calls join a group that is already scheduled or retrying.
      if (waiting.length === 1) setImmediate(() => flush(performance.now()));
    });
  };
  const accountOf = (merchant: string): Account => {
    const owner = toExactText(merchant);
    const write = (statement: Statement, { sTxId, mTxId, fee, request, asOf, sale }: Transaction) => {
      cached.changes += 1;
      statement.run(
        mTxId === undefined ? null : toExactText(mTxId),
        fee,
        JSON.stringify(request),
        asOf ?? null,
        sale === undefined ? null : JSON.stringify(sale),
        ...[cached.changes, toExactText(sTxId), owner],
      );
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
  commit([]);

  return {
    kind: 'sqlite',
    list: (merchant, limit) =>
      submit(() =>
        statements.newest.all(toExactText(merchant), limit).flatMap((row) => toTransaction(row) ?? []),
      ),
    record: (merchant, by, calculation) =>
      submit(() => record(accountOf(merchant), by, calculation, nextStxid)),
    attach: (merchant, by, sale) => submit(() => attach(accountOf(merchant), by, sale)),
    find: (merchant, by) => submit(() => find(accountOf(merchant), by)),
    clear: (isPicked) =>
      submit(() => {
        if (isPicked === undefined) statements.deleteAll.run();
        else
          for (const { merchant } of statements.merchants.all())
            if (isPicked(fromExactText(String(merchant)))) statements.deleteMerchant.run(merchant!);
        cached.count = countAll();
      }),
    close() {
      if (isClosed) return;
      isClosed = true;
      flush(0);
      database.close();
    },
  };
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
