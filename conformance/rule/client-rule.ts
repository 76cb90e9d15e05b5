/** What a rule on clients is: one testable claim about what a client sends. */
import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Exchange } from '../../src/traffic/exchange.ts';
import type { ClientHistory } from './client-history.ts';

export type ClientFinding =
  | { readonly kind: 'holds' }
  | {
      readonly kind: 'violation';
      readonly expected: string;
      /** Masked: it repeats no card number and no token. */
      readonly got: string;
      /** Earlier exchanges that belong to the proof, such as the fee call of a transaction that is sold. */
      readonly related?: readonly Exchange[];
    };

export interface ClientRule {
  readonly id: ClientRuleId;
  /** Section of the document that the rule rests on. */
  readonly section: string;
  readonly level: 'must' | 'should';
  /** The rule in one sentence, without a full stop. */
  readonly title: string;
  /** What a client that breaks the rule has to change, in whole sentences. */
  readonly fix: string;
  /** A request, or a line of a client, that breaks the rule, and the same done right. */
  readonly example: { readonly wrong: string; readonly right: string };
  /**
   * Judges one exchange; undefined where the rule says nothing about it. Rules of `client-tolerance` and
   * `client-resilience` may lack it: their runs decide.
   */
  readonly observe?: (exchange: Exchange, history: ClientHistory) => ClientFinding | undefined;
}
