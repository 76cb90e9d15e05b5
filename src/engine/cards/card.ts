/** What is known of a card: its first digits, and what follows from them. */
import { brandOf } from './brand.ts';
import type { CardKind } from './kind.ts';

export interface Card {
  /** `visa`, `mastercard`, …, or `unknown`. */
  readonly brand: string;
  readonly kind: CardKind;
  /** The digits that came (document 1.4). */
  readonly prefix: string;
}

/** Which kind a card is by its first digits. */
export type KindOf = (digits: string) => CardKind;

export function cardOf(nicn: string, kindOf: KindOf): Card {
  return { brand: brandOf(nicn), kind: kindOf(nicn), prefix: nicn };
}
