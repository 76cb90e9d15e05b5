/** Follows the transactions of exchanges: which exist, and which identifiers name them. */

import { createRecentMap } from '../../../src/exchange/recent-map.ts';
import { answeredStxid, type Exchange, isFeeCall, isSale } from '../../rule/exchange.ts';
import { CALLS_KEPT, type History, type Named, type Transaction } from '../../rule/history.ts';

/** A transaction, to which calls are added. */
interface Entry extends Transaction {
  readonly calls: Exchange[];
  opening: Exchange;
  isSold: boolean;
  mTxId: string | undefined;
  /** Whether a call had its `sTxId` before the first call gave it, so that the order of its calls is unknown. */
  isUnordered: boolean;
}

/** The transaction that an `mTxId` names, and when that was known, in milliseconds; no entry where it is in doubt. */
interface Naming {
  readonly entry: Entry | undefined;
  readonly since: number;
  /** Whether a later call than the first was first to give it. */
  readonly isLate?: true;
}

interface TransactionsOptions {
  /** `complete`: it sees all calls. `partial`: others came before, or go elsewhere. */
  readonly view: 'complete' | 'partial';
  /** In bytes; unlimited by default. Beyond it the least recently named transactions are forgotten. */
  readonly budget?: number;
}

export interface Transactions extends Pick<History, 'named' | 'isFirstCall' | 'bySTxId'> {
  /** Takes in an exchange. @returns whether it opened a transaction */
  add(exchange: Exchange): boolean;
}

/** The objects of an exchange, in bytes. */
const OBJECTS = 2048;

