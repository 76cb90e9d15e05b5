/** The brand and kind of a card, determined by its first digits. */
import { brandOf } from './brand.ts';

/** The kinds of account; some rules prohibit fees for a kind. `unknown` is the default for cards outside the table. */
export const CARD_KINDS = ['credit', 'debit', 'prepaid', 'commercial', 'government', 'unknown'] as const;

export type CardKind = (typeof CARD_KINDS)[number];

export interface Card {
  /** `visa`, `mastercard`, …, or `unknown`. */
  readonly brand: string;
  readonly kind: CardKind;
  /** The received digits (document 1.4). */
  readonly prefix: string;
}

/** Determines the kind of a card by its first digits. */
export type KindOf = (digits: string) => CardKind;

export function cardOf(nicn: string, kindOf: KindOf): Card {
  return { brand: brandOf(nicn), kind: kindOf(nicn), prefix: nicn };
}
