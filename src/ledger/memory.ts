/** A ledger in memory: fast, and lost when the process ends. */
import { type Account, attach, createStxids, expectRetain, find, record } from './accounts.ts';
import { closedError, type Ledger, type Transaction } from './ledger.ts';

export interface MemoryOptions {
  /**
   * Number of transactions to keep, the last changed ones of all merchants, and of the ledgers apart from this one,
   * together; unlimited by default.
   */
  readonly retain?: number | undefined;
  /**
   * Called once, when the transactions of this ledger and of those apart from it first exceed 256 MiB: from then on the
   * ones that were changed longest ago are deleted. By default a warning of the process.
   */
  readonly onFull?: (() => void) | undefined;
}

/** Names the ledger in messages. */
const PLACE = 'the ledger in memory';

/** Of the transactions of a ledger and of all that are apart from it, in bytes. */
const BUDGET = 256 * 2 ** 20;

export const LEDGER_FULL =
  'the transactions in memory exceed 256 MiB: the ones that were changed longest ago are deleted';

/** The transactions of one merchant of one ledger. */
interface MemoryAccount extends Account {
  readonly merchant: string;
  /** The sTxIds by mTxId. */
  readonly sTxIds: Map<string, string>;
  /** The transactions that were changed last, the last one first; undefined where it knows fewer. */
  readonly newest: (limit: number) => readonly Transaction[] | undefined;
}

interface Entry {
  readonly transaction: Transaction;
  readonly account: MemoryAccount;
  readonly bytes: number;
}

/**
 * Creates an empty ledger in memory.
 *
 * @throws LedgerError `ledger-options`; later calls throw `ledger-closed`
 */
export function createMemoryLedger({ retain, onFull = warn }: MemoryOptions = {}): Ledger {
  expectRetain(retain, PLACE, 'transactions');

  return createLedger(createStore(retain ?? Number.POSITIVE_INFINITY, onFull));
}

type TransactionStore = ReturnType<typeof createStore>;

/**
 * The transactions of a ledger and of all that are apart from it, by sTxId, in the order of their last changes: a cart in
 * use since yesterday outlives newer carts that are abandoned.
 *
 * @param most how many it keeps
 */
function createStore(most: number, onFull: () => void) {
  const entries = new Map<string, Entry>();
  let bytesOfAll = 0;
  let isFull = false;
  // One iterator for many evictions: each new one would step over the holes that deleted keys leave.
  let oldest: ReturnType<typeof entries.keys> | undefined;
  let changesSinceEviction = 0;

  const take = (sTxId: string): Entry | undefined => {
    const entry = entries.get(sTxId);
    if (entry === undefined) return undefined;
    entries.delete(sTxId);
    bytesOfAll -= entry.bytes;

    return entry;
  };
  const forget = (sTxId: string) => {
    const entry = take(sTxId);
    const mTxId = entry?.transaction.mTxId;
    if (mTxId !== undefined) entry?.account.sTxIds.delete(mTxId);
  };
  const forgetOldest = () => {
    changesSinceEviction = 0;
    oldest ??= entries.keys();
    let next = oldest.next();
    if (next.done === true) {
      // An iterator that has ended once finds no later entry.
      oldest = entries.keys();
      next = oldest.next();
    }
    if (next.done !== true) forget(next.value);
  };

  return {
    entries,
    forget,
    /** @param isNew whether no transaction has this sTxId */
    set(transaction: Transaction, account: MemoryAccount, isNew: boolean) {
      const { sTxId, mTxId } = transaction;
      if (!isNew) take(sTxId);
      const bytes = estimateBytes(transaction);
      entries.set(sTxId, { transaction, account, bytes });
      bytesOfAll += bytes;
      if (mTxId !== undefined && !account.sTxIds.has(mTxId)) account.sTxIds.set(mTxId, sTxId);
      changesSinceEviction += 1;
      // An iterator that rests keeps all tables of the Map that came after it.
      if (changesSinceEviction > entries.size) oldest = undefined;
      while (entries.size > most || bytesOfAll > BUDGET) {
        if (bytesOfAll > BUDGET && !isFull) onFull();
        isFull ||= bytesOfAll > BUDGET;
        forgetOldest();
      }
    },
  };
}