export function createTransactions({
  view,
  budget = Number.POSITIVE_INFINITY,
}: TransactionsOptions): Transactions {
  const isPartial = view === 'partial';
  const transactions = createRecentMap<Entry>();
  const namings = createRecentMap<Naming>();
  const folded = createRecentMap<true>();
  /** Identifiers that a call named before a response gave them: clocks are wrong, or the transactions are older. */
  const early = createRecentMap<true>();
  let bytes = 0;

  const grow = (exchange: Exchange) => {
    if (budget === Number.POSITIVE_INFINITY) return;
    bytes += sizeOf(exchange);
    if (bytes <= budget / 2) return;
    for (const map of [transactions, namings, folded, early]) map.age();
    bytes = 0;
  };

  const isFirstCall: History['isFirstCall'] = (exchange) => {
    const { fields } = exchange;
    if (!isFeeCall(exchange) || fields === undefined || 'sTxId' in fields) return false;
    if (!('mTxId' in fields)) return true;
    // An earlier call may have given it to a transaction.
    if (isPartial) return false;

    return isUsual(fields['mTxId']) && folded.get(foldedKey(exchange, fields['mTxId'])) === undefined;
  };

  const named: History['named'] = (exchange) => {
    const { fields, startedAt } = exchange;
    if (fields === undefined || !(isFeeCall(exchange) || isSale(exchange))) return undefined;
    const { sTxId, mTxId } = fields;
    if (sTxId === undefined) return typeof mTxId === 'string' ? namedBy(exchange, mTxId) : undefined;
    const entry = typeof sTxId === 'string' ? transactions.get(sTxId) : undefined;
    if (entry === undefined || entry.sender !== senderOf(exchange)) return undefined;
    if (entry.isUnordered || entry.opening.endedAt > startedAt) return undefined;
    if (mTxId === undefined) return { transaction: entry, by: 'sTxId', addsMtxid: false };
    if (typeof mTxId !== 'string') return undefined;
    const mayBeNew = !isPartial && entry.mTxId === undefined && isUsual(mTxId);
    if (mayBeNew && folded.get(foldedKey(exchange, mTxId)) === undefined)
      return { transaction: entry, by: 'both', addsMtxid: true };
    const other = namedBy(exchange, mTxId);

    return other?.transaction === entry ? { ...other, by: 'both' } : undefined;
  };

  const namedBy = (exchange: Exchange, mTxId: string): Named | undefined => {
    const naming = namings.get(keyOf(exchange, mTxId));
    if (naming?.entry === undefined || naming.since > exchange.startedAt) return undefined;
    if (naming.entry.isUnordered) return undefined;

    return {
      transaction: naming.entry,
      by: 'mTxId',
      addsMtxid: false,
      ...(naming.isLate && { isLate: true }),
    };
  };

  /** From now on the `mTxId` names this transaction, or is in doubt. */
  const name = (exchange: Exchange, entry: Entry | undefined) => {
    const mTxId = exchange.fields?.['mTxId'];
    if (typeof mTxId !== 'string') return;
    const key = keyOf(exchange, mTxId);
    const before = namings.get(key);
    const isSame = before === undefined || before.entry === entry;
    if (isSame && before !== undefined) return;
    const late = entry !== undefined && entry.opening !== exchange ? { isLate: true as const } : {};
    namings.set(key, { entry: isSame ? entry : undefined, since: exchange.endedAt, ...late });
    if (isSame && entry !== undefined) entry.mTxId = mTxId;
  };

  /** Marks both transactions as doubtful: a call that names two, or gives one another `mTxId`, may affect either. */
  const doubt = (exchange: Exchange) => {
    const { sTxId, mTxId } = exchange.fields ?? {};
    const named = typeof sTxId === 'string' ? transactions.get(sTxId) : undefined;
    const other = typeof mTxId === 'string' ? namings.get(keyOf(exchange, mTxId))?.entry : undefined;
    for (const entry of [named, other]) {
      if (entry === undefined || entry.sender !== senderOf(exchange)) continue;
      if (isSale(exchange)) entry.isSold = true;
      if (typeof mTxId === 'string' && entry.mTxId !== undefined)
        namings.set(keyOf(exchange, entry.mTxId), { entry: undefined, since: exchange.endedAt });
    }
    name(exchange, undefined);
  };

  const open = (exchange: Exchange): boolean => {
    const sTxId = answeredStxid(exchange);
    if (sTxId === undefined) return false;
    const known = transactions.get(sTxId);
    if (known !== undefined && isPartial) {
      name(exchange, undefined);
      if (!isFirstCall(exchange) || isFirstCall(known.opening)) return false;
      known.isUnordered = true;
      known.opening = exchange;
      return false;
    }
    const entry: Entry = {
      sTxId,
      sender: senderOf(exchange),
      opening: exchange,
      calls: [],
      isSold: isSale(exchange),
      mTxId: undefined,
      isUnordered: isFirstCall(exchange) && early.get(sTxId) !== undefined,
    };
    transactions.set(sTxId, entry);
    name(exchange, known === undefined ? entry : undefined);

    return true;
  };

  /** Whether a call that is not a first call reveals an older transaction by its response. */
  const showsOlder = ({ fields = {}, outcome }: Exchange) =>
    isPartial &&
    outcome.kind === 'accepted' &&
    (fields['sTxId'] === undefined) !== (fields['mTxId'] === undefined);

  const noteEarly = ({ fields, startedAt }: Exchange) => {
    const sTxId = fields?.['sTxId'];
    if (typeof sTxId !== 'string') return;
    const entry = transactions.get(sTxId);
    if (entry === undefined) early.set(sTxId, true);
    else if (isFirstCall(entry.opening) && startedAt < entry.opening.startedAt) entry.isUnordered = true;
  };

  return {
    named,
    isFirstCall,
    bySTxId: (sTxId) => transactions.get(sTxId),
    add(exchange) {
      const first = isFirstCall(exchange);
      const target = named(exchange);
      const { outcome, response, fields } = exchange;
      const isRefused = outcome.kind === 'refused' && response.kind === 'answered' && response.status < 500;
      let hasOpened = false;
      if (isPartial) noteEarly(exchange);
      if (target !== undefined) {
        const entry = transactions.get(target.transaction.sTxId);
        entry?.calls.push(exchange);
        if (entry !== undefined && entry.calls.length > CALLS_KEPT) entry.calls.shift();
        if (entry !== undefined && isSale(exchange) && !isRefused) entry.isSold = true;
        if (target.addsMtxid) name(exchange, outcome.kind === 'accepted' ? entry : undefined);
        const answered = answeredStxid(exchange);
        if (isPartial && answered !== undefined && answered !== entry?.sTxId) doubt(exchange);
      } else if (first && outcome.kind === 'accepted') hasOpened = open(exchange);
      else if (showsOlder(exchange) && isUnnamed(exchange)) open(exchange);
      else if (!isRefused) doubt(exchange);
      const mTxId = fields?.['mTxId'];
      if (typeof mTxId === 'string' && !isRefused && !isPartial) folded.set(foldedKey(exchange, mTxId), true);
      grow(exchange);

      return hasOpened;
    },
  };

  /** Whether no earlier call has the identifier of this one. */
  function isUnnamed({ fields = {}, ...exchange }: Exchange): boolean {
    const { sTxId, mTxId } = fields;
    if (typeof sTxId === 'string') return transactions.get(sTxId) === undefined;

    return typeof mTxId === 'string' && namings.get(keyOf(exchange, mTxId)) === undefined;
  }
}

type Sender = Pick<Exchange, 'merchant' | 'sender'>;

/** The merchant that sent a call. */
function senderOf({ merchant, sender }: Sender): string {
  return sender ?? merchant;
}

/** Whether it has only letters, digits, dashes and underscores; services may change other characters. */
function isUsual(mTxId: unknown): mTxId is string {
  return typeof mTxId === 'string' && /^[\w-]{1,255}$/.test(mTxId);
}

function keyOf(sender: Sender, mTxId: string): string {
  return `${senderOf(sender)} ${mTxId}`;
}

/** Whether case matters in an `mTxId` is a `should` rule. */
function foldedKey(sender: Sender, mTxId: unknown): string {
  return keyOf(sender, String(mTxId).toLowerCase());
}

function sizeOf({ body, response }: Exchange): number {
  return OBJECTS + 2 * (body.length + (response.kind === 'answered' ? response.text.length : 0));
}
