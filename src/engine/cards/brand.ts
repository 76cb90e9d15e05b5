/** Determines a card's brand by its first digits; the only file that imports credit-card-type. */
import creditCardType from 'credit-card-type';
import { longestPrefix } from './longest-prefix.ts';

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
