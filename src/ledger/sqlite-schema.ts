/** The SQLite schema of a ledger: version, table and queries. */

/** "toll": identifies a database as a ledger. */
export const APPLICATION_ID = 0x74_6f_6c_6c;

/** Increment with every change of the table. */
export const SCHEMA_VERSION = 1;

/** Identifiers are encoded by `exact-text.ts`; request and sale are JSON. */
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
