/** The transactions of a client by their identifiers, within a budget of bytes: the oldest are forgotten. */
import type { Exchange } from '../../src/traffic/exchange.ts';
import type { ClientCall } from '../rule/client-call.ts';
import type { ClientEvent, ClientTransaction } from '../rule/client-history.ts';

interface Transaction extends ClientTransaction {
  readonly fees: { -readonly [K in keyof ClientTransaction['fees']]: number };
  /** The keys of the maps below under which it is found. */
  readonly sTxIds: string[];
  readonly mTxIds: string[];
  lastFee: ClientEvent | undefined;
  sale: ClientEvent | undefined;
  isAbroad: boolean;
  bytes: number;
  /** The one that was opened next. */
  newer: Transaction | undefined;
}

export interface ClientTransactions {
  readonly named: (exchange: Exchange, call: ClientCall) => ClientTransaction | undefined;
  readonly wasGiven: (sTxId: string) => boolean;
  readonly given: () => Iterable<string>;
  readonly identifiers: () => Iterable<string>;
  /** Whether transactions were dropped to stay within the budget. */
  readonly hasForgotten: () => boolean;
  /** Learns from a call. @param isFirstCall as the history says before the call */
  readonly add: (event: ClientEvent, isFirstCall: boolean | undefined) => void;
}

/** @param budget in bytes */
export function createClientTransactions(budget: number): ClientTransactions {
  const bySTxId = new Map<string, Transaction>();
  /** By merchant and mTxId. */
  const byMTxId = new Map<string | undefined, Map<string, Transaction>>();
  /** The ends of a linked list, since to delete from the start of a Set takes longer with each transaction. */
  let oldest: Transaction | undefined;
  let newest: Transaction | undefined;
  let bytes = 0;
  let hasForgotten = false;

  const mTxIdsOf = ({ merchant }: Exchange): Map<string, Transaction> => {
    const known = byMTxId.get(merchant);
    if (known !== undefined) return known;
    const created = new Map<string, Transaction>();
    byMTxId.set(merchant, created);

    return created;
  };
  const named = (exchange: Exchange, { sTxId, mTxId }: ClientCall): Transaction | undefined => {
    if (sTxId !== undefined) return bySTxId.get(sTxId);

    return mTxId === undefined ? undefined : byMTxId.get(exchange.merchant)?.get(mTxId);
  };
  const forgetOldest = () => {
    if (oldest === undefined) return;
    const { sTxIds, mTxIds, opening, newer } = oldest;
    const ofMerchant = mTxIdsOf(opening.exchange);
    for (const key of sTxIds) if (bySTxId.get(key) === oldest) bySTxId.delete(key);
    for (const key of mTxIds) if (ofMerchant.get(key) === oldest) ofMerchant.delete(key);
    bytes -= oldest.bytes;
    oldest = newer;
    hasForgotten = true;
  };
  const open = (opening: ClientEvent, isWhole: boolean): Transaction => {
    const fees = { accepted: 0, refused: 0, 'not-now': 0, malformed: 0, lost: 0 };
    const opened: Transaction = {
      ...{ opening, fees, isWhole, lastFee: undefined, sale: undefined },
      ...{ sTxIds: [], mTxIds: [], isAbroad: false, bytes: 0, newer: undefined },
    };
    if (newest === undefined || oldest === undefined) oldest = opened;
    else newest.newer = opened;
    newest = opened;

    return opened;
  };
  const grow = (transaction: Transaction, by: number) => {
    transaction.bytes += by;
    bytes += by;
    while (bytes > budget && oldest !== newest) forgetOldest();
  };

  /** The transaction that the response names decides: an mTxId may be used again for a new one. */
  const find = (event: ClientEvent, isFirstCall: boolean | undefined): Transaction | undefined => {
    const { exchange, call } = event;
    const { answer, mTxId } = call;
    const inAnswer = 'sTxId' in answer ? answer.sTxId : undefined;
    const known = named(exchange, call);
    const answered = inAnswer === undefined ? known : bySTxId.get(inAnswer);
    if (answered !== undefined) return answered;
    if (inAnswer === undefined) {
      // A call of an unknown transaction by its sTxId is about that identifier, or about one that is older.
      return mTxId === undefined || call.sTxId !== undefined ? undefined : open(event, isFirstCall === true);
    }
    const isUnnamed = known !== undefined && known.sTxIds.length === 0;

    return isUnnamed ? known : open(event, isFirstCall === true);
  };

  return {
    named,
    wasGiven: (sTxId) => bySTxId.has(sTxId),
    given: () => bySTxId.keys(),
    identifiers: () => [bySTxId, ...byMTxId.values()].flatMap((map) => [...map.keys()]),
    hasForgotten: () => hasForgotten,
    add(event, isFirstCall) {
      const { exchange, call } = event;
      const { operation, answer, mTxId, fields } = call;
      const transaction = find(event, isFirstCall);
      if (transaction === undefined) return;
      const inAnswer = 'sTxId' in answer ? answer.sTxId : undefined;
      let size = 0;
      if (inAnswer !== undefined && !bySTxId.has(inAnswer)) {
        bySTxId.set(inAnswer, transaction);
        transaction.sTxIds.push(inAnswer);
        size += ENTRY + inAnswer.length;
      }
      if (
        mTxId !== undefined &&
        answer.kind !== 'not-now' &&
        (answer.kind !== 'refused' || transaction.opening === event)
      ) {
        const ofMerchant = mTxIdsOf(exchange);
        if (ofMerchant.get(mTxId) !== transaction) {
          ofMerchant.set(mTxId, transaction);
          transaction.mTxIds.push(mTxId);
          size += ENTRY + mTxId.length;
        }
      }
      if (fields['country'] !== undefined && fields['country'] !== '840') transaction.isAbroad = true;
      if (operation === 'calculateFee') {
        transaction.fees[answer.kind] += 1;
        if (transaction.lastFee === undefined) size += bytesOf(exchange);
        if (answer.kind !== 'not-now') transaction.lastFee = event;
      } else if (answer.kind === 'accepted') {
        if (transaction.sale === undefined) size += bytesOf(exchange);
        transaction.sale = event;
      }
      grow(transaction, size);
    },
  };
}

/** The objects of a transaction and of an exchange, and an entry of a map, in bytes. */
const OBJECTS = 2048;
const ENTRY = 128;

function bytesOf({ request: { body = '' }, response }: Exchange): number {
  return OBJECTS + 2 * (body.length + response.body.length);
}
