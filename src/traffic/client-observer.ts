/** Judges a client by its exchanges: the mock calls it, the suite implements it, and neither imports the other. */
import type { ClientRuleId } from '../contract/client-rule-ids.ts';
import type { Exchange } from './exchange.ts';

/** What a client rule says about one accepted exchange, for the header `Tollgate-Hints`. */
export interface Hint {
  readonly rule: ClientRuleId;
  /** One sentence: what was sent, and what to send instead. It repeats no value that may be a card number or a token. */
  readonly message: string;
}

/** Watches one world of a mock, one run of a command, or one recording. */
export interface ClientObserver {
  /** Judges an exchange, which is not masked. Call it in the order of the responses. */
  readonly observe: (exchange: Exchange) => readonly Hint[];
  /** The verdict so far, as `report.schema.json` describes it. */
  readonly report: () => object;
}
