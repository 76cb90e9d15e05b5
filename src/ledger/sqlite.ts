/** A ledger in an SQLite file, which survives a crash of the process. Each call is one transaction of the database. */
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
import { closedError, type Ledger, type Transaction } from './ledger.ts';
import { type Database, openDatabase, toLedgerError } from './sqlite-database.ts';

export interface SqliteOptions {
  /** Number of transactions to keep, the last changed ones of all merchants together; unlimited by default. */
  readonly retain?: number | undefined;
  /** Maximum size of the file, in pages of 4 KiB; unlimited by default. */
  readonly maxPages?: number | undefined;
}

const COLUMNS = 'stxid, mtxid, fee, request, as_of, sale';

const NEXT_CHANGE = '(SELECT ifnull(max(changed), 0) + 1 FROM transactions)';

const QUERIES = {
  bySTxId: `SELECT ${COLUMNS} FROM transactions WHERE stxid = ? AND merchant = ?`,
  byMTxId: `SELECT ${COLUMNS} FROM transactions WHERE mtxid = ? AND merchant = ?`,
  insert: `INSERT INTO transactions (mtxid, fee, request, as_of, sale, stxid, merchant, changed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ${NEXT_CHANGE})`,
  update: `UPDATE transactions SET mtxid = ?, fee = ?, request = ?, as_of = ?, sale = ?, changed = ${NEXT_CHANGE}
    WHERE stxid = ? AND merchant = ?`,
  deleteOldest: `DELETE FROM transactions WHERE stxid IN
    (SELECT stxid FROM transactions ORDER BY changed LIMIT ?)`,
  deleteAll: 'DELETE FROM transactions',
  deleteMerchant: 'DELETE FROM transactions WHERE merchant = ?',
  merchants: 'SELECT DISTINCT merchant FROM transactions',
  newest: `SELECT ${COLUMNS} FROM transactions WHERE merchant = ? ORDER BY changed DESC LIMIT ?`,
  count: 'SELECT count(*) AS number FROM transactions',
  /** Changes with every commit of another connection. */
  version: 'SELECT data_version AS number FROM pragma_data_version',
} as const;

type Statement = ReturnType<Database['prepare']>;
type Statements = { readonly [Name in keyof typeof QUERIES]: Statement };

/**
 * Opens the ledger in this file and creates the file if it does not exist. A result is in the file before
 * its promise resolves. Several processes can open the same file: each call is atomic.
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

    return createLedger(database, place, retain);
  } catch (cause) {
    database.close();
    throw toLedgerError(cause, place);
  }
}

function createLedger(database: Database, place: string, retain: number | undefined): Ledger {
  const prepared = Object.entries(QUERIES).map(([name, text]) => [name, database.prepare(text)]);
  const statements: Statements = Object.fromEntries(prepared);
  const numberOf = (name: 'version' | 'count') => Number(statements[name].get()?.['number']);
  const nextStxid = createStxids();
  /** Counting takes long, so it is cached until another process commits. */
  let cached = { version: Number.NaN, count: 0 };
  let isClosed = false;

  const commit = <T>(task: () => T): T => {
    if (isClosed) throw closedError(place);
    try {
      database.exec('BEGIN IMMEDIATE');
      const version = numberOf('version');
      if (retain !== undefined && version !== cached.version) cached = { version, count: numberOf('count') };
      const value = task();
      if (retain !== undefined && cached.count > retain) {
        statements.deleteOldest.run(cached.count - retain);
        cached.count = retain;
      }
      database.exec('COMMIT');

      return value;
    } catch (cause) {
      if (database.isTransaction) database.exec('ROLLBACK');
      cached.version = Number.NaN;
      throw toLedgerError(cause, place);
    }
  };
  const call = async <T>(task: () => T): Promise<T> => commit(task);
  const accountOf = (merchant: string): Account => {
    const owner = toExactText(merchant);
    const write = (statement: Statement, { sTxId, mTxId, fee, request, asOf, sale }: Transaction) => {
      statement.run(
        mTxId === undefined ? null : toExactText(mTxId),
        fee,
        JSON.stringify(request),
        asOf ?? null,
        sale === undefined ? null : JSON.stringify(sale),
        ...[toExactText(sTxId), owner],
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
  // Deletes what is beyond the limit.
  commit(() => {});

  return {
    kind: 'sqlite',
    list: (merchant, limit) =>
      call(() =>
        statements.newest.all(toExactText(merchant), limit).flatMap((row) => toTransaction(row) ?? []),
      ),
    record: (merchant, by, calculation) =>
      call(() => record(accountOf(merchant), by, calculation, nextStxid)),
    attach: (merchant, by, sale) => call(() => attach(accountOf(merchant), by, sale)),
    find: (merchant, by) => call(() => find(accountOf(merchant), by)),
    clear: (isPicked) =>
      call(() => {
        if (isPicked === undefined) statements.deleteAll.run();
        else
          for (const { merchant } of statements.merchants.all())
            if (isPicked(fromExactText(String(merchant)))) statements.deleteMerchant.run(merchant!);
        cached.version = Number.NaN;
      }),
    close() {
      if (isClosed) return;
      isClosed = true;
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
