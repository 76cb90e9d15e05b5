/** Defines a rule on clients: one testable claim about the requests of a client. */

import type { ClientRuleId } from '../../src/contract/client-rule-ids.ts';
import type { Call } from '../../src/exchange/call.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { ClientHistory } from './client-history.ts';

export type ClientFinding =
  | { readonly kind: 'holds' }
  /** The rule needs a part that is absent, and that the recorder may have left out. */
  | { readonly kind: 'left-out' }
  | {
      /** `unclear`: broken, unless an identifier of the request names an earlier transaction that was not seen. */
      readonly kind: 'violation' | 'unclear';
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
  /** How to fix a client that breaks the rule, in whole sentences. */
  readonly fix: string;
  /** A request, or a line of a client, that breaks the rule, and the same done right. */
  readonly example: { readonly wrong: string; readonly right: string };
  /** What shows a violation, if single exchanges do not: words that follow `seen only in`. */
  readonly seenIn?: string;
  /**
   * Judges one exchange; undefined if the rule does not apply. Rules of `client-tolerance` and
   * `client-resilience` may lack it: their runs decide.
   */
  readonly observe?: (exchange: Exchange, history: ClientHistory) => ClientFinding | undefined;
  /** Judges all calls at the end of a run; undefined if the rule holds or does not apply. */
  readonly conclude?: (calls: readonly Call[]) => Concluded | undefined;
}

export type ClientViolation = Extract<ClientFinding, { readonly expected: string }>;

export interface Concluded {
  readonly exchange: Exchange;
  readonly finding: ClientViolation;
}

export const CLIENT_HOLDS = { kind: 'holds' } as const satisfies ClientFinding;

export const LEFT_OUT = { kind: 'left-out' } as const satisfies ClientFinding;

export function clientViolation(
  expected: string,
  got: string,
  related: readonly Exchange[] = [],
): ClientViolation {
  return { kind: 'violation', expected, got, ...(related.length === 0 ? {} : { related }) };
}

/** A violation, unless the request names an earlier transaction that was not seen. */
export function unclear(expected: string, got: string): ClientViolation {
  return { kind: 'unclear', expected, got };
}

/** Holds where there is no violation. */
export function holdsUnless(violation: ClientViolation | undefined): ClientFinding {
  return violation ?? CLIENT_HOLDS;
}
