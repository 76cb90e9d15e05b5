/** The brand and kind of a card, determined by its first digits. */
import creditCardType from 'credit-card-type';
import testCards from '../../../fixtures/cards/test-cards.json' with { type: 'json' };
import type { MerchantsSchemas } from '../merchants/merchants.gen.ts';

/** The kind of account; some rules prohibit fees for a kind. `unknown` is the default for cards outside the table. */
export type CardKind = MerchantsSchemas['kind'];

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
export function toKindOf({ kinds = [], unknown = 'unknown' }: MerchantsSchemas['cards'] = {}): KindOf {
  const rows =
    kinds === 'test-cards' ? (testCards.kinds as readonly { prefix: string; kind: CardKind }[]) : kinds;

  return longestPrefix(
    rows.map(({ prefix, kind }) => ({ prefix, value: kind })),
    unknown,
  );
}

/** The shortest nicn (document 8). */
const MIN_DIGITS = 6;

/**
 * Returns the brand of a card: `visa`, `mastercard`, … as in credit-card-type, or `unknown`.
 *
 * Copies the patterns of the package once, since each call of the package copies all of them, and any code can change
 * its list. Some patterns have eight digits: for six or seven digits the package returns several candidates, and this
 * function returns the brand that these digits prove.
 */
export const brandOf: (digits: string) => string = longestPrefix(
  creditCardType('').flatMap(({ type, patterns }) =>
    patterns.flatMap(prefixes).map((row) => ({ ...row, value: type })),
  ),
  'unknown',
);

/** All brands that `brandOf` can return. */
export const BRANDS: readonly string[] = [...creditCardType('').map(({ type }) => type), 'unknown'];

/**
 * Converts a pattern to prefixes. A pattern is a prefix or a range of prefixes of one length. Ranges of up to six digits
 * are covered by shorter prefixes, since one range has eight thousand; longer ranges are listed, because a nicn with
 * fewer digits proves no match.
 */
function prefixes(
  pattern: number | number[],
): readonly { readonly prefix: string; readonly length: number }[] {
  const [first, last] = typeof pattern === 'number' ? [pattern, pattern] : pattern;
  if (first === undefined || last === undefined) return [];

  const length = String(first).length;
  const covering: string[] = [];
  for (let from = first; from <= last; ) {
    let size = 1;
    while (length <= MIN_DIGITS && from % (size * 10) === 0 && from + size * 10 - 1 <= last) size *= 10;
    covering.push(String(from / size));
    from += size;
  }
  return covering.map((prefix) => ({ prefix, length }));
}

export interface PrefixRow<T> {
  readonly prefix: string;
  readonly value: T;
  /** Length of the prefixes that this one covers; by default its own length. */
  readonly length?: number;
}

/** Finds the row with the longest matching prefix. Of two rows with the same prefix, the first one counts. */
export function longestPrefix<T>(rows: readonly PrefixRow<T>[], fallback: T): (digits: string) => T {
  /** By numbers with a 1 in front: a string for each prefix of a card would cost several times as much. */
  const byPrefix = new Map<number, { readonly value: T; readonly length: number }>();
  let longest = 0;
  for (const { prefix, value, length = prefix.length } of rows) {
    const key = Number(`1${prefix}`);
    if (length > (byPrefix.get(key)?.length ?? 0)) byPrefix.set(key, { value, length });
    longest = Math.max(longest, prefix.length);
  }
  const none = { value: fallback, length: 0 };

  return (digits) => {
    let found = none;
    let key = 1;
    for (let at = 0; at < digits.length && at < longest; at++) {
      const digit = digits.charCodeAt(at) - ZERO;
      if (digit < 0 || digit > 9) break;
      key = key * 10 + digit;
      const row = byPrefix.get(key);
      if (row !== undefined && row.length >= found.length) found = row;
    }
    return found.value;
  };
}

const ZERO = '0'.charCodeAt(0);
