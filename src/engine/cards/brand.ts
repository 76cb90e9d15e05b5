/** The only file that knows credit-card-type: which brand a card's first digits belong to. */
import creditCardType from 'credit-card-type';
import { longestPrefix } from './longest-prefix.ts';

/**
 * The brand of a card: `visa`, `mastercard`, … as credit-card-type names them, or `unknown`.
 *
 * The package's patterns are copied once, because asking it copies all of them each time, and because its list
 * can be changed by anybody in the process. Some of its patterns have eight digits. Given six or seven it then
 * answers with several candidates; here the brand is the one that the digits at hand already prove.
 */
export const brandOf: (digits: string) => string = longestPrefix(
  creditCardType('').flatMap(({ type, patterns }) =>
    patterns.flatMap(prefixes).map((prefix) => ({ prefix, value: type })),
  ),
  'unknown',
);

/** A pattern is a prefix, or the first and last of a run of prefixes of one length. */
function prefixes(pattern: number | number[]): readonly string[] {
  const [first, last] = typeof pattern === 'number' ? [pattern, pattern] : pattern;
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: last - first + 1 }, (_, step) => String(first + step));
}
