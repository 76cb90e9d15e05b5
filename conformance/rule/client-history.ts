/** What a client rule may ask about the exchanges before the one that it judges: transactions by their identifiers. */
import type { Exchange } from '../../src/traffic/exchange.ts';
import type { ClientAnswer, ClientCall } from './client-call.ts';
import type { RequestText } from './client-texts.ts';

export interface ClientHistory {
  /** `mock`: complete. `recording`: something may be missing, and what is missing is not judged. */
  readonly source: 'mock' | 'recording';
  /** Whether a recorder may have left out or replaced what the judged exchange lacks. */
  readonly mayLeaveOut: () => boolean;
  /** Exchanges so far in the order of their responses, without the one that is judged; the oldest may be dropped. */
  readonly exchanges: readonly Exchange[];
  /** Those that were put off with 429 or 503, and those whose response did not arrive; the last 1000. */
  readonly troubles: readonly Exchange[];
  /** The judged exchange as a call of the API. */
  readonly call: ClientCall;
  /** The texts of the request that may hold a card number. */
  readonly longTexts: () => readonly RequestText[];
  /** Whether the exchange has to be a first call; undefined where an earlier call may be missing. False for a sale. */
  readonly isFirstCall: () => boolean | undefined;
  /** The transaction that the call names, by its `sTxId` or else by its `mTxId`; undefined where no call has named it. */
  readonly transaction: () => ClientTransaction | undefined;
  /** Whether an identifier may belong to a transaction of which the history knows nothing (any more). */
  readonly mayBeOlder: (identifier: string) => boolean;
  /** Whether a response has carried the `sTxId`. */
  readonly wasGiven: (sTxId: string) => boolean;
  /** The given `sTxId`s, the oldest first. */
  readonly given: () => Iterable<string>;
  /** The exchange of a call, to show it; none where it has been dropped. */
  readonly exchangesOf: (event: ClientEvent) => readonly Exchange[];
  /** Whether the merchant has several processors; undefined where that is not known. */
  readonly hasSeveralProcessors: (merchant: string | undefined) => boolean | undefined;
}

/** A transaction as the client knows it, without the exchanges themselves: a mock remembers thousands. */
export interface ClientTransaction {
  /** The first call that named it or opened it. */
  readonly opening: ClientEvent;
  /** Fee calls by what the client learnt of them. */
  readonly accepted: number;
  readonly refused: number;
  readonly malformed: number;
  readonly lost: number;
  /** Whether the first of these was a first call, so that none is missing. */
  readonly isWhole: boolean;
  /** The fee call about its content that was sent last: one that was asked to wait, or had a refused token, is none. */
  readonly lastFee: ClientEvent | undefined;
  /** The last sale that was accepted. */
  readonly sale: (ClientEvent & { readonly content: string }) | undefined;
  /** Whether a call has named a country other than the United States. */
  readonly isAbroad: boolean;
}

/** A call of a transaction. */
export interface ClientEvent {
  /** Of its exchange. */
  readonly id: string;
  readonly answer: ClientAnswer['kind'];
  /** As in the call and in the exchange. */
  readonly sentAt: number;
  readonly endedAt: number;
}

/** An exchange with its call. */
export interface ObservedCall {
  readonly exchange: Exchange;
  readonly call: ClientCall;
}
