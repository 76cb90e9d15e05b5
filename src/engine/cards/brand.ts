/** The only file that knows credit-card-type: which brand a card's first digits belong to. */
import creditCardType from 'credit-card-type';
import { longestPrefix } from './longest-prefix.ts';

/** Of a nicn (document 8). */
const FEWEST_DIGITS = 6;

/**
 * The brand of a card: `visa`, `mastercard`, … as credit-card-type names them, or `unknown`.
 *
 * The package's patterns are copied once, because asking it copies all of them each time, and because its list
 * can be changed by anybody in the process. Some of its patterns have eight digits. Given six or seven it then
 * answers with several candidates; here the brand is the one that the digits at hand already prove.
 */
export const brandOf: (digits: string) => string = longestPrefix(
  creditCardType('').flatMap(({ type, patterns }) =>
    patterns.flatMap(prefixes).map((row) => ({ ...row, value: type })),
  ),
  'unknown',
);

/** All brands that a card may turn out to be. */
export const BRANDS: readonly string[] = [...creditCardType('').map(({ type }) => type), 'unknown'];

/**
 * A pattern is a prefix, or the first and last of a run of prefixes of one length. A run is given by the few shorter
 * prefixes that cover it: one run alone has some eight thousand. Only a run of prefixes that every nicn holds in full:
 * seven digits prove no eight.
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
    while (length <= FEWEST_DIGITS && from % (size * 10) === 0 && from + size * 10 - 1 <= last) size *= 10;
    covering.push(String(from / size));
    from += size;
  }
  return covering.map((prefix) => ({ prefix, length }));
}
