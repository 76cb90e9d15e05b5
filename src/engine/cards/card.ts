/** The brand and kind of a card, determined by its first digits. */
import testCards from '../../../fixtures/cards/test-cards.json' with { type: 'json' };
import type { Schemas } from '../merchants/merchants.gen.ts';
import { brandOf } from './brand.ts';
import { longestPrefix } from './longest-prefix.ts';

/** The kind of account; some rules prohibit fees for a kind. `unknown` is the default for cards outside the table. */
export type CardKind = Schemas['kind'];

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

/** The section `cards` of a merchant file: its table, or the shipped one of well-known test cards. */
export function toKindOf({ kinds = [], unknown = 'unknown' }: Schemas['cards'] = {}): KindOf {
  const rows =
    kinds === 'test-cards' ? (testCards.kinds as readonly { prefix: string; kind: CardKind }[]) : kinds;

  return longestPrefix(
    rows.map(({ prefix, kind }) => ({ prefix, value: kind })),
    unknown,
  );
}