function createLedger(store: TransactionStore): Ledger {
  const accounts = new Map<string, MemoryAccount>();
  const nextStxid = createStxids();
  let isClosed = false;
  const expectOpen = () => {
    if (isClosed) throw closedError(PLACE);
  };
  const accountOf = (merchant: string): MemoryAccount => {
    expectOpen();
    const account = accounts.get(merchant) ?? createAccount(store, merchant);
    accounts.set(merchant, account);

    return account;
  };
  const forgetAll = (isPicked: (merchant: string) => boolean) => {
    for (const [sTxId, { account }] of store.entries)
      if (accounts.get(account.merchant) === account && isPicked(account.merchant)) store.forget(sTxId);
  };

  return {
    kind: 'memory',
    apart: () => createLedger(store),
    list(merchant, limit) {
      const account = accountOf(merchant);
      const newest = account.newest(limit);
      if (newest !== undefined) return newest;
      const own = [...store.entries.values()].filter((entry) => entry.account === account);

      return own
        .slice(Math.max(0, own.length - limit))
        .reverse()
        .map(({ transaction }) => transaction);
    },
    record: (merchant, by, calculation) => record(accountOf(merchant), by, calculation, nextStxid),
    attach: (merchant, by, sale) => attach(accountOf(merchant), by, sale),
    find: (merchant, by) => find(accountOf(merchant), by),
    clear(isPicked = () => true) {
      expectOpen();
      forgetAll(isPicked);
    },
    close() {
      isClosed = true;
      forgetAll(() => true);
    },
  };
}

/** Changes of an account that it knows in their order: each refusal asks for the newest transactions. */
const CHANGES = 1000;

function createAccount(store: TransactionStore, merchant: string): MemoryAccount {
  const sTxIds = new Map<string, string>();
  const changed: string[] = [];
  let isCut = false;
  const set = (transaction: Transaction, isNew: boolean) => {
    changed.push(transaction.sTxId);
    if (changed.length > 2 * CHANGES) isCut = changed.splice(0, CHANGES).length > 0;
    store.set(transaction, account, isNew);
  };
  const bySTxId = (sTxId: string) => {
    const entry = store.entries.get(sTxId);

    return entry?.account === account ? entry.transaction : undefined;
  };
  const account: MemoryAccount = {
    ...{ merchant, sTxIds, bySTxId },
    insert: (transaction) => set(transaction, true),
    update: (transaction) => set(transaction, false),
    byMTxId(mTxId) {
      const sTxId = sTxIds.get(mTxId);

      return sTxId === undefined ? undefined : bySTxId(sTxId);
    },
    newest(limit) {
      const found = new Set<Transaction>();
      for (let at = changed.length - 1; at >= 0 && found.size < limit; at--) {
        const transaction = bySTxId(changed[at] ?? '');
        if (transaction !== undefined) found.add(transaction);
      }

      return isCut && found.size < limit ? undefined : [...found];
    },
  };

  return account;
}

/** The objects, map entries and short texts of a transaction, in bytes: measured, and rounded up. */
const OBJECTS = 640;

/** A generous estimate: two bytes for each character of the texts that a client chooses. */
function estimateBytes({ mTxId, request, sale }: Transaction): number {
  let characters = (mTxId?.length ?? 0) + (sale?.authCode?.length ?? 0) + request.region.length;
  for (const text of request.data ?? []) characters += text.length;

  return OBJECTS + 2 * (characters + (request.processor?.length ?? 0));
}

function warn(): void {
  process.emitWarning(`tollgate: ${LEDGER_FULL}`);
}
