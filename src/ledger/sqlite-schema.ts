/** What a ledger looks like as a database: who may read it, its one table, and what is done with it. */

/** "toll": says that a database is a ledger, and no other program's. */
export const APPLICATION_ID = 0x74_6f_6c_6c;

/** Goes up with every change of the table. */
export const SCHEMA_VERSION = 1;

/** Texts that come from outside are kept as `exact-text.ts` writes them, request and sale as JSON. */
export const CREATE = `
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

const COLUMNS = 'stxid, mtxid, fee, request, as_of, sale';

export const QUERIES = {
  bySTxId: `SELECT ${COLUMNS} FROM transactions WHERE stxid = ? AND merchant = ?`,
  byMTxId: `SELECT ${COLUMNS} FROM transactions WHERE mtxid = ? AND merchant = ?`,
  open: `INSERT INTO transactions (mtxid, fee, request, as_of, sale, changed, stxid, merchant)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  change: `UPDATE transactions SET mtxid = ?, fee = ?, request = ?, as_of = ?, sale = ?, changed = ?
    WHERE stxid = ? AND merchant = ?`,
  forgetOldest: `DELETE FROM transactions WHERE stxid IN
    (SELECT stxid FROM transactions ORDER BY changed LIMIT ?)`,
  forgetAll: 'DELETE FROM transactions',
  forgetMerchant: 'DELETE FROM transactions WHERE merchant = ?',
  merchants: 'SELECT DISTINCT merchant FROM transactions',
  newest: `SELECT ${COLUMNS} FROM transactions WHERE merchant = ? ORDER BY changed DESC LIMIT ?`,
  lastChange: 'SELECT max(changed) AS figure FROM transactions',
  count: 'SELECT count(*) AS figure FROM transactions',
  /** Another figure after every commit of another connection. */
  version: 'SELECT data_version AS figure FROM pragma_data_version',
} as const;
