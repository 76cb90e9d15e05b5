/** The questions of client rules about the exchanges before the judged one: transactions by their identifiers. */

import type { Outcome } from '../../src/contract/outcome.ts';
import type { Call } from '../../src/exchange/call.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { Transaction } from '../../src/exchange/transaction.ts';
import type { RequestText } from './client-texts.ts';

export interface ClientHistory {
  /** `mock`: complete. `recording`: something may be missing, and what is missing is not judged. */
  readonly source: 'mock' | 'recording';
  /** Whether a recorder may have left out or replaced what the judged exchange lacks. */
  readonly mayLeaveOut: () => boolean;
  /** Exchanges so far in the order of their responses, without the one that is judged; the oldest may be dropped. */
  readonly exchanges: readonly Exchange[];
  /** The last 1000 exchanges that got 429 or 503, or whose response was lost. */
  readonly troubles: readonly Exchange[];
  /** Whether earlier calls had the header Authorization, and the first one that had not. */
  readonly tokens: { readonly areRecorded: boolean; readonly firstWithout: Exchange | undefined };
  /** The judged exchange as a call of the API. */
  readonly call: Call;
  /** The texts of the request that may hold a card number. */
  readonly longTexts: () => readonly RequestText[];
  /** Whether the exchange has to be a first call; undefined where an earlier call may be missing. False for a sale. */
  readonly isFirstCall: () => boolean | undefined;
  /** The transaction that the call names, by its `sTxId` or else by its `mTxId`; undefined where no call has named it. */
  readonly transaction: () => ClientTransaction | undefined;
  /** The transaction that the answer names. */
  readonly answered: () => ClientTransaction | undefined;
  /** Whether an identifier may belong to a transaction that the history does not know, or has forgotten. */
  readonly mayBeOlder: (identifier: string) => boolean;
  /** Whether a response has carried the `sTxId`. */
  readonly wasGiven: (sTxId: string) => boolean;
  /** The given `sTxId`s, the oldest first. */
  readonly given: () => Iterable<string>;
  /** The exchange of a call, for a report; empty if it was dropped. */
  readonly exchangesOf: (event: ClientEvent) => readonly Exchange[];
  /** Whether the merchant has several processors; undefined where that is not known. */
  readonly hasSeveralProcessors: (merchant: string | undefined) => boolean | undefined;
}

/** A transaction as the client knows it, without the exchanges themselves: a mock remembers thousands. */
export type ClientTransaction = Transaction<ClientEvent>;

/** A call of a transaction. */
export interface ClientEvent {
  /** The id of its exchange. */
  readonly id: string;
  readonly outcome: Outcome['kind'];
  /** The fields of a sale in one text. */
  readonly content?: string;
  /** As in the call and in the exchange. */
  readonly sentAt: number;
  readonly endedAt: number;
}
