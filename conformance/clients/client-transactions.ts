/** The transactions of a client by their identifiers, within a budget of bytes: the oldest are forgotten. */

import { type Call, contentOf, isPutOff } from '../../src/exchange/call.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { digitsOfNicn } from '../rule/client-fields.ts';
import type { ClientEvent, ClientTransaction, ObservedCall } from '../rule/client-history.ts';
import { createTransaction, type Transaction } from './client-transaction.ts';
import { createFirstCallQueue, ENTRY, type FirstCall, OBJECTS } from './first-calls.ts';

export interface ClientTransactions {
  readonly named: (
    exchange: Exchange,
    identifiers: Pick<Call, 'sTxId' | 'mTxId'>,
  ) => ClientTransaction | undefined;
  readonly wasGiven: (sTxId: string) => boolean;
  readonly given: () => Iterable<string>;
  readonly identifiers: () => Iterable<string>;
  readonly bytes: () => number;
  /** Whether transactions were dropped to stay within the budget. */
  readonly hasForgotten: () => boolean;
  /** Learns from a call. @param isFirstCall as the history says before the call */
  readonly add: (observed: ObservedCall, isFirstCall: boolean | undefined) => void;
}

/** @param budget in bytes */
export function createClientTransactions(budget: number): ClientTransactions {
  const bySTxId = new Map<string, Transaction>();
  /** By merchant and mTxId. */
  const byMTxId = new Map<string | undefined, Map<string, Transaction>>();
  /** The ends of a linked list, since to delete from the start of a Set takes longer with each transaction. */
  let oldest: Transaction | undefined;
  let newest: Transaction | undefined;
  /** Newer than all transactions above. They become transactions when something asks for one: to keep each costs 2 µs. */
  const firstCalls = createFirstCallQueue();
  let bytes = 0;
  let hasForgotten = false;

  const mTxIdsOf = (merchant: string | undefined): Map<string, Transaction> => {
    const known = byMTxId.get(merchant);
    if (known !== undefined) return known;
    const created = new Map<string, Transaction>();
    byMTxId.set(merchant, created);

    return created;
  };
  const named = (
    { merchant }: Exchange,
    { sTxId, mTxId }: Pick<Call, 'sTxId' | 'mTxId'>,
  ): Transaction | undefined => {
    if (sTxId === undefined && mTxId === undefined) return undefined;
    openAll();
    if (sTxId !== undefined) return bySTxId.get(sTxId);

    return mTxId === undefined ? undefined : byMTxId.get(merchant)?.get(mTxId);
  };
  const forget = (transaction: Transaction) => {
    const { sTxId, mTxId, more, merchant } = transaction;
    const forgetIn = (map: Map<string, Transaction>, key: string) => {
      if (map.get(key) === transaction) map.delete(key);
    };
    const ofMerchant = mTxIdsOf(merchant);
    if (sTxId !== undefined) forgetIn(bySTxId, sTxId);
    if (mTxId !== undefined) forgetIn(ofMerchant, mTxId);
    for (const key of more?.sTxIds ?? []) forgetIn(bySTxId, key);
    for (const key of more?.mTxIds ?? []) forgetIn(ofMerchant, key);
    bytes -= transaction.bytes;
    hasForgotten = true;
  };
  const forgetOldest = () => {
    if (oldest === undefined) return;
    forget(oldest);
    oldest = oldest.newer;
  };
  const isOverBudget = () => bytes + firstCalls.bytes() > budget;
  const grow = (transaction: Transaction, by: number) => {
    transaction.bytes += by;
    bytes += by;
    while (isOverBudget() && oldest !== undefined && oldest !== newest) forgetOldest();
  };
  const keepFirstCall = (call: FirstCall) => {
    firstCalls.add(call);
    while (isOverBudget() && oldest !== undefined) forgetOldest();
    if (oldest === undefined) newest = undefined;
    while (isOverBudget() && firstCalls.dropOldest()) hasForgotten = true;
  };
  const openAll = () => {
    for (const {
      id,
      sentAt,
      endedAt,
      merchant,
      sTxId,
      isWhole,
      isAbroad,
      ...priced
    } of firstCalls.takeAll()) {
      const event = { id, outcome: 'accepted', sentAt, endedAt } as const;
      const known = bySTxId.get(sTxId);
      if (known !== undefined) known.isMixedUp = true;
      const transaction = known ?? open(event, merchant, isWhole);
      nameBySTxId(transaction, sTxId);
      transaction.isAbroad ||= isAbroad;
      transaction.isMultiPay ||= priced.isMultiPay;
      transaction.card = priced.card;
      transaction.accepted += 1;
      transaction.lastFee = event;
    }
  };
  const open = (opening: ClientEvent, merchant: string | undefined, isWhole: boolean): Transaction => {
    const opened = createTransaction(opening, merchant, isWhole);
    if (newest === undefined || oldest === undefined) oldest = opened;
    else newest.newer = opened;
    newest = opened;
    grow(opened, OBJECTS);

    return opened;
  };

  /** For a fee call by an mTxId the response decides: an mTxId may be used again for a new transaction. */
  const find = (observed: ObservedCall, isFirstCall: boolean | undefined): Transaction | undefined => {
    const { exchange, call } = observed;
    const { given, mTxId } = call;
    const openIt = () => open(eventOf(exchange, call), exchange.merchant, isFirstCall === true);
    const known = named(exchange, call);
    if (known !== undefined && (call.sTxId !== undefined || call.operation === 'attachSale')) return known;
    const answered = given === undefined ? known : bySTxId.get(given);
    if (answered !== undefined) {
      const isOther = mTxId !== undefined && answered !== known;
      if (isOther && call.operation === 'calculateFee') answered.isMixedUp = true;

      return answered;
    }
    if (given === undefined) {
      // A call of an unknown transaction by its sTxId is about that identifier, or about one that is older.
      return mTxId === undefined || call.sTxId !== undefined ? undefined : openIt();
    }
    const isUnnamed = known !== undefined && known.sTxId === undefined;

    return isUnnamed ? known : openIt();
  };
  const nameBySTxId = (transaction: Transaction, sTxId: string) => {
    if (bySTxId.has(sTxId)) return;
    bySTxId.set(sTxId, transaction);
    if (transaction.sTxId === undefined) transaction.sTxId = sTxId;
    else {
      transaction.more ??= { sTxIds: [], mTxIds: [] };
      transaction.more.sTxIds.push(sTxId);
    }
    grow(transaction, ENTRY + sTxId.length);
  };
  const nameByMTxId = (transaction: Transaction, mTxId: string) => {
    const ofMerchant = mTxIdsOf(transaction.merchant);
    if (ofMerchant.get(mTxId) === transaction) return;
    ofMerchant.set(mTxId, transaction);
    if (transaction.mTxId === undefined) transaction.mTxId = mTxId;
    else {
      transaction.more ??= { sTxIds: [], mTxIds: [] };
      transaction.more.mTxIds.push(mTxId);
    }
    grow(transaction, ENTRY + mTxId.length);
  };

  return {
    named,
    wasGiven(sTxId) {
      openAll();

      return bySTxId.has(sTxId);
    },
    given() {
      openAll();

      return bySTxId.keys();
    },
    identifiers() {
      openAll();

      return [bySTxId, ...byMTxId.values()].flatMap((map) => [...map.keys()]);
    },
    bytes: () => bytes + firstCalls.bytes(),
    hasForgotten: () => hasForgotten,
    add(observed, isFirstCall) {
      const { exchange, call } = observed;
      const { operation, outcome, given, mTxId, fields } = call;
      const { kind } = outcome;
      const isFee = operation === 'calculateFee';
      const isAbroad = fields['country'] !== undefined && fields['country'] !== '840';
      const isMultiPay = fields['totalAmount'] !== undefined;
      const card = isFee ? digitsOfNicn(fields) || undefined : undefined;
      if (
        isFee &&
        kind === 'accepted' &&
        given !== undefined &&
        mTxId === undefined &&
        call.sTxId === undefined
      ) {
        const { id, endedAt, merchant } = exchange;
        keepFirstCall({
          ...{ id, sentAt: call.sentAt, endedAt, merchant, sTxId: given },
          ...{ isWhole: isFirstCall === true, isAbroad, isMultiPay, card },
        });
        return;
      }
      openAll();
      const transaction = find(observed, isFirstCall);
      if (transaction === undefined) return;
      if (given !== undefined) nameBySTxId(transaction, given);
      // A refused call gives no name to a transaction that exists.
      const isNamed = !isPutOff(outcome) && (kind !== 'refused' || transaction.opening.id === exchange.id);
      if (mTxId !== undefined && isNamed) nameByMTxId(transaction, mTxId);
      if (isAbroad) transaction.isAbroad = true;
      const mayBeDone = kind === 'accepted' || kind === 'lost' || kind === 'unclear';
      if (isFee && kind !== 'not-now' && kind !== 'token-refused') {
        transaction[kind] += 1;
        const { opening, lastFee, sale } = transaction;
        const event = opening.id === exchange.id ? opening : eventOf(exchange, call);
        // The response to an earlier call may come later.
        if (lastFee === undefined || lastFee.sentAt <= call.sentAt) transaction.lastFee = event;
        if (!mayBeDone) return;
        transaction.isMultiPay ||= isMultiPay;
        transaction.card = card ?? transaction.card;
        if (sale !== undefined && sale.endedAt <= call.sentAt) transaction.feeAfterSale = event;
      } else if (operation === 'attachSale' && mayBeDone && call.body !== 'unknown') {
        const content = contentOf(call);
        transaction.sale = { ...eventOf(exchange, call), content, pricedBy: transaction.lastFee };
        transaction.feeAfterSale = undefined;
        grow(transaction, content.length);
      }
    },
  };
}

function eventOf({ id, endedAt }: Exchange, { outcome, sentAt }: Call) {
  return { id, outcome: outcome.kind, sentAt, endedAt };
}
