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
}

export interface ClientTransactions {
  readonly named: (exchange: Exchange, call: ClientCall) => ClientTransaction | undefined;
  readonly wasGiven: (sTxId: string) => boolean;
  readonly given: () => Iterable<string>;
  /** Whether transactions were dropped to stay within the budget. */
  readonly hasForgotten: () => boolean;
  /** Learns from a call. @param isFirstCall as the history says before the call */
  readonly add: (event: ClientEvent, isFirstCall: boolean | undefined) => void;
}

/** @param budget in bytes */
export function createClientTransactions(budget: number): ClientTransactions {
  const bySTxId = new Map<string, Transaction>();
  const byMTxId = new Map<string, Transaction>();
  /** In the order of their first calls. */
  const all = new Set<Transaction>();
  let bytes = 0;
  let hasForgotten = false;

  const named = (exchange: Exchange, { sTxId, mTxId }: ClientCall): Transaction | undefined => {
    const found = sTxId === undefined ? undefined : bySTxId.get(sTxId);

    return (
      found ?? (sTxId === undefined && mTxId !== undefined ? byMTxId.get(keyOf(exchange, mTxId)) : undefined)
    );
  };
  const forgetOldest = () => {
    const [oldest] = all;
    if (oldest === undefined) return;
    all.delete(oldest);
    for (const key of oldest.sTxIds) if (bySTxId.get(key) === oldest) bySTxId.delete(key);
    for (const key of oldest.mTxIds) if (byMTxId.get(key) === oldest) byMTxId.delete(key);
    bytes -= oldest.bytes;
    hasForgotten = true;
  };
  const open = (opening: ClientEvent, isWhole: boolean): Transaction => {
    const fees = { accepted: 0, refused: 0, 'not-now': 0, malformed: 0, lost: 0 };
    const opened = {
      ...{ opening, fees, isWhole, lastFee: undefined, sale: undefined },
      ...{ sTxIds: [], mTxIds: [], isAbroad: false, bytes: 0 },
    };
    all.add(opened);

    return opened;
  };
  const grow = (transaction: Transaction, by: number) => {
    transaction.bytes += by;
    bytes += by;
    while (bytes > budget && all.size > 1) forgetOldest();
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
        const key = keyOf(exchange, mTxId);
        if (byMTxId.get(key) !== transaction) {
          byMTxId.set(key, transaction);
          transaction.mTxIds.push(key);
          size += ENTRY + key.length;
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

/** Merchants have identifiers of their own. */
function keyOf({ merchant = '' }: Exchange, mTxId: string): string {
  return `${merchant}\n${mTxId}`;
}

/** The objects of a transaction and of an exchange, and an entry of a map, in bytes. */
const OBJECTS = 2048;
const ENTRY = 128;

function bytesOf({ request: { body = '' }, response }: Exchange): number {
  return OBJECTS + 2 * (body.length + response.body.length);
}
