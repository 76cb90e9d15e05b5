/** What is known of a card: its first digits, and what follows from them. */
import { brandOf } from './brand.ts';

export interface Card {
  /** `visa`, `mastercard`, …, or `unknown`. */
  readonly brand: string;
  /** The digits that came (document 1.4). */
  readonly prefix: string;
}

export function cardOf(nicn: string): Card {
  return { brand: brandOf(nicn), prefix: nicn };
}
