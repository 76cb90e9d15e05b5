/** Judges a client by its exchanges: the mock calls it, the suite implements it, and neither imports the other. */
import type { ClientRuleId } from '../contract/client-rule-ids.ts';
import type { Exchange } from './exchange.ts';

/** What a client rule says about one accepted exchange, for the header `Tollgate-Hints`. */
export interface Hint {
  readonly rule: ClientRuleId;
  /** One sentence: what was sent, and what to send instead. It repeats no value that may be a card number or a token. */
  readonly message: string;
}

/** Which should rules count as a must in a verdict: all of them, or those that match a pattern such as `client-flow/*`. */
export interface Counting {
  readonly strict?: boolean;
  readonly must?: string | readonly string[];
}

/** Watches one world of a mock, one run of a command, or one recording. */
export interface ClientObserver {
  /** Judges an unmasked exchange. Call it in the order of the responses. */
  readonly observe: (exchange: Exchange) => readonly Hint[];
  /** The verdict so far, as `report.schema.json` describes it. */
  readonly report: (counting?: Counting) => object;
  /** An estimate of its memory; by default it is not counted. */
  readonly bytes?: () => number;
  /** Resets the observer with its world. By default a new observer replaces it. */
  readonly reset?: () => void;
}

/** The facts about a world that its observer may use. */
export interface ObservedWorld {
  /** Undefined for the mock itself. */
  readonly name: string | undefined;
  /** Whether there are no transactions that the observer has not seen. */
  readonly startsEmpty: boolean;
  /** Whether responses come from examples alone, so that identifiers mean nothing. */
  readonly isStatic: boolean;
  /** Whether the merchant has several processors; undefined for an unknown one. */
  readonly hasSeveralProcessors: (merchant: string | undefined) => boolean | undefined;
  /** Its base address, such as `http://127.0.0.1:4010/w/cart-7`. */
  readonly address: () => string;
}

/** Creates the observer of a world. */
export type ObserveClient = (world: ObservedWorld) => ClientObserver;
